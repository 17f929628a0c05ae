import { readFileSync } from 'node:fs';
import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx';
import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { createCellRow } from './cell-row.ts';
import { fileRefused, refusalFrom } from './file-refused.ts';
import type { RowSink } from './row.ts';
import { readSheets, type SheetChoice, type ToldSheets } from './sheet-choice.ts';
import { numberForm, numberText } from './spreadsheet-values.ts';

/**
 * Reads the rows of an old Excel file's (BIFF) sheets, chosen as in `readXlsx`. The format cannot be streamed:
 * the file, at most 64 MiB, is held whole. Refuses `protected`, and `notTable` for another document in the same
 * container (a Word file, an e-mail).
 */
export async function readXls(
  filePath: string,
  choice: SheetChoice,
  onSheets: (told: ToldSheets) => void,
  onRow: RowSink,
): Promise<void> {
  const workbook = await openWorkbook(filePath);
  const sheets = workbook.SheetNames.flatMap((name, at) => {
    const sheet = workbook.Sheets[name];
    const isHidden = (workbook.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0;
    return sheet ? [{ name, isHidden, sheet }] : [];
  });
  const uses1904 = workbook.Workbook?.WBProps?.date1904 === true;
  const walk = ({ sheet }: { sheet: WorkSheet }, sink: RowSink): void => walkSheet(sheet, uses1904, sink);
  await readSheets(sheets, choice, walk, onSheets, onRow);
}

/** Its library is loaded where such a file comes: each thread that reads any file would take a tenth longer to start. */
async function openWorkbook(filePath: string): Promise<WorkBook> {
  const { CFB, read } = await import('@e965/xlsx');
  const bytes = readFileSync(filePath);
  try {
    // A locked .xlsx stands in the same container, encrypted by whatever: not every way of it is one that the library names.
    if (CFB.find(CFB.read(bytes, { type: 'buffer' }), '/EncryptedPackage')) throw fileRefused('protected');
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      cellFormula: false,
    });
  } catch (error) {
    if (refusalFrom(error)) throw error;
    const message = error instanceof Error ? error.message : '';
    throw fileRefused(/password/i.test(message) ? 'protected' : 'notTable');
  }
}

function walkSheet(sheet: WorkSheet, uses1904: boolean, sink: RowSink): void {
  const rows = (sheet['!data'] ?? []) as (CellObject[] | undefined)[];
  const cells = createCellRow();
  for (const [index, row] of rows.entries()) {
    if (!row) continue;
    if (index >= bankFileLimits.workbookRowsMax)
      throw fileRefused('tooManyRows', { maxRows: bankFileLimits.workbookRowsMax });
    cells.clear(index + 1);
    row.forEach((cell, column) => cells.set(column, cellValue(cell, uses1904)));
    if (cells.isFilled() && sink(cells.row) === false) return;
  }
}

function cellValue(cell: CellObject | undefined, uses1904: boolean): string {
  if (cell?.v === undefined) return '';
  if (cell.t !== 'n') return String(cell.v);
  const code = cell.z === undefined ? undefined : String(cell.z);
  return numberText(
    String(cell.v),
    code === undefined || code === 'General' ? 'plain' : numberForm(0, code),
    uses1904,
  );
}
