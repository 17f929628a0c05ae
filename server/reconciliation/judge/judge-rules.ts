import type { UnreadRows } from '../match/rejected-rows.ts';

/** What a merchant has agreed with the bank about time, and when a file is judged. */
export interface JudgeRules {
  /** End of the business day as a minute of the day in Riyadh; 0 is midnight. */
  cutoffMinute: number;
  /** Today in Riyadh, days since 1970: what was due before it and is not there is missing. */
  todayDay: number;
  nowMs: number;
  /** The rows of the file that could not be read, by the payments they name. */
  unread?: UnreadRows | undefined;
}
