import type { UnreadRows } from '../match/rejected-rows.ts';
import type { UnreadCells } from '../normalise/unread-cells.ts';
import type { DayEnd } from './coverage-model.ts';

/** What a merchant has agreed with the bank about time, and when a file is judged. */
export interface JudgeRules {
  /** End of the business day as a minute of the day in Riyadh; 0 is midnight. */
  cutoffMinute: number;
  /** By bank the dated ends of its business days; they go before the merchant's own. */
  bankDays?: ReadonlyMap<number, DayEnd> | undefined;
  /** Today in Riyadh, days since 1970: what was due before it and is not there is missing. */
  todayDay: number;
  nowMs: number;
  /** The rows of the file that could not be read, by the payments they name. */
  unread?: UnreadRows | undefined;
  /** Lines that may be the bank's sum of others. */
  mayBeTotals?: readonly number[];
  /** What columns hold that nothing is read from. */
  unreadCells?: UnreadCells | undefined;
}
