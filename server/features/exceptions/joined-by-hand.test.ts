import { expect, test } from 'vitest';
import {
  fileText,
  lineOf,
  lineText,
  sold,
  type TrialPayment,
  tryBankFile,
} from '../../reconciliation/bank-file-trial.ts';
import type { HandMatch } from '../../reconciliation/match/hand-matches.ts';
import { expectToAddUp } from '../reconciliation/result-adds-up.ts';

/** What a match by hand does to a verdict, and when it does nothing. */

const [first, one, other, last] = [
  sold(1, '20 09:00'),
  sold(2, '20 12:00', { amountMinor: 25_000, feeMinor: 200, vatMinor: 30 }),
  sold(3, '20 12:01', { amountMinor: 13_850, feeMinor: 111, vatMinor: 17 }),
  sold(4, '20 21:00'),
] as const;
const joint = lineText({
  rrn: '632609999999',
  stan: '009999',
  auth: '999999',
  date: '20/11/2026 12:00',
  amount: '388.50',
  fee: '3.11',
  vat: '0.47',
  net: '384.92',
});
const file = fileText(lineOf(first), joint, lineOf(last));
const both: HandMatch = { id: '7', lines: [3], transactionIds: [2, 3] };

const tried = async (payments: readonly TrialPayment[], handMatches: HandMatch[], text = file) => {
  const trial = await tryBankFile(text, payments, { handMatches });
  expectToAddUp(trial);
  return {
    verdict: trial.summary.verdict,
    byHand: trial.summary.byHand,
    entries: trial.entries.map((each) => [each.outcome, each.transaction_id, each.line, each.matched_by]),
  };
};
const whole = [first, one, other, last];
const nothing = { ids: [], lines: 0, transactions: 0, entries: 0 };

test('a line that adds up two payments confirms both of them, and its fee is held against theirs', async () => {
  expect(await tried(whole, [])).toMatchObject({ verdict: 'UNBALANCED', byHand: nothing });
  const { verdict, byHand, entries } = await tried(whole, [both]);
  expect([verdict, byHand]).toEqual(['BALANCED', { ids: ['7'], lines: 1, transactions: 2, entries: 3 }]);
  // What the line kept back of both stands by itself.
  expect(entries.filter(([, , , by]) => by === 'hand')).toEqual([
    ['matched', null, '3', 'hand'],
    ['matched', '2', '3', 'hand'],
    ['matched', '3', '3', 'hand'],
  ]);
});

test('two lines of one payment are judged as one line, fee and all', async () => {
  const part = (stan: string, amount: string, fee: string, vat: string, net: string): string =>
    lineText({ rrn: `632609${stan}`, stan, auth: stan, date: '20/11/2026 12:00', amount, fee, vat, net });
  const parts = [
    part('008888', '100.00', '0.80', '0.12', '99.08'),
    part('007777', '150.00', '1.20', '0.18', '148.62'),
  ];
  const text = fileText(lineOf(first), ...parts, lineOf(last));
  const match = { id: '8', lines: [3, 4], transactionIds: [2] };
  const { verdict, entries } = await tried([first, one, last], [match], text);
  expect(verdict).toBe('BALANCED');
  expect(entries.filter(([, , , by]) => by === 'hand')).toEqual([
    ['matched', '2', '3', 'hand'],
    ['matched', null, '4', 'hand'],
  ]);
  const dear = text.replace('1.20,0.18,148.62', '2.20,0.18,147.62');
  expect((await tried([first, one, last], [match], dear)).entries[0]).toEqual([
    'feeDiffers',
    '2',
    '3',
    'hand',
  ]);
});

test.each([
  [
    'another file has one of its payments',
    [first, { ...one, claimedBy: '41', claimedLine: 9 }, other, last],
    both,
  ],
  ['one of its payments is no sale any more', [first, { ...one, status: 'DECLINED' }, other, last], both],
  ['an amount is another one', [first, { ...one, amountMinor: 25_001 }, other, last], both],
  ['a currency is another one', [first, { ...one, currency: 'USD' }, other, last], both],
  ['a payment is not there', [first, one, last], both],
  ['the line is not there', whole, { ...both, lines: [9] }],
  ['both sides are several', whole, { ...both, lines: [2, 3] }],
])('a match joins nothing where %s', async (_, payments, match) => {
  const { byHand, verdict, entries } = await tried(payments as TrialPayment[], [match]);
  expect([byHand, verdict]).toEqual([nothing, 'UNBALANCED']);
  expect(entries).toEqual((await tried(payments as TrialPayment[], [])).entries);
});

test('of two matches of one payment the first one holds, and the other joins nothing', async () => {
  const { byHand } = await tried(whole, [both, { id: '9', lines: [2], transactionIds: [2, 3] }]);
  expect(byHand.ids).toEqual(['7']);
});

test('a payment of another day that a person joined widens nothing that the file covers', async () => {
  const later = sold(5, '24 10:00', { amountMinor: 38_850, feeMinor: 311, vatMinor: 47 });
  const between = sold(6, '23 10:00');
  const { verdict, entries } = await tried(
    [first, last, between, later],
    [{ id: '7', lines: [3], transactionIds: [5] }],
  );
  expect(verdict).toBe('BALANCED');
  expect(entries.some(([, id]) => id === '6')).toBe(false);
});
