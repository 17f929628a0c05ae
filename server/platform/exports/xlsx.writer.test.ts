import { buffer } from 'node:stream/consumers';
import * as xlsx from '@e965/xlsx';
import { expect, test } from 'vitest';
import type { ExportHead, ExportRow } from './export-sheet.ts';
import { workbookOf } from './xlsx.writer.ts';

const columns = [
  { name: 'الاسم', kind: 'text', letters: 12 },
  { name: 'المبلغ', kind: 'amount', letters: 10 },
] as const;
const head: ExportHead = { title: 'المطابقة', facts: [], columns, reader: 'ar' };

async function* inBatches(rows: readonly ExportRow[], size = 2) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

async function opened(rows: readonly ExportRow[], more: { rowsOfSheet?: number; head?: ExportHead } = {}) {
  const bytes = await buffer(workbookOf(more.head ?? head, inBatches(rows), more.rowsOfSheet));
  const workbook = xlsx.read(bytes, { cellFormula: true, cellNF: true, cellStyles: true });
  const sheets = workbook.SheetNames.map((name) => ({
    name,
    rows: xlsx.utils.sheet_to_json<unknown[]>(workbook.Sheets[name] ?? {}, { header: 1 }),
  }));
  return { workbook, sheets, first: workbook.Sheets[workbook.SheetNames[0] ?? ''] ?? {} };
}

test('texts are texts, amounts are numbers with two decimals, and the sheet runs from right to left', async () => {
  const { workbook, sheets, first } = await opened([
    ['0012', -1250],
    [null, 5],
  ]);
  expect(workbook.Workbook?.Views?.[0]?.RTL).toBe(true);
  expect(sheets).toEqual([
    {
      name: 'المطابقة',
      rows: [
        ['الاسم', 'المبلغ'],
        ['0012', -12.5],
        [undefined, 0.05],
      ],
    },
  ]);
  expect(first['A2']).toMatchObject({ t: 's', v: '0012' });
  expect(first['B2']).toMatchObject({ t: 'n', v: -12.5, z: '#,##0.00' });
});

test('in English it runs from left to right', async () => {
  const { workbook } = await opened([], { head: { ...head, reader: 'en' } });
  expect(workbook.Workbook?.Views?.[0]?.RTL ?? false).toBe(false);
});

test('no text becomes a formula, and none breaks the file: signs of XML, control characters, half letters', async () => {
  const hostile = ['=1+1', '</t></is></c>&amp;', 'a\u0000\u000bb', '\ud800', '_x0041_', 'x'.repeat(40_000)];
  const { workbook, sheets } = await opened(hostile.map((text) => [text, 1]));
  const cells = Object.values(workbook.Sheets).flatMap((sheet) => Object.values(sheet) as xlsx.CellObject[]);
  expect(cells.filter(({ f }) => f !== undefined)).toEqual([]);
  const texts = sheets[0]?.rows.slice(1).map(([text]) => text);
  expect(texts).toEqual(["'=1+1", '</t></is></c>&amp;', 'ab', '\ufffd', '_x0041_', 'x'.repeat(32_767)]);
});

test('rows beyond those of a sheet go on in the next one, under the names of the columns', async () => {
  const rows = Array.from({ length: 5 }, (_, at): ExportRow => [`row ${at}`, at]);
  const { sheets } = await opened(rows, { rowsOfSheet: 3 });
  expect(sheets.map(({ name, rows: { length } }) => [name, length])).toEqual([
    ['المطابقة', 3],
    ['المطابقة 2', 3],
    ['المطابقة 3', 2],
  ]);
  expect(sheets.flatMap(({ rows: [names, ...own] }) => [names?.[0], ...own.map(([text]) => text)])).toEqual([
    'الاسم',
    'row 0',
    'row 1',
    'الاسم',
    'row 2',
    'row 3',
    'الاسم',
    'row 4',
  ]);
});

test('as many rows as a sheet takes stay in one', async () => {
  const { sheets } = await opened(
    [
      ['a', 1],
      ['b', 2],
    ],
    { rowsOfSheet: 3 },
  );
  expect(sheets).toHaveLength(1);
});

test('a table that cannot be read ends the file with its error, instead of a short workbook', async () => {
  async function* broken(): AsyncGenerator<readonly ExportRow[]> {
    yield [['a', 1]];
    throw new Error('the database went away');
  }
  await expect(buffer(workbookOf(head, broken()))).rejects.toThrow('the database went away');
});
