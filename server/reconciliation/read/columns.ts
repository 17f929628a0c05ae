import { type BankField, bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { fieldOfName, type NamedField } from './column-names.ts';
import { comparableHeader } from './header-text.ts';
import { headlessBy, headlessColumns, isHeadless } from './headless.ts';
import type { ColumnMapping, Layout, SampleRow } from './layout.ts';
import { areMostly } from './mostly.ts';
import { cellTexts, type Row } from './row.ts';

export type { ColumnMapping, Layout, SampleRow } from './layout.ts';

/** Fields that several columns may hold together: amounts are added up, of types a dispute goes before the rest. */
const sharedFields: ReadonlySet<BankField> = new Set(['amount', 'fee', 'vat', 'type']);

/** A header names at least this many fields; fewer are a sentence of the preamble that happens to say 'amount'. */
const headerFieldsMin = 3;
const lineMarkers: ReadonlySet<string> = new Set(['DT', 'D']);
export const amountFields: readonly BankField[] = [
  'amount',
  'debit',
  'credit',
  'net',
  'netDebit',
  'netCredit',
];

const moneyFields: ReadonlySet<BankField> = new Set([...amountFields, 'fee', 'totalFee', 'vat']);

export const sampleRowOf = (row: Row): SampleRow => ({ line: row.line, cells: cellTexts(row) });

/**
 * Finds the row of column names among the first rows and what each column holds, by a saved layout first, else by
 * the Arabic and English names banks use; where no row looks like names, by their places. null where there is no table.
 */
export function detectColumns(sample: readonly SampleRow[], layout?: Layout): ColumnMapping | null {
  if (layout && isHeadless(layout)) return withMissing(headlessBy(sample, layout));
  if (layout?.table?.namesLine !== undefined) return saidColumns(sample, layout, layout.table.namesLine);
  if (layout && Object.keys(layout.fields).length === 0) return detectColumns(sample);
  const near = sample.slice(0, bankFileLimits.headerSearchRowsMax);
  // A bank that writes a page above its names: further down only what is certain.
  const far = sample.slice(near.length);
  return (
    namedHeader(near, sample, layout, layout ? 1 : headerFieldsMin) ??
    namedHeader(far, far, layout, headerFieldsMin) ??
    guessedHeader(near, layout) ??
    (layout ? null : withMissing(headlessColumns(sample)))
  );
}

/**
 * The columns as a person said where their names stand. In later files of a layout they may stand on another line: the row
 * with just these names is looked for first. null where the file has no such line.
 */
function saidColumns(sample: readonly SampleRow[], layout: Layout, namesLine: number): ColumnMapping | null {
  if (namesLine === 0) return withMissing(headlessColumns(sample, true));
  const keys = Object.keys(layout.fields);
  const row =
    sample.find(({ cells }) => hasKeys(cells, keys)) ?? sample.find(({ line }) => line === namesLine);
  return row ? withShift(mapRow(row, layout, sample), sample.slice(sample.indexOf(row) + 1)) : null;
}

/** Whether a row has just these names, in any order. */
export function hasKeys(cells: readonly string[], keys: readonly string[]): boolean {
  const own = new Set(numberedKeys(cells));
  return keys.length > 0 && own.size === keys.length && keys.every((key) => own.has(key));
}

const withMissing = (mapping: ColumnMapping | null): ColumnMapping | null =>
  mapping && { ...mapping, missing: missingFields(mapping.fields) };

/** The row that names most fields. Two do where they are all of it and enough to read the file by. */
function namedHeader(
  rows: readonly SampleRow[],
  sample: readonly SampleRow[],
  layout: Layout | undefined,
  fieldsMin: number,
): ColumnMapping | null {
  let best: ColumnMapping | null = null;
  let bestScore = 0;
  for (const [index, row] of rows.entries()) {
    const mapping = mapRow(row, layout, sample);
    const score = mapping.fields.filter((field) => field !== null).length;
    if (score <= bestScore) continue;
    bestScore = score;
    best = withShift(mapping, sample.slice(index + 1));
  }
  if (!best) return null;
  const isWhole =
    best.missing.length === 0 && best.titles.filter((title) => title !== '').length === bestScore;
  return bestScore >= (isWhole ? Math.min(2, fieldsMin) : fieldsMin) ? best : null;
}

/** An amount may have letters: 'SAR 100.00' is no name. */
const decimals = /\p{Nd}[.,٫]\p{Nd}/u;

/** The row that most looks like names (all words, no figures), for the person who will map it by hand. */
function guessedHeader(rows: readonly SampleRow[], layout: Layout | undefined): ColumnMapping | null {
  let best: SampleRow | null = null;
  let bestWidth = 0;
  for (const row of rows) {
    const words = row.cells.filter((cell) => /\p{L}/u.test(cell) && !decimals.test(cell)).length;
    // Empty cells behind the last name are the writer's, not columns without a name.
    const width = row.cells.findLastIndex((cell) => cell !== '') + 1;
    if (words < 3 || words < width * 0.8) continue;
    if (width > bestWidth) [best, bestWidth] = [row, width];
  }
  return best && { ...mapRow(best, layout, rows), shift: 0 };
}

function mapRow(row: SampleRow, layout: Layout | undefined, sample: readonly SampleRow[]): ColumnMapping {
  const keys = numberedKeys(row.cells);
  const fields: (BankField | null)[] = keys.map(() => null);
  const holder = new Map<BankField, { index: number } & NamedField>();
  row.cells.forEach((title, index) => {
    const key = keys[index] ?? '';
    const isSaved = layout !== undefined && Object.hasOwn(layout.fields, key);
    const named = isSaved ? savedField(layout, key) : fieldOfName(title);
    if (!named || (!isSaved && moneyFields.has(named.field) && isOfNoAmounts(named, sample, row, index)))
      return;
    const rival = holder.get(named.field);
    if (rival && !areTogether(rival, named)) {
      if (rival.rank <= named.rank) return;
      fields[rival.index] = null;
    }
    fields[index] = named.field;
    holder.set(named.field, { ...named, index });
  });
  return { headerLine: row.line, titles: row.cells, keys, fields, shift: 0, missing: missingFields(fields) };
}

/** Whether a title names a column of the layout, or one that banks call so. */
export const namesColumnOf =
  ({ fields }: Layout) =>
  (title: string): boolean =>
    Object.hasOwn(fields, comparableHeader(title)) || fieldOfName(title) !== null;

/**
 * Whether a column has percentages below its name, or words without a figure, and nothing else: 'MDR' is a rate here and an amount
 * there, and 'Debit/Credit Card' says of which kind a card is. So it is with a VAT of 15 on every line: that is its rate.
 */
function isOfNoAmounts(
  { field }: NamedField,
  sample: readonly SampleRow[],
  { line }: SampleRow,
  index: number,
): boolean {
  const cells = sample.flatMap((row) => (row.line > line ? (row.cells[index]?.trim() ?? '') : []));
  const filled = cells.filter((cell) => cell !== '');
  return (
    areMostly(filled, /^[\d٠-٩.,٫]+\s*[%٪]$/) ||
    (field === 'vat' && filled.length >= ratesMin && areMostly(filled, vatRate)) ||
    ((field === 'debit' || field === 'credit') && areMostly(filled, /^\P{Nd}*\p{L}\P{Nd}*$/u))
  );
}

/** The rates of VAT of the Kingdom since July 2020 and before; 0.15 may be the VAT of a fee of 1.00. */
const vatRate = /^(?:15|5)(?:\.0+)?$/;
/** So many lines: of fewer the VAT may come to just that. */
const ratesMin = 3;

const areTogether = (one: NamedField, other: NamedField): boolean =>
  one.field === 'type' ? one.isPart || other.isPart : one.isPart && other.isPart;

/** What a column was confirmed to hold, before any name; a field that was confirmed for several is added up again. */
function savedField({ fields }: Layout, key: string): NamedField | null {
  const field = fields[key];
  return field ? { field, rank: -1, isPart: sharedFields.has(field) } : null;
}

/** Comparable names, numbered where one stands twice. */
export function numberedKeys(titles: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return titles.map((title) => {
    const key = comparableHeader(title);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? key : `${key}#${count}`;
  });
}

/** A file can be read when it says how much and when; everything else makes matching stronger. */
export function missingFields(fields: readonly (BankField | null)[]): BankField[] {
  const missing: BankField[] = [];
  if (!amountFields.some((field) => fields.includes(field))) missing.push('amount');
  if (!fields.includes('date') && !fields.includes('postingDate')) missing.push('date');
  return missing;
}

const dateSign = /^\p{Nd}{1,4}[-/.]\p{Nd}{1,2}[-/.]/u;

/**
 * Moved by one where lines begin with a marker that the names have no cell for: most of them say so, one may have a cell too many. In a
 * workbook one such row makes all behind it as long: lines whose dates stand under their name are not moved.
 */
function withShift(mapping: ColumnMapping, behind: readonly SampleRow[]): ColumnMapping {
  const { titles, fields } = mapping;
  const marked = behind.filter((row) => lineMarkers.has(row.cells[0] ?? ''));
  const longer = marked.filter((row) => row.cells.length === titles.length + 1);
  const date = fields.findIndex((field) => field === 'date' || field === 'postingDate');
  const dated = marked.filter(({ cells }) => dateSign.test(cells[date] ?? ''));
  const isMoved = longer.length * 2 > marked.length && dated.length * 2 <= marked.length;
  return { ...mapping, shift: isMoved ? 1 : 0 };
}

/**
 * Whether the rows of a file begin with a marker of what they are: lines do so, in a column that holds nothing else.
 * 'T' alone proves nothing; it may be a type.
 */
export function hasLineMarkers(sample: readonly SampleRow[], mapping: ColumnMapping): boolean {
  if (mapping.shift === 0 && mapping.fields[0] !== null) return false;
  return sample.some((row) => row.line > mapping.headerLine && lineMarkers.has(row.cells[0] ?? ''));
}

export type RecordMarker = 'line' | 'total' | 'header' | null;

/** What the marker in the first cell says of a row (Mashreq's H, DT and T), or null where there is none. */
export function recordMarker(firstCell: string): RecordMarker {
  if (lineMarkers.has(firstCell)) return 'line';
  if (firstCell === 'T' || firstCell === 'TR') return 'total';
  return firstCell === 'H' ? 'header' : null;
}
