import { expect, test } from 'vitest';
import { fileText, lineOf, sold, type TrialPayment, tryBankFile } from '../bank-file-trial.ts';

/** Sales of one terminal, each with an approval code and a card of its own. */
const [first, second] = [1, 2].map((id) => ({
  ...sold(id, `22 10:0${id}`, { tid: '88501158', amountMinor: 10_000 }),
  authCode: String(440_000 + id),
  last4: String(1_000 + id),
})) as [TrialPayment, TrialPayment];

/** A line with the code and card of a payment, and neither RRN nor STAN. */
const line = (payment: TrialPayment, change: Record<string, string> = {}): string =>
  lineOf(payment, {
    rrn: '',
    stan: '',
    auth: String(payment.authCode),
    card: `484783******${payment.last4}`,
    ...change,
  });
const other = { amount: '101.00', net: '100.08' };

const outcomesOf = async (lines: readonly string[], payments = [first, second]): Promise<string[]> => {
  const { entries } = await tryBankFile(fileText(...lines), payments);
  return entries
    .map(
      ({ outcome, line: at, transaction_id, matched_by }) =>
        `${at ?? '-'} ${outcome} ${transaction_id ?? '-'} ${matched_by ?? '-'}`,
    )
    .toSorted();
};

test.each([
  ['terminal and minute', other],
  ['terminal and day, of a file without times', { ...other, date: '22/11/2026' }],
  ['minute, of a file without terminals', { ...other, tid: '' }],
])('approval code and card with %s name the payment of another amount', async (_, change) => {
  const found = await outcomesOf([line(first, change), line(second)]);
  expect(found).toContain('2 amountDiffers 1 authCodeAnyAmount');
  expect(found).toContain('3 matched 2 authCode');
  expect(found).toHaveLength(2);
});

test.each([
  ['another minute', { date: '22/11/2026 10:31' }],
  ['another day', { date: '21/11/2026' }],
  ['another terminal', { tid: '88501165' }],
  ['neither terminal nor time', { tid: '', date: '22/11/2026' }],
  ['another card', { card: '484783******9999' }],
  ['the other sign', { amount: '-101.00', net: '-101.00', fee: '0', vat: '0', type: 'Refund' }],
])('with %s they do not', async (_, change) => {
  const found = await outcomesOf([line(first, { ...other, ...change }), line(second)]);
  expect(found.filter((one) => one.includes('authCodeAnyAmount'))).toEqual([]);
  expect(found).toContain('- missingInBank 1 -');
});

test('a line that has the RRN of another payment is not this one’s', async () => {
  const rrns = [line(second, { rrn: String(second.rrn) }), line(first, { ...other, rrn: '632609129999' })];
  expect(await outcomesOf(rrns)).toEqual(['- missingInBank 1 -', '2 matched 2 rrn', '3 missingInPortal - -']);
});

test('where two payments share code, card and minute, a line of a third amount is undecided', async () => {
  const twin = { ...first, id: 3, amountMinor: 20_000, rrn: '632609128888', stan: '000003' };
  const found = await outcomesOf([line(first, other), line(second)], [first, second, twin]);
  expect(found).toContain('2 undecidedSum - -');
  expect(found.filter((one) => one.includes('missingInBank'))).toEqual([]);
});

test('a second line of another amount is paid too much, and no repetition', async () => {
  const found = await outcomesOf([line(first), line(first, other), line(second)]);
  expect(found).toEqual(['2 matched 1 authCode', '3 missingInPortal - -', '4 matched 2 authCode']);
});
