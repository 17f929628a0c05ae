import { expect, test } from 'vitest';
import { sold, tryBankFile } from '../bank-file-trial.ts';

const row = (tid: string, order: string, day: string, amount = '100.00'): string =>
  [
    'Terminal ID,Order ID,Transaction Date,Transaction Amount,Commission,VAT,Net Amount',
    `${tid},${order},${day} 09:00,${amount},0.80,0.12,99.08`,
    '',
  ].join('\n');
const judged = async (text: string, orderRef: string) => {
  const { entries, summary } = await tryBankFile(text, [sold(1, '22 11:00', { orderRef })]);
  return [summary.verdict, ...entries.map(({ outcome }) => outcome)];
};

test('a short order reference of another terminal on another day names no payment', async () => {
  const [verdict, ...outcomes] = await judged(row('88501544', '12', '21/11/2026'), '12');
  expect(verdict).toBe('UNBALANCED');
  expect(outcomes).toContain('missingInPortal');
  expect(outcomes).not.toContain('otherTerminal');
});

test.each([
  ['its terminal speaks for it, whatever the day', row('88501158', '12', '26/10/2026'), '12', 'matched'],
  ['its day does, of another terminal', row('88501544', '12', '22/11/2026'), '12', 'otherTerminal'],
  ['the day on which it is due does', row('', '12', '23/11/2026'), '12', 'matched'],
  [
    'it is as long as an RRN, of another terminal and day',
    row('88501544', 'SO-2026-00012', '21/11/2026'),
    'SO-2026-00012',
    'otherTerminal',
  ],
])('an order reference names its payment where %s', async (_, text, orderRef, outcome) => {
  expect(await judged(text, orderRef)).toEqual(['BALANCED', outcome]);
});

test('a short one with another amount and neither terminal nor day is no difference of that payment', async () => {
  const outcomes = await judged(row('88501544', '12', '21/11/2026', '140.00'), '12');
  expect(outcomes).not.toContain('amountDiffers');
});

test('a short one of the amount, of another day and without a terminal, may be its line: neither of both is called missing', async () => {
  const { entries, summary } = await tryBankFile(row('', '12', '20/11/2026'), [
    sold(1, '22 11:00', { orderRef: '12' }),
  ]);
  expect(summary.verdict).toBe('INCOMPLETE');
  expect(entries.map(({ outcome, line, reason }) => [outcome, line, reason])).toContainEqual([
    'undecidedSum',
    '2',
    'shortOrder',
  ]);
  expect(entries.map(({ outcome }) => outcome)).not.toContain('missingInBank');
  expect(await judged(row('', '12', '20/11/2026', '140.00'), '12')).toContain('missingInPortal');
});

const idOf = (id: number): string => `0193a1b2-0000-7000-8000-00000000000${id}`;
/** An order paid in 200.00 and 100.00, and the lines of a file that names each payment by its own id. */
const parts = [
  sold(1, '22 11:00', { orderRef: '12', uuid: idOf(1), amountMinor: 20_000, feeMinor: 160, vatMinor: 24 }),
  sold(2, '22 11:30', { orderRef: '12', uuid: idOf(2) }),
];
const byId = (...lines: readonly [id: number, amount: string, charges: string][]): string =>
  [
    'Terminal ID,Payment Reference,Order ID,Transaction Date,Transaction Amount,Commission,VAT,Net Amount',
    ...lines.map(([id, amount, charges]) => `88501158,${idOf(id)},12,22/11/2026,${amount},${charges}`),
    '',
  ].join('\n');

test('a line that names one payment of an order by its id is no other one’s of that order, whatever its amount', async () => {
  const outcomesOf = async (text: string) => {
    const { entries, summary } = await tryBankFile(text, parts);
    const found = entries.map(({ outcome, line, transaction_id: id }) => [outcome, line, id]);
    return [summary.verdict, ...found.toSorted((a, b) => String(a[1]).localeCompare(String(b[1])))];
  };
  const [one, other] = ['0.80,0.12,99.08', '1.60,0.24,198.16'];
  expect(await outcomesOf(byId([1, '100.00', one], [2, '200.00', other]))).toEqual([
    'UNBALANCED',
    ['amountDiffers', '2', '1'],
    ['amountDiffers', '3', '2'],
  ]);
  expect(await outcomesOf(byId([1, '100.00', one]))).toEqual([
    'UNBALANCED',
    ['amountDiffers', '2', '1'],
    ['timing', null, '2'],
  ]);
});
