import { latinDigits } from '@mizan/contract/money.ts';
import type { ColumnMapping, Layout, SampleRow } from './layout.ts';
import { isMostly } from './mostly.ts';

/** Rows by which the columns of a file without names are told. */
const rowsMax = 60;
const position = /^#(\d{1,4}) [a-z]+$/;

type Kind = 'date' | 'amount' | 'key' | 'figure' | 'text' | 'none';

/** What a value looks like, whatever it means. */
function kindOf(cell: string): Kind {
  const text = latinDigits(cell).trim();
  if (text === '') return 'none';
  if (/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T].*)?$/.test(text) || /^20\d{6}(?:[ T]?\d{4,6})?$/.test(text))
    return 'date';
  if (/^[-+(]?(?:[A-Z]{3} ?)?\d[\d,' ]*[.,٫]\d{1,3}\)?(?: ?[A-Z]{3})?$/.test(text)) return 'amount';
  if (/^\D{0,2}\d{5,}\D?$/.test(text)) return 'key';
  return /^[-+]?\d+$/.test(text) ? 'figure' : 'text';
}

function kindOfColumn(rows: readonly SampleRow[], index: number): Kind {
  const counts = new Map<Kind, number>();
  let filled = 0;
  for (const { cells } of rows) {
    const kind = kindOf(cells[index] ?? '');
    if (kind === 'none') continue;
    filled++;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const found = [...counts].find(([, count]) => isMostly(count, filled));
  return found?.[0] ?? (filled === 0 ? 'none' : 'text');
}

/** Whether a row has what could only be a line's: a date, an amount or a long number. */
const hasValue = ({ cells }: SampleRow): boolean =>
  cells.some((cell) => ['date', 'amount', 'key'].includes(kindOf(cell)));

const widthOf = (rows: readonly SampleRow[]): number => {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].sort(([a, one], [b, other]) => other - one || b - a)[0]?.[0] ?? 0;
};

/**
 * The columns of a file in which no row names them, by their places, for a person to say what each holds. Their keys say
 * what their values look like, so that files of the same shape are known again, and others are asked about. What stands
 * above the first row with a date, an amount or a long number is a title. null where no column could be of dates, unless
 * a person said that it has no names.
 */
export function headlessColumns(sample: readonly SampleRow[], isSaid = false): ColumnMapping | null {
  const firstValue = sample.findIndex(hasValue);
  if (firstValue < 0 && !isSaid) return null;
  const firstLine = Math.max(0, firstValue);
  const rows = sample.slice(firstLine, firstLine + rowsMax);
  const width = widthOf(rows);
  const alike = rows.filter(({ cells }) => cells.length === width);
  const kinds = Array.from({ length: width }, (_, index) => kindOfColumn(alike, index));
  const isTable = width >= 2 && kinds.some((kind) => kind === 'date' || kind === 'key');
  if (!isTable && !(isSaid && width > 0)) return null;
  const keys = kinds.map((kind, index) => `#${index + 1} ${kind}`);
  return mappingOf(sample, keys, () => null);
}

/** Whether a key is a place, and no name of the file. */
export const isPlaceKey = (key: string): boolean => position.test(key);

/** Whether a layout is of a file without names. */
export const isHeadless = ({ fields }: Layout): boolean => {
  const keys = Object.keys(fields);
  return keys.length > 0 && keys.every(isPlaceKey);
};

const placeOf = (key: string): number => Number(position.exec(key)?.[1] ?? 0);

/** The columns of such a layout, by their places. */
export const headlessBy = (sample: readonly SampleRow[], { fields }: Layout): ColumnMapping =>
  mappingOf(
    sample,
    Object.keys(fields).sort((a, b) => placeOf(a) - placeOf(b)),
    (key) => fields[key] ?? null,
  );

function mappingOf(
  sample: readonly SampleRow[],
  keys: string[],
  fieldOf: (key: string) => ColumnMapping['fields'][number],
): ColumnMapping {
  const firstLine = sample.findIndex(hasValue);
  return {
    headerLine: firstLine > 0 ? (sample[firstLine - 1] as SampleRow).line : 0,
    // Nothing of the file names them: no row is those names again.
    titles: keys.map(() => ''),
    keys,
    fields: keys.map(fieldOf),
    shift: 0,
    missing: [],
  };
}
