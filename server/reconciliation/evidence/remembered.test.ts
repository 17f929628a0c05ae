import { expect, test } from 'vitest';
import { fileText, lineText, type TrialPayment } from '../bank-file-trial.ts';
import type { Layout } from '../read/columns.ts';
import { trialFileOf, tryText } from '../reading-trial.ts';
import { layoutOf } from './reading.ts';
import { changedQuestions } from './remembered.ts';

const payment = (day: string, change: TrialPayment = {}): TrialPayment => ({
  businessDay: day,
  dueDay: null,
  createdAtMs: Date.parse(`${day}T12:00:00+03:00`),
  ...change,
});
const fileOf = (...dates: string[]): string => fileText(...dates.map((date) => lineText({ date })));

/** What is remembered of a file once a person has confirmed its readings as they were proposed. */
async function remember(text: string, payments: readonly TrialPayment[]): Promise<Layout> {
  const trial = await tryText(text, payments);
  const { mapping } = await trialFileOf(text);
  const readings = Object.fromEntries(
    trial.questions.map(({ question, way, ways, tried }) => [
      question,
      { way, tried, finds: ways.find((each) => each.way === way)?.finds ?? 0 },
    ]),
  );
  return { ...layoutOf(mapping, trial.reading), readings } as Layout;
}

async function changesOf(text: string, payments: readonly TrialPayment[], layout: Layout) {
  const trial = await tryText(text, payments, layout);
  const { mapping, formats } = await trialFileOf(text, layout);
  return changedQuestions(trial, layout, { fields: mapping.fields, formats });
}

const first = fileOf('03/04/2026 12:00');
const firstPaid = [payment('2026-04-03')];

test('a remembered layout goes on by itself while its finds hold', async () => {
  const layout = await remember(first, firstPaid);
  expect(layout.readings?.dateOrder).toEqual({ way: 'dayFirst', finds: 1, tried: 1 });
  expect(await changesOf(fileOf('05/04/2026 12:00'), [payment('2026-04-05')], layout)).toEqual({});
});

test('a remembered layout that suddenly finds nothing is asked about again', async () => {
  const layout = await remember(first, firstPaid);
  expect(await changesOf(fileOf('05/04/2026 12:00'), [], layout)).toMatchObject({
    dateOrder: 'findsGone',
    clock: 'findsGone',
    day: 'findsGone',
  });
});

test('the bank turned its dates round: more lines find their payment the other way', async () => {
  const layout = await remember(first, firstPaid);
  const changes = await changesOf(fileOf('04/05/2026 12:00'), [payment('2026-04-05')], layout);
  expect(changes.dateOrder).toBe('otherWay');
});

test('the bank began to print UTC, or to date its lines by their settlement', async () => {
  const layout = await remember(first, firstPaid);
  expect((await changesOf(fileOf('05/04/2026 09:00'), [payment('2026-04-05')], layout)).clock).toBe(
    'otherWay',
  );
  expect((await changesOf(fileOf('06/04/2026'), [payment('2026-04-05')], layout)).day).toBe('otherWay');
});

test('a value that the remembered reading cannot have is asked about, also without payments', async () => {
  const layout = await remember(first, []);
  layout.readings = { ...layout.readings, dateOrder: { way: 'dayFirst', finds: 0, tried: 1 } };
  expect((await changesOf(fileOf('04/25/2026'), [], layout)).dateOrder).toBe('otherWay');
});

test('a layout of years ago, which kept no counts, goes on where the file decides as it was read then', async () => {
  const layout: Layout = { ...(await remember(first, firstPaid)), readings: undefined };
  expect(await changesOf(fileOf('05/04/2026 12:00'), [payment('2026-04-05')], layout)).toEqual({});
  expect(await changesOf(fileOf('05/04/2026 12:00'), [], layout)).toMatchObject({
    dateOrder: 'undecided',
    clock: 'undecided',
  });
  const turned = await changesOf(fileOf('04/05/2026 12:00'), [payment('2026-04-05')], layout);
  expect(turned.dateOrder).toBe('otherWay');
});

test('the first refund of a layout is no question where its word is that of a refund', async () => {
  const layout = await remember(first, firstPaid);
  const text = fileText(
    lineText({ date: '05/04/2026 12:00' }),
    lineText({
      date: '05/04/2026 12:00',
      type: 'Refund',
      rrn: '632609120002',
      fee: '0',
      vat: '0',
      net: '-100.00',
    }),
  );
  const refund = payment('2026-04-05', { id: 2, rrn: '632609120002', type: 'REFUND' });
  expect(await changesOf(text, [payment('2026-04-05'), refund], layout)).toEqual({});
});
