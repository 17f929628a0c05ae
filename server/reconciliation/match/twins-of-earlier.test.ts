/** A line that an earlier file brought, beside another payment of the same key and amount that no file has. */
import { expect, test } from 'vitest';
import { sold, type TrialPayment, tryBankFile } from '../bank-file-trial.ts';

const brought = { claimedBy: 7, claimedLine: 2, claimedChargeMinor: 92, claimedBatch: '55' };
const held = { ...brought, claimedGrossMinor: 10_000 };
const charges = '0.80,0.12,99.08,55';

const ordered = (keys: string, time: string): string =>
  `Terminal ID,Order ID,STAN,Auth Code,Transaction Date,Amount,Commission,VAT,Net,Batch No
88501158,12,${keys},22/11/2026${time},100.00,${charges}
`;
const halves = [sold(1, '22 11:00', { orderRef: '12', ...held }), sold(2, '22 11:30', { orderRef: '12' })];

const sale = sold(9, '20 10:00', { ...held, claimedBy: 6 });
const refund = (id: number, time: string, more: TrialPayment): TrialPayment =>
  sold(id, time, { type: 'REFUND', amountMinor: 4_000, feeMinor: 0, vatMinor: 0, originalId: 9, ...more });
const refunds = [
  sale,
  refund(1, '22 11:00', { ...brought, claimedGrossMinor: -4_000, claimedChargeMinor: 0 }),
  refund(2, '22 11:30', {}),
];
const underItsSale = `Terminal ID,RRN,Transaction Type,Transaction Date,Amount,Commission,VAT,Net,Batch No
88501158,632609120009,Refund,22/11/2026 11:00,-40.00,0.00,0.00,-40.00,55
`;

const byStan = `Terminal ID,STAN,Transaction Date,Amount,Commission,VAT,Net,Batch No
88501158,000001,22/11/2026 11:00,100.00,${charges}
`;
const ofOneStan = [sold(1, '22 11:00', held), sold(2, '22 22:30', { stan: '000001' })];

const withoutTerminal = `RRN,Transaction Date,Amount,Commission,VAT,Net,Batch No
632609120001,22/11/2026 11:00,100.00,${charges}
`;
const ofOneRrn = [
  sold(1, '22 11:00', held),
  sold(2, '22 11:30', { rrn: '632609120001', stan: '000001', tid: '88505544' }),
];

test.each([
  ['an order paid in halves, by STAN and approval code', ordered('000001,440001', ' 11:00'), halves],
  ['an order paid in halves, by the minute', ordered(',', ' 11:00'), halves],
  ['two refunds of a sale, by the minute', underItsSale, refunds],
  ['a STAN that came again that day, by the minute', byStan, ofOneStan],
  ['an RRN of two terminals, which the file does not name, by the minute', withoutTerminal, ofOneRrn],
])('already confirmed, and its twin is missing: %s', async (_, text, payments) => {
  const { entries, summary } = await tryBankFile(text, payments);
  expect(entries.map(({ outcome, transaction_id: id }) => [outcome, id])).toEqual([
    ['missingInBank', '2'],
    ['confirmedBefore', '1'],
  ]);
  expect(summary.verdict).toBe('UNBALANCED');
});

test.each([
  ['its own keys say so', ordered('000002,440002', ' 11:30')],
  ['nothing says that it is the other one', ordered(',', '').replace(',55', ',56')],
])('the second half of an order is confirmed where %s', async (_, text) => {
  const { entries } = await tryBankFile(text, halves);
  expect(entries.map(({ outcome, transaction_id: id }) => [outcome, id])).toEqual([['matched', '2']]);
});

test('a second try that was approved comes again: no payment of the declined first one', async () => {
  const tries = [
    sold(1, '22 11:00', { orderRef: '12', ...held }),
    sold(2, '22 10:58', { orderRef: '12', status: 'DECLINED', authCode: null, rrn: null }),
  ];
  const { entries } = await tryBankFile(ordered(',', ''), tries);
  expect(entries.map(({ outcome, transaction_id: id }) => [outcome, id])).toEqual([['confirmedBefore', '1']]);
});

test('a line that stands twice in a file pays no other payment of its order', async () => {
  const twice = ordered('000001,440001', ' 11:00').split('\n').slice(0, 2);
  const open = [sold(1, '22 11:00', { orderRef: '12' }), sold(2, '22 11:30', { orderRef: '12' })];
  const text = [...twice, twice[1], ''].join('\n');
  const { entries } = await tryBankFile(text, open);
  expect(entries.map(({ outcome, line }) => [outcome, line])).toContainEqual(['duplicate', '3']);
  expect(entries.map(({ outcome, transaction_id: id }) => [outcome, id])).not.toContainEqual([
    'matched',
    '2',
  ]);
});
