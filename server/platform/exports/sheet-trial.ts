import { read, utils } from '@e965/xlsx';

/** What tests read of a workbook or a CSV file of ours, as another program has it. */

type Cell = string | number | null;

/** The rows of the first sheet, its headings first; amounts are numbers, days texts, an empty cell is null. */
export function sheetOf(file: Buffer): Cell[][] {
  const book = read(file, { raw: true, codepage: 65001 });
  return utils.sheet_to_json<Cell[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, {
    header: 1,
    defval: null,
  });
}

/** An amount of a cell; null where the cell is empty. */
export const inHalalas = (cell: unknown): number | null =>
  cell === null || cell === '' ? null : Math.round(100 * Number(cell));
