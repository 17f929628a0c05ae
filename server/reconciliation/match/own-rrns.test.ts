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

test("an RRN that the portal has of another day makes it the portal's kind", async () => {
  const old: TrialPayment = {
    ...payments[0],
    id: 9,
    rrn: '999900000003',
    stan: '000777',
    businessDay: '2026-10-20',
    createdAtMs: Date.parse('2026-10-20T12:00:00+03:00'),
    claimedBy: 'bank-file-1',
  };
  const { entries } = await tryBankFile(fileText(own(1), own(3)), [...payments, old]);
  expect(entries.filter(({ outcome }) => outcome === 'matched')).toEqual([]);
});
