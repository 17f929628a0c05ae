import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { detectColumns, type SampleRow, sampleRowOf } from './columns.ts';
import { fileRefused } from './file-refused.ts';
import { isBlank, type RowSink } from './row.ts';

/** Summaries, charts and legends stand before the details in some workbooks; further down nobody hides them. */
const sheetsSearchedMax = 20;

/** Which sheet is wanted: by its name, and else by the names of its columns; those of bank files where nothing is said. */
export interface SheetChoice {
  wanted: string | undefined;
  isHead?: ((cells: readonly string[]) => boolean) | undefined;
}

/**
 * The sheet to read: the named one, else the first whose first rows name columns, else the first with any rows.
 * Refuses `empty` where no sheet has one.
 */
export async function chooseSheet<T extends { name: string }>(
  sheets: readonly T[],
  { wanted, isHead }: SheetChoice,
  read: (sheet: T, sink: RowSink) => Promise<void> | void,
): Promise<T> {
  const named = sheets.find((sheet) => sheet.name === wanted);
  if (named) return named;
  let firstFilled: T | null = null;
  for (const sheet of sheets.slice(0, sheetsSearchedMax)) {
    const sample: SampleRow[] = [];
    await read(sheet, (row) => {
      if (!isBlank(row)) sample.push(sampleRowOf(row));
      return sample.length < bankFileLimits.headerSearchRowsMax;
    });
    if (sample.length > 0) firstFilled ??= sheet;
    const isTable = isHead
      ? sample.some(({ cells }) => isHead(cells))
      : detectColumns(sample)?.missing.length === 0;
    if (isTable) return sheet;
  }
  if (!firstFilled) throw fileRefused('empty');
  return firstFilled;
}
