import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { sheetNameMax, type TableForm } from '@mizan/contract/table-form.ts';
import { hasKeys, sampleRowOf } from './columns.ts';
import { refusalFrom } from './file-refused.ts';
import { headlessColumns, isPlaceKey } from './headless.ts';
import type { SampleRow } from './layout.ts';
import { type ReadOptions, readTable } from './read-table.ts';
import { isBlank } from './row.ts';

/** How the table of the files of a layout is told, and the keys of its columns. */
export interface TableOf {
  table: TableForm;
  keys: readonly string[];
}

/** What tells the names of one kind of table. `isNamed`: its rows name all that is needed. */
export interface NamesOf {
  names?: ReadOptions['names'];
  isNamed: (sample: readonly SampleRow[]) => boolean;
}

/** The table that a person said how to tell, of which a file is another one; null where it is of none. */
export async function formOf(
  filePath: string,
  forms: readonly TableOf[],
  { names, isNamed }: NamesOf,
): Promise<TableOf | null> {
  for (const form of forms) {
    if (isOfForm(await headRows(filePath, { table: form.table, names }), form, isNamed)) return form;
  }
  return null;
}

function isOfForm(
  sample: readonly SampleRow[],
  { table, keys }: TableOf,
  isNamed: NamesOf['isNamed'],
): boolean {
  const isNameless = keys.length > 0 && keys.every(isPlaceKey);
  if (!isNameless) return sample.some(({ cells }) => hasKeys(cells, keys));
  // A file that names its columns is another one, whatever its values look like.
  if (table.namesLine === 0 && isNamed(sample)) return false;
  const own = headlessColumns(sample, true)?.keys ?? [];
  return own.length === keys.length && own.every((key) => keys.includes(key));
}

/** Rows of a file that a person looks at to say which of them has the names. */
const shownRowsMax = 20;
/** Where the names stand further down, so many rows from there are shown besides. */
const rowsAtNamesMax = 10;

/** The first rows, and those from the line with the names on. */
export function rowsToShow<Row extends { line: number }>(rows: readonly Row[], namesLine: number): Row[] {
  const first = rows.slice(0, shownRowsMax);
  const at = rows.findIndex(({ line }) => line === namesLine);
  return at < first.length ? first : [...first, ...rows.slice(at, at + rowsAtNamesMax)];
}

/** Of a workbook with more sheets nobody looks through the list. */
const sheetsShownMax = 200;

export const sheetsOf = (names: readonly string[] = []): string[] =>
  names.filter((name) => name.length <= sheetNameMax).slice(0, sheetsShownMax);

/** How many first rows are held to find the names of columns in: more where a person said that they stand further down. */
export const firstRowsMax = (table: TableForm | undefined): number =>
  bankFileLimits.sampleRowsMax + (table?.namesLine ?? 0);

/** The first rows of a file as they are told so; none where it cannot be read so. */
async function headRows(
  filePath: string,
  options: Pick<ReadOptions, 'table' | 'names'>,
): Promise<SampleRow[]> {
  const rows: SampleRow[] = [];
  try {
    await readTable(filePath, {
      ...options,
      onFacts: () => {},
      onRow: (row) => {
        if (!isBlank(row)) rows.push(sampleRowOf(row));
        return rows.length < firstRowsMax(options.table);
      },
      onProgress: () => {},
    });
    return rows;
  } catch (error) {
    if (refusalFrom(error)) return [];
    throw error;
  }
}
