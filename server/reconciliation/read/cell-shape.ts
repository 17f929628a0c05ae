import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import type { Row } from './row.ts';

/** What the cells of a table's lines look like: figures, or anything else; an empty one looks like nothing. */
export interface CellShape {
  /** How many cells a line has, also empty ones. */
  cellCount: number;
  /** How many of the rows had something in a cell, and in how many of them that was a figure. */
  filled: Uint8Array;
  figures: Uint8Array;
  /** How many rows it was learnt from, from the first one of the most cells on. */
  seen: number;
  widest: number;
}

const look = { empty: 0, figure: 1, other: 2 } as const;
/** The first rows tell: names of columns, and then lines. */
const learntRows = 64;

export const newCellShape = (): CellShape => ({
  cellCount: 0,
  filled: new Uint8Array(bankFileLimits.columnsMax),
  figures: new Uint8Array(bankFileLimits.columnsMax),
  seen: 0,
  widest: 0,
});

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

/** Learns from a row without delimiters in quotes. One without any figure is names of columns, which say nothing of lines. */
export function learnCells(shape: CellShape, row: Row): void {
  if (shape.seen >= learntRows) return;
  if (row.cellCount > shape.widest) {
    // Titles above a table fill the first cells alone, and say nothing of what its lines fill.
    shape.widest = row.cellCount;
    shape.seen = 0;
    shape.filled.fill(0);
    shape.figures.fill(0);
  }
  if (!hasFigure(row)) return;
  shape.cellCount = row.cellCount;
  shape.seen++;
  for (let cell = 0; cell < row.cellCount; cell++) {
    const own = lookOf(row, cell);
    if (own === look.empty) continue;
    shape.filled[cell] = (shape.filled[cell] as number) + 1;
    if (own === look.figure) shape.figures[cell] = (shape.figures[cell] as number) + 1;
  }
}

function hasFigure(row: Row): boolean {
  for (let cell = 0; cell < row.cellCount; cell++) if (lookOf(row, cell) === look.figure) return true;
  return false;
}

/** Whether a line was among the rows that it was learnt from. */
export const knowsLines = ({ seen }: CellShape): boolean => seen > 0;

/** What a cell of most lines looks like. */
function usualLook({ filled, figures }: CellShape, cell: number): number {
  const count = filled[cell] as number;
  if (count === 0) return look.empty;
  return (figures[cell] as number) * 2 >= count ? look.figure : look.other;
}

/** How many cells of a row look otherwise than lines do there, or are empty where most lines have something. */
export function unlikeCells(shape: CellShape, row: Row): number {
  const { filled, seen, cellCount } = shape;
  let unlike = 0;
  for (let cell = 0; cell < cellCount; cell++) {
    const own = cell < row.cellCount ? lookOf(row, cell) : look.empty;
    const usual = usualLook(shape, cell);
    if (own === look.empty ? (filled[cell] as number) * 2 > seen : usual !== look.empty && own !== usual)
      unlike++;
  }
  return unlike;
}
