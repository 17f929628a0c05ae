import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import type { Row } from './row.ts';

/** A row that is filled cell by cell with texts: what workbooks are read into. */
export interface CellRow {
  row: Row;
  /** Whether any cell was set since the last clear. */
  isFilled: () => boolean;
  set: (column: number, text: string) => void;
  clear: (line: number) => void;
}

const firstBytes = 16 * 1024;

/**
 * A reusable row. Cells may come in any order of columns and with gaps; longer texts than a cell may have are cut.
 * Every row is as wide as the widest before it: a workbook leaves out empty cells at the end, which makes no row ragged.
 */
export function createCellRow(): CellRow {
  let buffer = Buffer.alloc(firstBytes);
  let used = 0;
  const row: Row = {
    bytes: buffer,
    bounds: new Int32Array(bankFileLimits.columnsMax * 2),
    cellCount: 0,
    line: 0,
  };
  return {
    row,
    isFilled: () => used > 0,
    clear: (line) => {
      row.bounds.fill(0, 0, row.cellCount * 2);
      row.line = line;
      used = 0;
    },
    set: (column, text) => {
      if (column < 0 || column >= bankFileLimits.columnsMax || text === '') return;
      const longest = Math.min(text.length * 3, bankFileLimits.cellBytesMax);
      if (used + longest > buffer.length) {
        const larger = Buffer.alloc((used + longest) * 2);
        buffer.copy(larger, 0, 0, used);
        buffer = larger;
        row.bytes = buffer;
      }
      const written = buffer.write(text, used, longest);
      row.bounds[2 * column] = used;
      used += written;
      row.bounds[2 * column + 1] = used;
      row.cellCount = Math.max(row.cellCount, column + 1);
    },
  };
}
