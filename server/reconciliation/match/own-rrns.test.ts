import { expect, test } from 'vitest';
import { fileText, lineText, type TrialPayment, tryBankFile } from '../bank-file-trial.ts';

const payments: TrialPayment[] = [1, 2, 3].map((id) => ({
  id,
  rrn: `63260912000${id}`,
  stan: `00000${id}`,
  authCode: null,
  createdAtMs: Date.parse(`2026-11-22T1${id}:00:00+03:00`),
}));
const own = (id: number, change = {}): string =>
  lineText({ rrn: `99990000000${id}`, stan: `00000${id}`, auth: '', ...change });

test('a bank with RRNs of its own: STAN, terminal, day and amount find the payment, and nothing is to claim', async () => {
  const { summary, entries } = await tryBankFile(fileText(own(1), own(2), own(3)), payments);
  expect(entries.map(({ outcome, matched_by }) => [outcome, matched_by])).toEqual([
    ['matched', 'stan'],
    ['matched', 'stan'],
    ['matched', 'stan'],
  ]);
  expect(summary.verdict).toBe('BALANCED');
});

test('an order reference beside RRNs of the bank: the payment is found by it', async () => {
  const header = 'Terminal ID,RRN,Order ID,Transaction Date,Transaction Amount,Net Amount';
  const row = '88501158,999900000001,A-77001,22/11/2026 12:00,100.00,99.08';
  const { entries } = await tryBankFile(`${header}\n${row}\n`, [{ orderRef: 'A-77001' }]);
  expect(entries).toMatchObject([{ outcome: 'matched', matched_by: 'reference' }]);
});

test("where one line has the portal's RRN, another RRN names another payment", async () => {
  const { entries } = await tryBankFile(fileText(own(3, { rrn: '632609120003' }), own(2)), payments.slice(1));
  expect(new Set(entries.map(({ outcome }) => outcome))).toEqual(
    new Set(['matched', 'missingInBank', 'missingInPortal']),
  );
});

/** Sold a month before, paid by an earlier file, under the number that the third line has. */
const old: TrialPayment = {
  ...payments[0],
  id: 9,
  rrn: '999900000003',
  stan: '000777',
  businessDay: '2026-10-20',
  createdAtMs: Date.parse('2026-10-20T12:00:00+03:00'),
  claimedBy: 'bank-file-1',
};
const pairs = async (text: string, all: readonly TrialPayment[]) =>
  (await tryBankFile(text, all)).entries.flatMap(({ outcome, line, transaction_id }) =>
    line === null ? [] : [`${line} ${outcome} ${transaction_id}`],
  );

test("an RRN with its STAN that the portal has of another day makes it the portal's kind", async () => {
  const { entries } = await tryBankFile(fileText(own(1), own(3, { stan: '000777' })), [...payments, old]);
  expect(entries.filter(({ outcome }) => outcome === 'matched')).toEqual([]);
});

test.each([
  ['another sale of the day', payments],
  ['a sale of another day', [...payments, old]],
])("a bank's own RRN that is by chance that of %s finds what its STAN does", async (_, all) => {
  const chance = all.length > 3 ? own(3) : own(3, { rrn: '632609120001' });
  expect(await pairs(fileText(own(1), own(2), chance), all)).toEqual([
    '2 matched 1',
    '3 matched 2',
    '4 matched 3',
  ]);
});

test('a line that nobody can read, with an own RRN that is by chance that of a missing sale, names nothing', async () => {
  const spoilt = own(3, { rrn: '632609120001', stan: '009999', amount: '1O0.00' });
  const { entries } = await tryBankFile(fileText(own(2), spoilt), payments.slice(0, 2));
  expect(entries.filter(({ line }) => line === null)).toMatchObject([
    { transaction_id: '1', reason: 'unreadLines' },
  ]);
});

test("a STAN of the bank's own beside the terminals' RRNs takes no payment from another line", async () => {
  const shifted = (id: number): string =>
    lineText({ rrn: `63260912000${id}`, stan: `00000${id + 1}`, auth: '' });
  expect(await pairs(fileText(shifted(1), shifted(2), shifted(3)), payments)).toEqual([
    '2 matched 1',
    '3 matched 2',
    '4 matched 3',
  ]);
});

test.each([
  ['no STAN', ''],
  ["an order's reference in its place", 'ORD-77'],
  ['another number in its place', '770077'],
])("a bank's own RRN by chance that of another sale finds none beside %s", async (_, stan) => {
  const sales = payments.map((each) => ({ ...each, authCode: `44000${each.id}` }));
  const line = (id: number, rrn = `99990000000${id}`): string =>
    lineText({ rrn, stan, auth: `44000${id}`, date: `2026-11-22 1${id}:00` });
  expect(await pairs(fileText(line(1, '632609120003'), line(2), line(3)), sales)).toEqual([
    '2 matched 1',
    '3 matched 2',
    '4 matched 3',
  ]);
});

test("RRNs of the terminals without STANs are the portal's, also where an approval code names another sale", async () => {
  const sales = payments.map((each) => ({ ...each, authCode: `44000${each.id}` }));
  const line = (id: number, auth: number): string =>
    lineText({ rrn: `63260912000${id}`, stan: '', auth: `44000${auth}`, date: `2026-11-22 1${id}:00` });
  expect(await pairs(fileText(line(1, 2), line(2, 2), line(3, 3)), sales)).toEqual([
    '2 matched 1',
    '3 matched 2',
    '4 matched 3',
  ]);
});
