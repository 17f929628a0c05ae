import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as xlsx from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFilledFile } from './read-filled-file.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mizan-filled-'));
});
afterAll(() => rm(folder, { recursive: true }));

const columns = ['kind', 'name', 'city'] as const;
const shape = {
  titles: new Map(columns.map((column) => [column, column] as const)),
  required: 'kind',
  fileBytesMax: 1_000_000,
  linesMax: 100,
} as const;
interface SheetStates {
  visible: 0;
  hidden: 1;
  veryHidden: 2;
}
type Sheets = readonly (readonly [name: string, lines: readonly string[], state?: keyof SheetStates])[];

/** A workbook of sheets that name the same columns, with lines of these names below. */
function workbookOf(sheets: Sheets, bookType: 'xlsx' | 'biff8'): Buffer {
  const book = xlsx.utils.book_new();
  for (const [sheet, lines] of sheets) {
    const rows = [columns, ...lines.map((name) => ['branch', name, 'Riyadh'])];
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows as string[][]), sheet);
  }
  const hidden: SheetStates = { visible: 0, hidden: 1, veryHidden: 2 };
  book.Workbook = { Sheets: sheets.map(([, , state = 'visible']) => ({ Hidden: hidden[state] })) };
  return xlsx.write(book, { type: 'buffer', bookType }) as Buffer;
}

const namesIn = async (sheets: Sheets, bookType: 'xlsx' | 'biff8') => {
  const body = Readable.from([workbookOf(sheets, bookType)]);
  const rows = await readFilledFile(folder, { fileName: 'filled.xlsx', body }, shape);
  return rows.map(({ cells }) => cells.name);
};

describe.each(['xlsx', 'biff8'] as const)('%s', (bookType) => {
  test('lines on a second sheet are not left out in silence: the file is refused and the sheet named', async () => {
    const sheets: Sheets = [
      ['Branches', ['Olaya']],
      ['Notes', []],
      ['More', ['Tahlia']],
    ];
    await expect(namesIn(sheets, bookType)).rejects.toMatchObject({
      code: 'unreadableFile',
      details: { reason: 'moreSheets', sheet: 'More' },
    });
  });

  test('a sheet that nobody sees is neither read in place of one in sight nor in the way of it', async () => {
    for (const state of ['hidden', 'veryHidden'] as const) {
      const old: Sheets[number] = ['Last year', ['Closed'], state];
      expect(await namesIn([old, ['Branches', ['Olaya']]], bookType)).toEqual(['Olaya']);
      expect(await namesIn([['Branches', ['Olaya']], old], bookType)).toEqual(['Olaya']);
    }
  });

  test('the examples of a template are no lines of whoever fills it in', async () => {
    for (const example of ['Example', 'مثال']) {
      expect(
        await namesIn(
          [
            ['Register', ['Olaya']],
            [example, ['Rawdah']],
          ],
          bookType,
        ),
      ).toEqual(['Olaya']);
    }
  });
});
