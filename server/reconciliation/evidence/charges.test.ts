/** Rent and fees of a bank without a minus: taken, or given back. No payment tells it, so only the file may, or a person. */
import { expect, test } from 'vitest';
import { fileText, lineText, tryBankFile } from '../bank-file-trial.ts';
import type { Layout } from '../read/columns.ts';
import { trialFileOf, tryText } from '../reading-trial.ts';
import { layoutOf } from './reading.ts';
import { changedQuestions } from './remembered.ts';

const own = (type: string, amount: string): string =>
  lineText({ type, amount, rrn: '', stan: '', auth: '', card: '', fee: '0', vat: '0', net: '' });
const sale = lineText({});
const refund = (amount: string): string =>
  lineText({ rrn: '632609120002', type: 'Refund', amount, fee: '0', vat: '0', net: '' });
const asked = async (...lines: readonly string[]) => {
  const question = (await tryText(fileText(sale, ...lines), [{}])).of('charges');
  return question && [question.way, question.evidence, question.by];
};

test('one without a minus that nothing speaks about is asked, and preset to nothing', async () => {
  expect(await asked(own('Terminal rent', '20.00'))).toEqual([null, 'none', null]);
  expect(await asked(own('Monthly fee', '20.00'))).toEqual([null, 'none', null]);
});

test('rent alone is not asked about as a refund too; beside a refund the refund is the example', async () => {
  const rent = own('Terminal rent', '20.00');
  const refunds = async (...lines: readonly string[]) =>
    (await tryText(fileText(sale, ...lines), [{}])).of('refunds')?.example;
  expect(await refunds(rent)).toBeUndefined();
  expect(await refunds(rent, refund('-10.00'))).toBeUndefined();
  expect(await refunds(rent, refund('10.00'))).toBe('Refund');
});

test('where a minus was chosen for refunds, it is asked whether it holds for rent without one', async () => {
  const text = fileText(sale, own('Terminal rent', '20.00'));
  const { mapping } = await trialFileOf(text);
  const { reading } = await tryText(text, [{}]);
  const layout = layoutOf(mapping, { ...reading, formats: { ...reading.formats, refunds: 'minus' } });
  expect((await tryText(text, [{}], layout)).of('refunds')?.way).toBeNull();
});

test.each([
  [
    'the bank writes what it takes with a minus',
    [own('Terminal rent', '-50.00')],
    '20.00',
    'Terminal rent -50.00',
  ],
  ['also where that is another kind', [own('Chargeback fee', '-7.00')], '20.00', 'Chargeback fee -7.00'],
  ['a plus stands where not every amount has one', [], '+20.00', 'Terminal rent +20.00'],
  ['a plus, though refunds have no minus', [refund('10.00')], '+20.00', 'Terminal rent +20.00'],
])('it is given back where %s', async (_, before, amount, by) => {
  expect(await asked(...before, own('Terminal rent', amount))).toEqual(['signed', 'said', by]);
});

test('it is taken where what is taken back has no minus either', async () => {
  expect(await asked(refund('10.00'), own('Terminal rent', '20.00'))).toEqual([
    'taken',
    'said',
    'Refund 10.00',
  ]);
});

test('a file that writes both ways is asked about', async () => {
  const both = [refund('10.00'), own('Terminal rent', '-50.00'), own('Terminal rent', '20.00')];
  expect(await asked(...both)).toEqual([null, 'none', null]);
});

test('nothing is asked where every charge has its minus, and where there is none', async () => {
  expect(await asked(own('Terminal rent', '-20.00'))).toBeUndefined();
  expect(await asked(refund('-10.00'))).toBeUndefined();
});

test('each answer has its sign: taken is to claim, given back is paid too much, and both close', async () => {
  const text = fileText(sale, own('Terminal rent', '20.00'));
  const { mapping } = await trialFileOf(text);
  const { reading } = await tryText(text, [{}]);
  const judged = async (charges: 'signed' | undefined) => {
    const layout: Layout = layoutOf(mapping, { ...reading, formats: { ...reading.formats, charges } });
    const { summary } = await tryBankFile(text, [{}], { layout });
    const [bridge] = summary.bridges;
    return bridge?.causes.filter(({ outcome }) => outcome === 'rent').map((each) => each.differenceMinor);
  };
  expect([await judged(undefined), await judged('signed')]).toEqual([[-2_000], [2_000]]);
});

test('a remembered layout goes on with its answer, and is asked again where the file says otherwise', async () => {
  const text = fileText(sale, own('Terminal rent', '20.00'));
  const { mapping } = await trialFileOf(text);
  const { questions, reading } = await tryText(text, [{}]);
  const remembered = (charges: 'taken' | null): Layout => ({
    ...layoutOf(mapping, reading),
    readings: Object.fromEntries(
      questions.flatMap(({ question, way, ways, tried }) => {
        const confirmed = question === 'charges' ? charges : way;
        const finds = ways.find((each) => each.way === confirmed)?.finds ?? 0;
        return confirmed === null ? [] : [[question, { way: confirmed, tried, finds }]];
      }),
    ),
  });
  const changes = async (layout: Layout, ...lines: readonly string[]) => {
    const next = fileText(sale, ...lines);
    const { mapping: columns, formats } = await trialFileOf(next, layout);
    const trial = await tryText(next, [{}], layout);
    return changedQuestions(trial, layout, { fields: columns.fields, formats }).charges;
  };
  const rent = own('Terminal rent', '30.00');
  expect(await changes(remembered('taken'), rent)).toBeUndefined();
  expect(await changes(remembered(null), rent)).toBe('undecided');
  expect(await changes(remembered('taken'), rent, own('Monthly fee', '-7.00'))).toBe('otherWay');
  expect(await changes(remembered('taken'), own('Monthly fee', '-7.00'))).toBeUndefined();
});
