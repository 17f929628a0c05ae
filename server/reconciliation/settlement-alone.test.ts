/** What stands beside 'settlement date only' before a file is judged is what judging it by that way confirms. */
import { expect, test } from 'vitest';
import { type TrialPayment, tryBankFile } from './bank-file-trial.ts';
import { layoutOf, readSo } from './evidence/reading.ts';
import { trialFileOf, tryText } from './reading-trial.ts';

const payments: TrialPayment[] = [0, 1, 2, 3].map((at) => ({
  id: at + 1,
  rrn: `63260912000${at}`,
  stan: `00000${at + 1}`,
  authCode: `44612${at}`,
  amountMinor: 10_000 + at,
  businessDay: '2026-11-10',
  createdAtMs: Date.parse('2026-11-10T12:00:00+03:00'),
}));
const keys = {
  RRN: ({ rrn }: TrialPayment) => `${rrn},`,
  STAN: ({ stan }: TrialPayment) => `${stan},`,
  'Auth Code': ({ authCode }: TrialPayment) => `${authCode},484783******6106`,
};
const textOf = (key: keyof typeof keys, dates: string, days: readonly string[]): string =>
  [
    `Terminal ID,${key},Card Number,${dates},Amount`,
    ...payments.map(
      (each, at) =>
        `88501158,${keys[key](each)},${days[at]},${(Number(each['amountMinor']) / 100).toFixed(2)}`,
    ),
    '',
  ].join('\n');

const two = 'Transaction Date,Posting Date';
const posted = ['2026-11-10,2026-11-11', '2026-11-10,2026-11-11', '2026-11-10,2026-11-11'];

test.each([
  ['STAN', two, [...posted, '2026-11-11,2026-11-10'], 3],
  ['RRN', two, [...posted, '2026-11-11,2026-11-10'], 4],
  ['Auth Code', two, [...posted, '2026-11-13,2026-11-12'], 3],
  ['STAN', 'Date', ['2026-11-11', '2026-11-11', '2026-11-11', '2026-11-10'], 1],
  ['RRN', 'Date', ['2026-11-11', '2026-11-11', '2026-11-19', '2026-11-10'], 4],
  ['Auth Code', 'Date', ['2026-11-11', '2026-11-12', '2026-11-11', '2026-11-10'], 3],
] as const)('by %s under %s: %j', async (key, dates, days, confirmed) => {
  const text = textOf(key, dates, days);
  const trial = await tryText(text, payments);
  const { mapping } = await trialFileOf(text);
  const layout = layoutOf(mapping, readSo(trial.reading, 'day', 'settlement'));
  const { entries } = await tryBankFile(text, payments, { layout });
  expect(entries.filter(({ outcome }) => outcome === 'matched')).toHaveLength(confirmed);
  const settled = trial.of('day')?.ways.find(({ way }) => way === 'settlement');
  expect(settled).toMatchObject({ confirms: confirmed });
});

test('a first file that the bank paid weeks later names what it lacks of the days of its payments', async () => {
  const paid = payments.map(() => '2026-12-01');
  const text = textOf('RRN', 'Settlement Date', paid).replace(/.*632609120002.*\n/, '');
  const today = { todayIso: '2026-12-02', nowMs: Date.parse('2026-12-02T12:00:00+03:00') };
  const { entries, summary } = await tryBankFile(text, [], today, payments);
  expect(summary.verdict).toBe('UNBALANCED');
  expect(entries.map(({ outcome, transaction_id: id }) => `${outcome} ${id}`).toSorted()).toEqual([
    'matched 1',
    'matched 2',
    'matched 4',
    'missingInBank 3',
  ]);
});
