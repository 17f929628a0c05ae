/** A workbook is read with every sheet that has the columns of its lines; any other with money in it is asked about. */
import type { SaidWords } from '@mizan/contract/bank-file-words.ts';
import { placeOfLine } from '@mizan/contract/table-form.ts';
import { describe, expect, test } from 'vitest';
import {
  fieldsOf,
  fileOf,
  fileText,
  headerText,
  lineOf,
  sold,
  type Trial,
  tryBankFile,
} from './bank-file-trial.ts';
import { workbookOf } from './workbook-trial.ts';

const sales = [1, 2, 3, 4].map((id) => sold(id, `22 1${id}:00`));
const [first, second, third, fourth] = sales as [object, object, object, object];

const refunded = sold(9, '22 12:00', { type: 'REFUND', feeMinor: 0, vatMinor: 0, mdrBps: 0 });

const saying = (words: SaidWords) => ({ layout: { fields: {}, words } });
const absentOf = ({ summary }: Trial) => summary.absent.map(({ kind, value }) => [kind, value]);
const outcomesOf = ({ entries }: Trial) => entries.map(({ outcome }) => outcome);

describe.each(['xlsx', 'xls'] as const)('%s', (bookType) => {
  test('chargebacks in another sheet with other columns are named, and leave the file incomplete until they are answered', async () => {
    const book = workbookOf(
      [
        ['Sales', fileOf(sales)],
        ['Chargebacks', 'Case,Terminal,Deducted\nCB-1,88501158,-500.00'],
      ],
      bookType,
    );
    const trial = await tryBankFile(book, sales);
    expect(trial.summary.verdict).toBe('INCOMPLETE');
    expect(absentOf(trial)).toEqual([['sheet', 'Chargebacks']]);
    const key = 'chargebacks: case, terminal, deducted';
    expect(trial.summary.words).toEqual([
      { field: 'sheet', key, word: 'Chargebacks', count: 1, answer: null },
    ]);
    const open = await tryBankFile(book, sales, saying({ sheet: { [key]: 'OPEN' } }));
    expect(open.summary.verdict).toBe('INCOMPLETE');
    const aside = await tryBankFile(book, sales, saying({ sheet: { [key]: 'ASIDE' } }));
    expect(aside.summary).toMatchObject({ verdict: 'BALANCED', absent: [], words: [{ answer: 'ASIDE' }] });
  });

  test('chargebacks in another sheet with the same columns are lines of the file', async () => {
    const taken = lineOf(first, {
      type: 'Chargeback',
      amount: '-100.00',
      fee: '0',
      vat: '0',
      net: '-100.00',
    });
    const book = workbookOf(
      [
        ['Sales', fileOf(sales)],
        ['Chargebacks', fileText(taken)],
      ],
      bookType,
    );
    const { summary, entries } = await tryBankFile(book, sales);
    expect(summary.verdict).toBe('UNBALANCED');
    expect(summary.linesRead).toBe(5);
    const chargeback = entries.find(({ outcome }) => outcome === 'chargeback');
    expect(placeOfLine(Number(chargeback?.line))).toEqual({ sheet: 2, row: 2 });
    expect(summary.words).toMatchObject([
      { field: 'sameSheet', word: 'Chargebacks', count: 1, answer: 'READ' },
    ]);
  });

  test.each([
    [
      'refunds',
      refunded,
      'Retailer,Refund Ref,Refunded On,Refund Amount\n88501158,632609120009,22/11/2026,-100.00',
    ],
    ['sales', sold(9, '22 12:00'), 'Device,Reference,Sold On,Gross\n88501158,632609120009,22/11/2026,100.00'],
  ])(
    '%s in a sheet of another layout: their payment waits, and the sheet is named with its rows',
    async (_what, other, text) => {
      const book = workbookOf(
        [
          ['Purchases', fileOf(sales)],
          ['Second', text],
        ],
        bookType,
      );
      const trial = await tryBankFile(book, [...sales, other]);
      expect(trial.summary).toMatchObject({ verdict: 'INCOMPLETE', linesRead: 4, linesRejected: 0 });
      expect(trial.summary.words).toMatchObject([{ field: 'sheet', word: 'Second', count: 1, answer: null }]);
      expect(trial.summary.holes).toMatchObject([{ kind: 'sheet', value: 'Second', waitsCount: 1 }]);
      expect(outcomesOf(trial).filter((outcome) => outcome !== 'matched')).toEqual(['waits']);
      const key = trial.summary.words[0]?.key ?? '';
      // Nothing tells that the file of its own has come.
      const apart = await tryBankFile(book, [...sales, other], saying({ sheet: { [key]: 'APART' } }));
      expect(apart.summary).toMatchObject({ verdict: 'INCOMPLETE', words: [{ answer: 'APART' }] });
      expect(absentOf(apart)).toEqual([['sheet', 'Second']]);
      // Somebody who is wrong about it is told what is missing, once it is due.
      const aside = await tryBankFile(book, [...sales, other], saying({ sheet: { [key]: 'ASIDE' } }));
      expect(aside.summary.verdict).toBe('UNBALANCED');
    },
  );

  test('a sheet of another layout, saved as a file of its own, confirms its refund', async () => {
    const own =
      'Terminal ID,RRN,Transaction Type,Transaction Date,Transaction Amount\n88501158,632609120009,Refund,22/11/2026 12:00,100.00';
    const trial = await tryBankFile(workbookOf([['Refunds', own]], bookType), [refunded]);
    expect(outcomesOf(trial)).toEqual(['matched']);
  });

  test('sales split over two sheets are all confirmed, and no row number stands for two', async () => {
    const book = workbookOf(
      [
        ['Branch 1', `Branch 1\n${fileOf([first, second])}`],
        ['Branch 2', `Branch 2\n\n${fileOf([third, fourth])}`],
      ],
      bookType,
    );
    const trial = await tryBankFile(book, sales);
    expect(trial.summary).toMatchObject({
      verdict: 'BALANCED',
      linesRead: 4,
      linesRejected: 0,
      notCounted: { counts: { title: 2, headings: 1 } },
    });
    expect(outcomesOf(trial)).toEqual(Array.from(sales, () => 'matched'));
    const lines = trial.entries.map(({ line }) => placeOfLine(Number(line)));
    expect(lines.map(({ sheet, row }) => `${sheet}/${row}`).toSorted((a, b) => a.localeCompare(b))).toEqual([
      '2/4',
      '2/5',
      'null/3',
      'null/4',
    ]);
  });
});

