import type { currencies } from '@mizan/contract/money.ts';
import type { Layout } from '../read/columns.ts';
import type { OtherSheet } from '../read/other-sheets.ts';

/** What rows are turned into lines with. */
export interface NormaliseOptions {
  layout?: Layout | undefined;
  /** For dates that could be read day first or month first. */
  todayIso: string;
  /** For files without a currency column. */
  defaultCurrency?: (typeof currencies)[number] | undefined;
  /** The text was read as windows-1256 on suspicion: refuse it unless a known Arabic column name proves it. */
  needsArabicProof?: boolean | undefined;
  /** The numbers that the names of a set's files leave out. */
  absentParts?: readonly number[] | undefined;
  /** The sheets beside the chosen one that have amounts. */
  otherSheets?: readonly OtherSheet[] | undefined;
  /** How many lines are to be expected, to reserve memory once. */
  expectedLines?: number | undefined;
}
