/** A sum that no word names: a row with nothing but amounts, which are as much as the lines above it. */
import { describe, expect, test } from 'vitest';
import { fileOf, fileText, lineOf, sold, tryBankFile } from '../bank-file-trial.ts';

const sales = [1, 2, 3, 4].map((id) => sold(id, `22 1${id}:00`));
const [first, second, third, fourth] = sales.map((sale) => lineOf(sale)) as [string, string, string, string];
/** A row of this table with amount, fee, VAT and net alone. */
const bare = (amount: string, fee: string, vat: string, net: string): string =>
  `,,,,,,,${amount},${fee},${vat},${net},`;
const whole = bare('400.00', '3.20', '0.48', '396.32');

const judged = async (text: string, payments = sales) => {
  const { summary, entries } = await tryBankFile(text, payments);
  const { verdict, linesRead, linesRejected, notCounted, totals } = summary;
  const agrees = totals.map((total) => total.agrees);
  const open = entries.filter(({ outcome }) => outcome !== 'matched').map(({ outcome }) => outcome);
  return { verdict, linesRead, linesRejected, totals: notCounted.counts.total, agrees, open };
};

describe('a row of amounts alone', () => {
  test('below all lines is their sum', async () => {
    expect(await judged(`${fileOf(sales)}${whole}\n`)).toEqual({
      verdict: 'BALANCED',
      linesRead: 4,
      linesRejected: 0,
      totals: 1,
      agrees: [true],
      open: [],
    });
  });

  test('closes the lines since the last one, and two of them the parts and the whole', async () => {
    const half = bare('200.00', '1.60', '0.24', '198.16');
    const text = fileText(first, second, half, third, fourth, half, whole);
    expect(await judged(text)).toMatchObject({ verdict: 'BALANCED', totals: 3, agrees: [true, true, true] });
  });

  test('may be of one line, where more than its amount says so', async () => {
    const text = fileText(first, second, third, fourth, bare('400.00', '', '', ''));
    expect(await judged(text)).toMatchObject({ verdict: 'BALANCED', totals: 1 });
    const one = [sales[0] as (typeof sales)[number]];
    expect(await judged(fileText(first, bare('100.00', '0.80', '0.12', '99.08')), one)).toMatchObject({
      verdict: 'BALANCED',
      totals: 1,
    });
    expect(await judged(fileText(first, bare('100.00', '', '', '')), one)).toMatchObject({
      verdict: 'INCOMPLETE',
      linesRejected: 1,
    });
  });

  test.each([
    ['of another amount', bare('300.00', '3.20', '0.48', '396.32')],
    ['with another fee', bare('400.00', '3.00', '0.48', '396.32')],
    ['of an amount that is spoilt', bare('4OO.00', '3.20', '0.48', '396.32')],
    ['of one line more', bare('100.00', '0.80', '0.12', '99.08')],
  ])('%s is a line that cannot be read: the payment that it may be of waits', async (_what, row) => {
    expect(await judged(fileText(first, third, fourth, row))).toMatchObject({
      verdict: 'INCOMPLETE',
      linesRejected: 1,
      totals: 0,
      open: ['waits'],
    });
    expect(await judged(fileText(first, second, third, fourth, row))).toMatchObject({
      verdict: 'INCOMPLETE',
      linesRejected: 1,
    });
  });
});

test('a page begins with the same headings of groups as the first one', async () => {
  const groups = 'Place,Transaction,,,,When,,Amounts,,,,Card';
  const [names = ''] = fileText().split('\n');
  const text = [groups, names, first, second, groups, names, third, fourth, ''].join('\n');
  const { summary } = await tryBankFile(text, sales);
  expect(summary).toMatchObject({
    verdict: 'BALANCED',
    linesRejected: 0,
    notCounted: { counts: { title: 2, headings: 1 } },
  });
});
