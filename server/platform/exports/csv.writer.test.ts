import { expect, test } from 'vitest';
import { csvLine, csvOf } from './csv.writer.ts';
import { exportFileName } from './export-file.ts';
import { guardedText, safeText } from './safe-text.ts';

test('every sign that begins a formula is guarded, also its wide form', () => {
  for (const sign of ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']) {
    expect(safeText(`${sign}1`)).toBe(`'${sign}1`);
  }
  expect(safeText('632400000001')).toBe('632400000001');
});

test('numbers keep their sign, and a sign alone is no formula', () => {
  expect(csvLine([-1250, 5, 0, '-', '+966501234567'])).toBe("-12.50,0.05,0.00,-,'+966501234567\r\n");
});

test('a mark of direction in front hides no formula', () => {
  expect(guardedText('\u200e=1+1')).toBe(' =1+1');
});

test('a cell with quotes, separators or line ends is quoted', () => {
  expect(csvLine(['a"b', 'c,d', 'e;f', null, -1250])).toBe('"a""b","c,d","e;f",,-12.50\r\n');
});

test('a byte order mark stands before the names of the columns, so that Excel reads Arabic', async () => {
  const columns = [{ name: 'المبلغ', kind: 'amount', letters: 8 }] as const;
  async function* rows() {
    yield [[1], [2]];
    yield [[3]];
  }
  const text = (await Array.fromAsync(csvOf({ title: '', facts: [], columns, reader: 'ar' }, rows()))).join(
    '',
  );
  expect(text).toBe('\ufeffالمبلغ\r\n0.01\r\n0.02\r\n0.03\r\n');
});

test('a file has a name that every system takes, whatever strangers wrote into it', () => {
  expect(exportFileName('كشف نوفمبر-exceptions', 'csv')).toBe('كشف نوفمبر-exceptions.csv');
  expect(exportFileName('../a/b\\c:"<x>|\u202egpj.exe\n', 'xlsx')).toBe('.. a b c x gpj.exe.xlsx');
  expect(exportFileName('\u200f', 'pdf')).toBe('export.pdf');
  expect(exportFileName('x'.repeat(500), 'pdf')).toHaveLength(124);
});