test('a sheet of the same columns that somebody calls none of these payments is left out', async () => {
  const book = workbookOf([
    ['Sales', fileOf([first, second])],
    ['Last month', fileOf([third, fourth])],
  ]);
  const [word] = (await tryBankFile(book, sales)).summary.words;
  const { summary } = await tryBankFile(
    book,
    [first, second],
    saying({ sameSheet: { [word?.key ?? '']: 'ASIDE' } }),
  );
  expect(summary).toMatchObject({ verdict: 'BALANCED', linesRead: 2 });
});

test('a sheet that has lines of another one again is asked about, not counted twice', async () => {
  const book = workbookOf([
    ['All', fileOf(sales)],
    ['Terminal 88501158', fileOf([third, fourth])],
  ]);
  const trial = await tryBankFile(book, sales);
  expect(trial.summary).toMatchObject({
    verdict: 'INCOMPLETE',
    linesRead: 4,
    words: [{ field: 'sameSheet', word: 'Terminal 88501158', answer: null }],
  });
  const key = trial.summary.words[0]?.key ?? '';
  const copy = await tryBankFile(book, sales, saying({ sameSheet: { [key]: 'ASIDE' } }));
  expect(copy.summary.verdict).toBe('BALANCED');
  const twice = await tryBankFile(book, sales, saying({ sameSheet: { [key]: 'READ' } }));
  expect(twice.summary).toMatchObject({ verdict: 'UNBALANCED', linesRead: 6 });
});

test('a payment that may stand in a sheet which is not read waits, and is not called missing', async () => {
  const book = workbookOf([
    ['Sales', fileOf([first, second, fourth])],
    ['Others', 'What,How much\nMada,100.00'],
  ]);
  const trial = await tryBankFile(book, sales);
  expect(trial.summary.verdict).toBe('INCOMPLETE');
  expect(trial.summary.holes).toMatchObject([{ kind: 'sheet', value: 'Others', waitsCount: 1 }]);
});

