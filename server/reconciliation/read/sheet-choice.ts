import type { SaidWords } from '@mizan/contract/bank-file-words.ts';
import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { detectColumns, type SampleRow, sampleRowOf } from './columns.ts';
import { fileRefused } from './file-refused.ts';
import { type OtherSheet, otherSheets, type SheetWalk } from './other-sheets.ts';
import { isBlank, type RowSink } from './row.ts';

/** Summaries, charts and legends stand before the details in some workbooks; further down nobody hides them. */
const sheetsSearchedMax = 20;

/** Which sheet is wanted: by its name, and else by the names of its columns; those of bank files where nothing is said. */
export interface SheetChoice {
  wanted: string | undefined;
  isHead?: ((cells: readonly string[]) => boolean) | undefined;
  /** Whether other sheets with those names are told that have lines below them; they are not read. */
  tellsFurther?: boolean | undefined;
  /** What was said of the others, where they are to be read as well; left away, they are not looked at. */
  ofOthers?: SaidWords | undefined;
}

/** Hidden is one that whoever opens the workbook does not see. */
interface Sheet {
  name: string;
  isHidden: boolean;
}

/** What is told of the sheets of a workbook before the first row. */
export interface ToldSheets {
  sheet: string;
  sheets: string[];
  others: OtherSheet[];
  /** Where they are to be told: the names of other sheets in sight that have the same kind of lines. */
  further: string[];
}

/**
 * Hands on the rows of the chosen sheet, and then those of the others that are read with it, told apart by their numbers
 * (`placeOfLine`). Refuses `empty`, and `tooManyRows` beyond as many as one sheet may have.
 */
export async function readSheets<T extends Sheet>(
  sheets: readonly T[],
  choice: SheetChoice,
  walk: SheetWalk<T>,
  onSheets: (told: ToldSheets) => void,
  onRow: RowSink,
): Promise<void> {
  const chosen = await chooseSheet(sheets, choice, walk);
  const others = choice.ofOthers ? await otherSheets(sheets, chosen, choice.ofOthers, walk) : [];
  onSheets({
    sheet: chosen.name,
    sheets: sheets.map(({ name }) => name),
    others: others.map(({ sheet: _sheet, ...other }) => other),
    further: await furtherSheets(sheets, chosen, choice, walk),
  });
  const { workbookRowsMax } = bankFileLimits;
  let count = 0;
  let isStopped = false;
  const read = (sheet: T, linesFrom: number) =>
    walk(sheet, (row) => {
      if (++count > workbookRowsMax) throw fileRefused('tooManyRows', { maxRows: workbookRowsMax });
      row.line += linesFrom;
      isStopped = onRow(row) === false;
      return !isStopped;
    });
  await read(chosen, 0);
  for (const { sheet, isRead, linesFrom } of others) if (isRead && !isStopped) await read(sheet, linesFrom);
}

/**
 * The sheet to read: the named one, else the first whose first rows name columns, else the first that may be a table of lines
 * without names, else the first with any rows; one that nobody sees only where none in sight would do.
 * Refuses `empty` where no sheet has one.
 */
async function chooseSheet<T extends Sheet>(
  sheets: readonly T[],
  { wanted, isHead }: SheetChoice,
  walk: SheetWalk<T>,
): Promise<T> {
  const named = sheets.find((sheet) => sheet.name === wanted);
  if (named) return named;
  let firstFilled: T | null = null;
  let firstTable: T | null = null;
  const inSightFirst = sheets.toSorted((one, other) => Number(one.isHidden) - Number(other.isHidden));
  for (const sheet of inSightFirst.slice(0, sheetsSearchedMax)) {
    const sample: SampleRow[] = [];
    await walk(sheet, (row) => {
      if (!isBlank(row)) sample.push(sampleRowOf(row));
      return sample.length < bankFileLimits.headerSearchRowsMax;
    });
    if (sample.length > 0) firstFilled ??= sheet;
    const columns = isHead ? null : detectColumns(sample);
    if (isHead ? sample.some(({ cells }) => isHead(cells)) : columns?.missing.length === 0) return sheet;
    if (columns) firstTable ??= sheet;
  }
  const chosen = firstTable ?? firstFilled;
  if (!chosen) throw fileRefused('empty');
  return chosen;
}

async function furtherSheets<T extends Sheet>(
  sheets: readonly T[],
  chosen: T,
  { isHead, tellsFurther }: SheetChoice,
  walk: SheetWalk<T>,
): Promise<string[]> {
  const further: string[] = [];
  if (!isHead || !tellsFurther) return further;
  for (const sheet of sheets.slice(0, sheetsSearchedMax)) {
    if (sheet === chosen || sheet.isHidden) continue;
    let [rows, hasHead, hasLine] = [0, false, false];
    await walk(sheet, (row) => {
      if (isBlank(row)) return true;
      rows += 1;
      hasLine = hasHead;
      hasHead ||= isHead(sampleRowOf(row).cells);
      return !hasLine && (hasHead || rows < bankFileLimits.headerSearchRowsMax);
    });
    if (hasLine) further.push(sheet.name);
  }
  return further;
}
