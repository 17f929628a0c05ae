import type { Row } from './row.ts';

/** What the cells of a table's lines look like: figures, or anything else; an empty one looks like nothing. */
export interface CellShape {
  /** By their number of cells, also empty ones: one row of another length says nothing of the others. */
  ofLength: Map<number, RowsOfLength>;
  /** How many cells the names of columns have, without empty ones at their end. */
  named: number;
}

interface RowsOfLength {
  /** All that were read so, also names of columns. */
  rows: number;
  /** From how many without delimiters in quotes the look was learnt. */
  seen: number;
  /** How many of these had something in a cell, and in how many of them that was a figure. */
  filled: Uint8Array;
  figures: Uint8Array;
  /** How many cells the fullest of these filled. */
  fullest: number;
}

const look = { empty: 0, figure: 1, other: 2 } as const;
/** The first rows tell. */
const learntRows = 64;
/** Lines have one length, or some of them leave empty cells at their end away. */
const lengthsMax = 16;

export const newCellShape = (): CellShape => ({ ofLength: new Map(), named: 0 });

/** The look of a cell by its first sign: a figure, also an Arabic-Indic or Persian one, and behind a sign. */
function lookOf({ bytes, bounds }: Row, cell: number): number {
  const [from, to] = [bounds[2 * cell] as number, bounds[2 * cell + 1] as number];
  if (from >= to) return look.empty;
  const first = bytes[from] as number;
  const at = (first === 0x2d || first === 0x2b) && from + 1 < to ? from + 1 : from;
  return isFigure(bytes, at, to) ? look.figure : look.other;
}

/** Whether a figure stands at a place before `to`, by the bytes of UTF-8. */
export function isFigure(bytes: Uint8Array, at: number, to: number): boolean {
  const byte = bytes[at] as number;
  if (byte >= 0x30 && byte <= 0x39) return true;
  if ((byte !== 0xd9 && byte !== 0xdb) || at + 1 >= to) return false;
  const next = bytes[at + 1] as number;
  return byte === 0xd9 ? next >= 0xa0 && next <= 0xa9 : next >= 0xb0 && next <= 0xb9;
}

/**
 * Counts a row by its length, and learns from one that `isPlain`: without delimiters in quotes; `widest` is up to which cell
 * it is filled. One that fills at most two thirds of the cells that another fills is a total, or a title with a figure: it
 * says nothing of what lines fill.
 */
export function learnCells(shape: CellShape, row: Row, widest: number, isPlain: boolean): void {
  const { cellCount } = row;
  const known = shape.ofLength.get(cellCount);
  if (known && known.seen >= learntRows) return void known.rows++;
  // A row without any figure is names of columns, or a title: it says how long lines are, and nothing of what they look like.
  const isNames = !hasFigure(row);
  if (isNames) shape.named = Math.max(shape.named, widest);
  const rows = rowsOfLength(shape, isNames ? widest : cellCount);
  if (!rows) return;
  rows.rows++;
  if (isNames || !isPlain) return;
  const filled = filledCount(row);
  if (filled * 3 <= rows.fullest * 2) return;
  rows.fullest = Math.max(rows.fullest, filled);
  rows.seen++;
  for (let cell = 0; cell < cellCount; cell++) {
    const own = lookOf(row, cell);
    if (own === look.empty) continue;
    rows.filled[cell] = (rows.filled[cell] as number) + 1;
    if (own === look.figure) rows.figures[cell] = (rows.figures[cell] as number) + 1;
  }
}

function rowsOfLength({ ofLength }: CellShape, cellCount: number): RowsOfLength | null {
  const known = ofLength.get(cellCount);
  if (known || ofLength.size >= lengthsMax) return known ?? null;
  const [filled, figures] = [new Uint8Array(cellCount), new Uint8Array(cellCount)];
  const made = { rows: 0, seen: 0, filled, figures, fullest: 0 };
  ofLength.set(cellCount, made);
  return made;
}

function filledCount(row: Row): number {
  let filled = 0;
  for (let cell = 0; cell < row.cellCount; cell++) if (lookOf(row, cell) !== look.empty) filled++;
  return filled;
}

function hasFigure(row: Row): boolean {
  for (let cell = 0; cell < row.cellCount; cell++) if (lookOf(row, cell) === look.figure) return true;
  return false;
}

/**
 * What lines of a length look like that a row of another length might have without its quotes; null where none is known. One
 * longer than the names of columns is no line's unless more rows have it than have the row's own.
 */
export function linesOfLength(
  { ofLength, named }: CellShape,
  cellCount: number,
  own: number,
): RowsOfLength | null {
  const lines = ofLength.get(cellCount);
  if (!lines || lines.seen === 0) return null;
  return cellCount <= named || lines.rows > (ofLength.get(own)?.rows ?? 0) ? lines : null;
}

/** What a cell of most lines looks like. */
function usualLook({ filled, figures }: RowsOfLength, cell: number): number {
  const count = filled[cell] as number;
  if (count === 0) return look.empty;
  return (figures[cell] as number) * 2 >= count ? look.figure : look.other;
}

/** Whether the cells of a row, as far as it goes, look as lines do there; empty ones look like any. */
export function beginsAsLines(lines: RowsOfLength, row: Row): boolean {
  for (let cell = 0; cell < row.cellCount; cell++) {
    const [own, usual] = [lookOf(row, cell), usualLook(lines, cell)];
    if (own !== look.empty && usual !== look.empty && own !== usual) return false;
  }
  return true;
}

/** How many cells of a row look otherwise than lines do there, or are empty where most lines have something. */
export function unlikeCells(lines: RowsOfLength, row: Row): number {
  const { filled, seen } = lines;
  let unlike = 0;
  for (let cell = 0; cell < filled.length; cell++) {
    const own = cell < row.cellCount ? lookOf(row, cell) : look.empty;
    const usual = usualLook(lines, cell);
    if (own === look.empty ? (filled[cell] as number) * 2 > seen : usual !== look.empty && own !== usual)
      unlike++;
  }
  return unlike;
}
