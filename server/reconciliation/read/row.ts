/**
 * One row of a table as every reader hands it on: UTF-8 bytes and where its cells lie in them.
 * The object and its buffers are the reader's own and change with the next row; `copyRow` keeps one.
 * A settlement file of a million lines has fourteen million cells: none of them becomes an object here.
 */
export interface Row {
  bytes: Uint8Array;
  /** Pairs: bounds[2i] is where cell i begins, bounds[2i + 1] where it ends (exclusive). */
  bounds: Int32Array;
  cellCount: number;
  /** The line of the text file or the row of the sheet, counted from 1, as a person would find it. */
  line: number;
  /** A quote in it, or in one beside it, closes on another line: what its cells hold is not certain. */
  isBroken?: boolean;
}

/** Takes a row; `false` stops the reader. */
export type RowSink = (row: Row) => boolean | void;

const decoder = new TextDecoder('utf-8');

/** Spaces and marks of direction. */
const wrappingSign = /[\s\u00a0\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/;

/** From both ends inwards: a pattern for the end would begin anew at each space within a cell of nothing else. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && wrappingSign.test(text.charAt(start))) start += 1;
  while (start < end && wrappingSign.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** The text of cell `index` without its wrapping; '' where the row is shorter. */
export function cellText(row: Row, index: number): string {
  if (index < 0 || index >= row.cellCount) return '';
  const start = row.bounds[2 * index] ?? 0;
  const end = row.bounds[2 * index + 1] ?? 0;
  return start === end ? '' : unwrap(decoder.decode(row.bytes.subarray(start, end)));
}

/** A value without surrounding spaces, direction marks, a leading apostrophe or a ="..." guard. */
export function unwrap(text: string): string {
  let plain = trimmed(text);
  if (plain.startsWith('="') && plain.endsWith('"') && plain.length > 2) plain = plain.slice(2, -1);
  if (plain.startsWith("'")) plain = plain.slice(1);
  return trimmed(plain);
}

/** All cells of a row as texts: for headers, samples and previews, never for the mass of the lines. */
export function cellTexts(row: Row): string[] {
  return Array.from({ length: row.cellCount }, (_, index) => cellText(row, index));
}

/** Whether every cell of the row is empty. */
export function isBlank(row: Row): boolean {
  for (let i = 0; i < row.cellCount; i++) {
    if ((row.bounds[2 * i] ?? 0) < (row.bounds[2 * i + 1] ?? 0) && cellText(row, i) !== '') return false;
  }
  return true;
}

/** A row that outlives the reader's next one. */
export function copyRow(row: Row): Row {
  const last = row.cellCount * 2;
  let low = row.cellCount === 0 ? 0 : Infinity;
  let high = 0;
  for (let i = 0; i < last; i += 2) {
    low = Math.min(low, row.bounds[i] ?? 0);
    high = Math.max(high, row.bounds[i + 1] ?? 0);
  }
  const bounds = row.bounds.slice(0, last).map((at) => at - low);
  // A Buffer's own slice would share the reader's memory.
  const bytes = new Uint8Array(row.bytes.subarray(low, high));
  const kept: Row = { bytes, bounds, cellCount: row.cellCount, line: row.line };
  return row.isBroken === true ? { ...kept, isBroken: true } : kept;
}
