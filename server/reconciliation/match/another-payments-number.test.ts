import { expect, test } from 'vitest';
import { fileText, headerText, lineOf, sold, type TrialPayment, tryBankFile } from '../bank-file-trial.ts';

/** Four sales of one price at one terminal, a minute apart, each with an approval code and a card of its own. */
const payments: TrialPayment[] = [1, 2, 3, 4].map((id) => ({
  ...sold(id, `22 10:0${id}`, { tid: '88501158', stan: `00000${id}`, amountMinor: 10_000 }),
  authCode: String(440_000 + id),
  last4: String(1_000 + id),
}));
const [first, second, third] = payments as [TrialPayment, TrialPayment, TrialPayment];
const line = (payment: TrialPayment, rrn: TrialPayment['rrn'], change = {}): string =>
  lineOf(payment, {
    rrn: String(rrn),
    stan: '',
    auth: String(payment.authCode),
    card: `484783******${payment.last4}`,
    ...change,
  });

const found = async (lines: readonly string[], all = payments): Promise<string[]> =>
  (await tryBankFile(fileText(...lines), all)).entries.flatMap((entry) =>
    entry.line === null
      ? []
      : [`${entry.line} ${entry.outcome} ${entry.transaction_id} by ${entry.matched_by}`],
  );

test('a line with the RRN of one payment and approval code, card and minute of another is the other one’s', async () => {
  expect(await found([line(first, second.rrn)])).toEqual(['2 matched 1 by authCode']);
});

test('so it is where the file names no terminal', async () => {
  const anywhere = [line(first, second.rrn, { tid: '' }), line(third, third.rrn, { tid: '' })];
  expect(await found(anywhere)).toEqual(['2 matched 1 by authCode', '3 matched 3 by rrn']);
  // The minute of its RRN's payment speaks for that one there, too.
  const ofMinute = line(first, second.rrn, { tid: '', date: '22/11/2026 10:02' });
  expect(await found([ofMinute, ...anywhere.slice(1)])).toEqual(['2 matched 2 by rrn', '3 matched 3 by rrn']);
});

test('a refund under its sale’s RRN, by code and card, is not that of another terminal’s refund of that RRN', async () => {
  const back = (of: TrialPayment, change: TrialPayment): TrialPayment => ({
    ...of,
    type: 'REFUND',
    feeMinor: 0,
    vatMinor: 0,
    originalId: of.id as number,
    ...change,
  });
  const [one, other] = [
    back(first, { id: 5, rrn: '632609125555', authCode: '445555', last4: '5555' }),
    back(third, { id: 6, tid: '88501165', rrn: first.rrn as string, authCode: '446666', last4: '6666' }),
  ];
  const ofDay = (payment: TrialPayment, rrn: TrialPayment['rrn']): string =>
    line(payment, rrn, { type: 'Refund', tid: '', date: '22/11/2026', fee: '0', vat: '0', net: '-100.00' });
  const all = [...payments, one, other];
  const sales = [second, payments[3] as TrialPayment].map((sale) => line(sale, sale.rrn));
  expect(await found([ofDay(one, first.rrn), ofDay(other, third.rrn), ...sales], all)).toEqual([
    '2 matched 5 by authCode',
    '3 matched 6 by authCode',
    '4 matched 2 by rrn',
    '5 matched 4 by rrn',
  ]);
});

test('two lines that have each other’s RRN go to the payments of their other keys, in either order', async () => {
  const swapped = [line(first, second.rrn), line(second, first.rrn)];
  expect(await found(swapped)).toEqual(['2 matched 1 by authCode', '3 matched 2 by authCode']);
  expect(await found(swapped.toReversed())).toEqual(['2 matched 2 by authCode', '3 matched 1 by authCode']);
});

test('beside the line that its RRN is of, it is no duplicate of that payment', async () => {
  expect(await found([line(first, second.rrn), line(second, second.rrn)])).toEqual([
    '2 matched 1 by authCode',
    '3 matched 2 by rrn',
  ]);
});

test('nor one of a payment that an earlier file brought', async () => {
  const brought = { ...second, claimedBy: '77', claimedLine: 2 };
  expect(await found([line(first, second.rrn), line(third, third.rrn)], [first, brought, third])).toEqual([
    '2 matched 1 by authCode',
    '3 matched 3 by rrn',
  ]);
});

test.each([
  ['its approval code and card are nobody’s', { auth: '999999', card: '484783******9999' }],
  ['its card alone is another payment’s', { auth: String(second.authCode) }],
  ['its minute is the payment’s of its RRN', { date: '22/11/2026 10:02' }],
])('the RRN stays where %s', async (_, change) => {
  expect(await found([line(first, second.rrn, change)])).toEqual(['2 matched 2 by rrn']);
});

test('a line that a payment’s id names twice stays a duplicate where neither of them has an RRN', async () => {
  const uuidOf = ({ id }: TrialPayment): string => `0193a1b2-0000-7000-8000-00000000000${id}`;
  const withoutRrn = payments.map((payment) => ({ ...payment, uuid: uuidOf(payment), rrn: null }));
  const text = [
    `${headerText},Payment Reference`,
    ...[second, first].map((payment) => `${line(payment, '')},${uuidOf(second)}`),
    '',
  ].join('\n');
  const { entries } = await tryBankFile(text, withoutRrn.slice(0, 2));
  expect(entries.map((entry) => [entry.line, entry.outcome, entry.transaction_id])).toEqual([
    [null, 'missingInBank', '1'],
    ['3', 'duplicate', null],
    ['2', 'matched', '2'],
  ]);
});
