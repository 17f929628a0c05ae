import { expect, test } from 'vitest';
import { sold, tryBankFile } from '../bank-file-trial.ts';
import { detectColumns, type SampleRow } from './columns.ts';

const rowsOf = (text: string): SampleRow[] =>
  text
    .split('\n')
    .flatMap((line, index) => (line === '' ? [] : [{ line: index + 1, cells: line.split(';') }]));
const found = (text: string) => {
  const mapping = detectColumns(rowsOf(text));
  return mapping && { headerLine: mapping.headerLine, keys: mapping.keys, fields: mapping.fields };
};
const line = (number: number): string => `88501158;63260912000${number};2026-11-20 1${number}:00;100.00;x`;

test('a file without names has columns by their places, told by what they hold, and nothing is guessed of them', () => {
  expect(found([line(1), line(2)].join('\n'))).toEqual({
    headerLine: 0,
    keys: ['#1 key', '#2 key', '#3 date', '#4 amount', '#5 text'],
    fields: [null, null, null, null, null],
  });
});

test.each([
  ['digits', '1;2;3;4;5'],
  ['signs', '#;*;%;$;!'],
  ['nothing', ';;;;'],
  ['one word again and again', 'x;x'],
])('names of %s are passed over: no line is lost to them', (_, names) => {
  const mapping = detectColumns(rowsOf([names, line(1), line(2)].join('\n')));
  expect(mapping).toMatchObject({ headerLine: 1, missing: ['amount', 'date'] });
});

test('a total with currencies below lines without names is no names of columns', () => {
  const sold = (rrn: number): string => `SAR 99.08;SAR 0.80;SAR 0.12;100.00 SAR;2026-11-20;63260912000${rrn}`;
  const total = 'SAR 198.16;SAR 1.60;SAR 0.24;200.00 SAR;;Total';
  expect(found([sold(1), sold(2), total].join('\n'))).toMatchObject({ headerLine: 0 });
});

test('two columns are enough where their names are all that is needed', () => {
  expect(found('Date;Amount\n2026-11-20;100.00')).toMatchObject({
    headerLine: 1,
    fields: ['date', 'amount'],
  });
});

test('names below a page of words are found', () => {
  const page = Array.from({ length: 80 }, (_, index) => `Remark ${index}`);
  const names = 'Terminal ID;RRN;Date;Amount;Note';
  expect(found([...page, names, line(1)].join('\n'))).toMatchObject({ headerLine: 81 });
});

test('what has no column of dates is no table of payments', () => {
  expect(found('1;2;3\n4;5;6')).toBeNull();
  expect(found('hello;you\nand;me')).toBeNull();
});

test('a file without names is read by the places that a person said, to its first line', async () => {
  const layout = {
    fields: {
      '#10 text': null,
      '#1 key': 'terminalId',
      '#2 key': 'rrn',
      '#3 date': 'date',
      '#4 amount': 'amount',
    },
  } as const;
  const payments = [1, 2].map((number) => sold(number, `20 1${number}:00`));
  const { summary, entries } = await tryBankFile(`${line(1)}\n${line(2)}\n`, payments, { layout });
  expect(summary).toMatchObject({ verdict: 'GROSS_AGREED', linesRead: 2, rowCount: 2, linesRejected: 0 });
  expect(entries.map(({ line: at, outcome }) => [at, outcome])).toEqual([
    ['1', 'matched'],
    ['2', 'matched'],
  ]);
});
