import type { Reader } from '../words.ts';

/** A cell: a text, an amount in minor units, or (a bigint) how many of something; each format writes them in its own way. */
export type ExportCell = string | number | bigint | null;
export type ExportRow = readonly ExportCell[];

export interface ExportColumn {
  name: string;
  /**
   * Texts are strangers' words and are guarded; amounts are integers of minor units, shown with two decimals, or counts; days are
   * '2026-11-24', which programs read, and people in words.
   */
  kind: 'text' | 'amount' | 'day';
  /** How wide, beside the other columns, in letters. */
  letters: number;
  /** What its cells can be chosen from in a workbook that comes back. */
  choices?: readonly string[];
}

/** What makes a file a paper that can be checked later: the same bytes whenever it is written. */
export interface ExportSeal {
  /** Where it is checked, as text and as a QR code in a PDF. */
  address: string;
  /** What stands below the code, line by line. */
  lines: readonly string[];
  /** Written into the file in place of the present moment. */
  at: Date;
  /** What was sealed, for programs: a PDF carries it inside. */
  figures: string;
}

/** What every format says of a table before its rows: small enough to be sent to a thread. */
export interface ExportHead {
  /** Of the sheet, and over the first page. */
  title: string;
  /** What the rows are, line by line, under the title of a PDF. */
  facts: readonly string[];
  columns: readonly ExportColumn[];
  /** Whose language, digits and calendar. */
  reader: Reader;
  seal?: ExportSeal;
  /** A CSV without the mark that spreadsheets want before Arabic. */
  isForPrograms?: boolean;
}

/** A table that is written row by row: nothing of it is ever whole in memory. */
export interface ExportTable extends ExportHead {
  /** How many rows there will be. */
  rowsTotal: number;
  /** In batches of some thousands, read while they are written. */
  rows: AsyncIterable<readonly ExportRow[]>;
  /** Rows of sums, asked for after the last row; drawn where people read them, left out where programs do. */
  totals: () => readonly ExportRow[];
  /** Sums stand below the rows of a CSV and a workbook too: the screen has them there, and people hold the file against it. */
  hasTotalsInSheets?: boolean;
}
