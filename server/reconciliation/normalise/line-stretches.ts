import type { BankLines } from './bank-lines.ts';

/** Stretches of lines without another one between them: the index of the first and of the last of each, one pair after the other. */
export type Stretches = number[];

/** Lines come in their order. */
export function addToStretches(stretches: Stretches, line: number): void {
  if (stretches.length > 0 && stretches.at(-1) === line - 1) stretches[stretches.length - 1] = line;
  else stretches.push(line, line);
}

/** Which lines a total closes, as a person would find them in the file. */
export interface ClosedRows {
  /** The first and the last; null where there is none. */
  fromLine: number | null;
  toLine: number | null;
  /** Whether it closes every line between these two: then they can be listed by their rows. */
  isRun: boolean;
  /** The rows as PostgreSQL writes a multirange, where they are no run; null too where the file has more stretches than are kept. */
  rows: string | null;
}

/** A 1 for each line that is in any of the stretches. */
export function linesOf({ count }: BankLines, all: readonly Stretches[]): Uint8Array {
  const marked = new Uint8Array(count);
  for (const stretches of all)
    for (let at = 0; at < stretches.length; at += 2)
      marked.fill(1, stretches[at] as number, (stretches[at + 1] as number) + 1);
  return marked;
}

/** About what the totals of one level close in a file of a million lines of which no two stand together. */
const stretchesMax = 1_000_000;

/** How many stretches may still be kept of a file. */
export interface StretchesLeft {
  left: number;
}
export const allStretches = (): StretchesLeft => ({ left: stretchesMax });

/** The rows of stretches, which are taken from those that may be kept. */
export function closedRows({ columns }: BankLines, stretches: Stretches, kept: StretchesLeft): ClosedRows {
  const rowOf = (line: number | undefined): number | null =>
    line === undefined ? null : (columns.line[line] as number);
  const isRun = stretches.length === 2;
  const ends = { fromLine: rowOf(stretches[0]), toLine: rowOf(stretches.at(-1)), isRun };
  const count = stretches.length / 2;
  if (count < 2 || count > kept.left) return { ...ends, rows: null };
  kept.left -= count;
  const ranges: string[] = [];
  for (let at = 0; at < stretches.length; at += 2)
    ranges.push(`[${rowOf(stretches[at])},${rowOf(stretches[at + 1])}]`);
  return { ...ends, rows: `{${ranges.join()}}` };
}
