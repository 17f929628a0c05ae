/** A column of amounts that nothing is read from is a question before the verdict: 15.00 of charges may stand in it. */
import { describe, expect, test } from 'vitest';
import { fieldsOf, fileText, headerText, lineOf, sold, tryBankFile } from './bank-file-trial.ts';
import { decimalMinor, namesNoMoney, namesNumber, wholeMinor } from './normalise/unread-columns.ts';
import { publishedLayouts } from './published-layouts.ts';
import type { Layout } from './read/columns.ts';

const sales = [1, 2, 3].map((id) => sold(id, `22 1${id}:00`));
const withColumn = (title: string, ...cells: string[]): string =>
  [`${headerText},${title}`, ...sales.map((sale, at) => `${lineOf(sale)},${cells[at] ?? cells[0]}`), ''].join(
    '\n',
  );
const judged = async (file: string, words?: Layout['words']) => {
  const { summary } = await tryBankFile(file, sales, words && { layout: { fields: fieldsOf(file), words } });
  return { verdict: summary.verdict, absent: summary.absent, words: summary.words };
};
const quiet = { verdict: 'BALANCED', absent: [], words: [] };

test.each([
  ['Other Charges', '5.00'],
  ['Amount Paid', '94.08'],
  ['Rate Charge', '-1.5'],
  ['Balance deducted', 'SAR 5.00'],
  ['خصومات أخرى', '٥٫٠٠'],
])('%s of %s: the file is incomplete, and the column asked with its lines', async (title, cell) => {
  expect(await judged(withColumn(title, cell, '0.00', cell))).toMatchObject({
    verdict: 'INCOMPLETE',
    absent: [{ kind: 'unreadColumn', value: title, count: 2 }],
    words: [{ field: 'column', word: title, count: 2, answer: null }],
  });
});

test('what was answered of it is kept by its name, whatever amounts it holds', async () => {
  const said = (answer: 'ASIDE' | 'OPEN') =>
    judged(withColumn('Other Charges', '7.25'), { column: { 'other charges': answer } });
  expect(await said('ASIDE')).toMatchObject({
    verdict: 'BALANCED',
    absent: [],
    words: [{ answer: 'ASIDE' }],
  });
  expect(await said('OPEN')).toMatchObject({
    verdict: 'INCOMPLETE',
    absent: [{ kind: 'unreadColumn', count: 3 }],
    words: [{ answer: 'OPEN' }],
  });
});

describe('nothing is asked of', () => {
  test.each([
    ['Exchange Rate', '3.75'],
    ['MDR %', '0.80'],
    ['Commission Rate', '0.80'],
    ['Running Balance', '1099.08'],
    ['نسبة العمولة', '0.80'],
    ['الرصيد', '1099.08'],
    ['Share', '0.80%'],
    ['Other Charges', '0.00'],
    ['Other Charges', ''],
    ['Sequence', '17'],
    ['Note', 'Batch 1.2 of Olaya'],
    ['Version', '1.2.30'],
  ])('%s with %s', async (title, cell) => {
    expect(await judged(withColumn(title, cell))).toEqual(quiet);
  });

  test('a second column of the amounts that repeats them on every line', async () => {
    expect(await judged(withColumn('Gross Amount', '100.00'))).toEqual(quiet);
    expect((await judged(withColumn('Gross Amount', '100.00', '90.00'))).verdict).toBe('INCOMPLETE');
  });

  test.each(publishedLayouts)('columns of a published layout: %s', async (_, file) => {
    const { words } = (await tryBankFile(file, [])).summary;
    expect(words.filter(({ field }) => field === 'column')).toEqual([]);
  });
});

test('an amount has one or two decimals, in any digits and with its currency', () => {
  expect(['5.00', '-94.08', '(1,234.50)', 'SAR 1.234,5', '٥٫٢٥', '5.00 ر.س'].map(decimalMinor)).toEqual([
    500, 9_408, 123_450, 123_450, 525, 500,
  ]);
  expect(['5', '0.00', '3.7500', '12:30', '22.11.2026', '0.8%', 'A1.20B'].map(decimalMinor)).toEqual([
    0, 0, 0, 0, 0, 0, 0,
  ]);
  expect(['Balance', 'FX Rate', 'Rate Fee', 'Balance due'].map(namesNoMoney)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

describe('of a file in halalas', () => {
  const head = 'Terminal ID,RRN,Date,Amount,Fee,VAT,Net';
  const inHalalas = async (title: string, ...cells: string[]) => {
    const rows = sales.map(
      ({ rrn }, at) => `88501158,${rrn},22/11/2026 12:00,10000,80,12,9908,${cells[at] ?? cells[0]}`,
    );
    const file = [`${head},${title}`, ...rows, ''].join('\n');
    const { summary } = await tryBankFile(file, sales, {
      layout: { fields: fieldsOf(file), minorUnits: true },
    });
    return { verdict: summary.verdict, absent: summary.absent, words: summary.words };
  };

  test.each([
    ['Other Charges', '500'],
    ['Amount Paid', '9408'],
    ['Terminal Rent', '-115'],
    ['Deducted', 'SAR 500'],
    ['خصومات أخرى', '٥٠٠'],
    ['Other Charges', '5.00'],
  ])('%s of %s is asked', async (title, cell) => {
    expect(await inHalalas(title, cell, '0', cell)).toMatchObject({
      verdict: 'INCOMPLETE',
      absent: [{ kind: 'unreadColumn', value: title, count: 2 }],
      words: [{ field: 'column', word: title, count: 2, answer: null }],
    });
  });

  test.each([
    ['Sequence', '17'],
    ['Branch Code', '500'],
    ['No of items', '2'],
    ['MCC', '5411'],
    ['رقم الفرع', '12'],
    ['م', '100'],
    ['Store', '7'],
    ['Other Charges', '0'],
    ['Other', '0500'],
    ['Other', '1234567890'],
    ['Other', '20261122'],
    ['Exchange Rate', '375'],
    ['Gross Amount', '10000'],
  ])('%s with %s is not', async (title, cell) => {
    expect(await inHalalas(title, cell)).toEqual(quiet);
  });

  test('whole numbers and what numbers things', () => {
    expect(['525', '(1200)', '500 SAR', '-7', '0', '007', '5.25', '22112026'].map(wholeMinor)).toEqual([
      525, 1_200, 500, 7, 0, 0, 0, 0,
    ]);
    expect(['Charge Code', 'Card Fee', 'Order', 'عدد العمليات', ''].map(namesNumber)).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
  });
});

test('a file of sums without such a column is balanced as before', async () => {
  expect(await judged(fileText(...sales.map((sale) => lineOf(sale))))).toEqual(quiet);
});