test('under the same names a row without any amount is a line that is rejected', async () => {
  const book = workbookOf([
    ['Sales', fileOf(sales)],
    ['Refunds', fileText('88501158,632609120009')],
  ]);
  const { summary } = await tryBankFile(book, sales);
  expect(summary).toMatchObject({ verdict: 'INCOMPLETE', linesRead: 4, linesRejected: 1 });
});

test('sheets without an amount are not asked about: words, days, numbers of terminals, headings alone', async () => {
  const book = workbookOf([
    ['Sales', fileOf(sales)],
    ['Legend', 'Term,Meaning\nMADA,The Saudi network\nRRN,Retrieval reference number'],
    ['Terminals', 'Terminal,Since\n88501158,22/11/2026'],
    ['Refunds', headerText],
    ['Sheet2', ''],
  ]);
  const { summary } = await tryBankFile(book, sales);
  expect(summary).toMatchObject({ verdict: 'BALANCED', words: [], absent: [] });
});

test('money in the words of another sheet is money', async () => {
  const book = workbookOf([
    ['Sales', fileOf(sales)],
    ['Note', 'Less chargeback deducted SAR 500.00'],
  ]);
  expect((await tryBankFile(book, sales)).summary.verdict).toBe('INCOMPLETE');
});

test.each([
  ['under a name for amounts', 'Case,Amount\nCB-1,12500000'],
  ['with a sign', 'Case,Ref\nCB-1,-12500000'],
  ['with a currency', 'Case,Ref\nCB-1,SAR 12500000'],
])('an amount in halalas that is as long as a number of something is money %s', async (_where, text) => {
  const book = workbookOf([
    ['Sales', fileOf(sales)],
    ['Chargebacks', text],
  ]);
  const { summary } = await tryBankFile(book, sales);
  expect(summary).toMatchObject({ verdict: 'INCOMPLETE', words: [{ word: 'Chargebacks', count: 1 }] });
});

test('an answer holds for the sheet of that name and those columns, and for no other', async () => {
  const bookOf = (name: string, columns: string) =>
    workbookOf([
      ['Sales', fileOf(sales)],
      [name, `${columns}\nCB-1,88501158,-500.00`],
    ]);
  const [word] = (await tryBankFile(bookOf('Sheet2', 'Case,Terminal,Deducted'), sales)).summary.words;
  const said = saying({ sheet: { [word?.key ?? '']: 'ASIDE' } });
  const verdictOf = async (name: string, columns: string) =>
    (await tryBankFile(bookOf(name, columns), sales, said)).summary.verdict;
  expect(await verdictOf('Sheet2', 'Case,Terminal,Deducted')).toBe('BALANCED');
  expect(await verdictOf('Sheet3', 'Case,Terminal,Deducted')).toBe('INCOMPLETE');
  expect(await verdictOf('Sheet2', 'Chargeback,Terminal,Amount')).toBe('INCOMPLETE');
});

test('headings in groups above the names of columns are titles in every sheet', async () => {
  const groups = 'Place,Transaction,,,,,,Amounts,,,,Card';
  const book = workbookOf([
    ['Branch 1', `${groups}\n${fileOf([first, second])}`],
    ['Branch 2', `${groups}\n${fileOf([third, fourth])}`],
  ]);
  const { summary } = await tryBankFile(book, sales);
  expect(summary).toMatchObject({
    verdict: 'BALANCED',
    linesRejected: 0,
    notCounted: { counts: { title: 2 } },
  });
});

test('a sheet with lines and no names of columns goes before a cover', async () => {
  const lines = fileOf(sales).replace(`${headerText}\n`, '');
  const book = workbookOf([
    ['Cover', 'Najd Bank\nMerchant,Noor Coffee'],
    ['Details', lines],
  ]);
  const named = Object.values(fieldsOf(fileOf(sales)));
  const fields = Object.fromEntries(named.map((field, index) => [`#${index + 1} text`, field]));
  const { summary } = await tryBankFile(book, sales, { layout: { fields } });
  expect(summary).toMatchObject({ verdict: 'BALANCED', linesRead: 4 });
});
