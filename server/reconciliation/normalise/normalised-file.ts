import type { AskedWord } from '@mizan/contract/bank-file-words.ts';
import type { ColumnMapping } from '../read/columns.ts';
import type { BankLines, SharedTexts } from './bank-lines.ts';
import type { Stretches } from './line-stretches.ts';
import type { NormaliseOptions } from './normalise-options.ts';
import { nothingPaid, type PaidOfFile } from './payout-checks.ts';
import type { LineWarning, RejectedKeys, Rejection } from './row-remarks.ts';
import { type NotCounted, newNotCounted } from './rows-not-counted.ts';
import { unreadOf, wordsOfSheets } from './sheet-rows.ts';
import type { LackingLines } from './stated-counts.ts';
import type { StatedFigures } from './stated-figures.ts';
import type { TotalCheck } from './total-checks.ts';
import { newUnreadCells, type UnreadCells } from './unread-cells.ts';
import type { ValueFormats } from './value-formats.ts';

/** A bank file, normalised: the good lines as columns, and everything else by name. */
export interface NormalisedFile {
  mapping: ColumnMapping;
  formats: ValueFormats;
  lines: BankLines;
  shared: SharedTexts;
  rejections: Rejection[];
  rejectedCount: number;
  /** Of the rejected rows, as many as are kept, those in which a key can still be read. */
  rejectedKeys: RejectedKeys[];
  warnings: LineWarning[];
  warningCount: number;
  /** Totals and payouts beside the lines that they close. */
  totals: TotalCheck[];
  figures: StatedFigures;
  /** How many totals and payouts there are beyond those that are held against their lines. */
  figuresBeyond: number;
  /** The lines of totals and payouts that agree and say what was kept of these together. */
  chargesStated: readonly Stretches[];
  /** Which lines its deposits pay, here and in other files. */
  paid: PaidOfFile;
  lacking: LackingLines;
  /** Columns of amounts that nothing is read from, of which nobody said that they are not about the payments. */
  unreadColumns: { name: string; count: number }[];
  /** What stands in such columns, whatever was said of them. */
  unreadCells: UnreadCells;
  /** Lines without a key of a payment in a file that has a column of RRNs, by their numbers, with what they say. */
  keylessRows: Map<number, readonly string[]>;
  /** The numbers of the files that the set which it was read from lacks. */
  absentParts: readonly number[];
  /** Sheets with amounts that are not read, and of which nobody said that they have none of these payments. */
  unreadSheets: readonly string[];
  /** Every row: `rowCount` = the heading + lines + these + those rejected. */
  rowCount: number;
  notCounted: NotCounted;
  /** Words that nobody knows and those that a person answered for. */
  words: AskedWord[];
}

/** A file of which no row is read yet. */
export const newFile = (
  found: Pick<NormalisedFile, 'mapping' | 'formats' | 'lines' | 'shared'>,
  { absentParts = [], otherSheets = [] }: NormaliseOptions,
): NormalisedFile => ({
  ...found,
  rejections: [],
  rejectedCount: 0,
  rejectedKeys: [],
  warnings: [],
  warningCount: 0,
  totals: [],
  figures: {
    totals: [],
    beyondCount: 0,
    above: [],
    counts: [],
    remarks: [],
    turnsSigns: false,
    takenBack: [],
  },
  figuresBeyond: 0,
  chargesStated: [],
  paid: nothingPaid(),
  unreadColumns: [],
  unreadCells: newUnreadCells(),
  keylessRows: new Map(),
  lacking: { count: 0, most: 0 },
  absentParts,
  unreadSheets: unreadOf(otherSheets),
  rowCount: 0,
  notCounted: newNotCounted(),
  words: wordsOfSheets(otherSheets),
});
