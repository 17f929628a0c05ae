import type { UnreadRows } from '../match/rejected-rows.ts';

/** What a merchant has agreed with the bank about time. */
export interface JudgeRules {
  /** End of the business day as a minute of the day in Riyadh; 0 is midnight. */
  cutoffMinute: number;
  /** How many days after its business day a payment may still arrive before it counts as missing. */
  lateDays: number;
  /** The days the file is about, where a person said so; otherwise they are told by its lines. */
  period?: { fromDay: number; toDay: number } | undefined;
  /** The rows of the file that could not be read, by the payments they name. */
  unread?: UnreadRows | undefined;
}

const noonMinute = 720;
const dayMinutes = 1440;

/**
 * The business day of a moment. A cut-off in the afternoon or evening ends the same day early, one in the morning
 * lets the night count as yesterday: the rule of the contract's `businessDayOf`, on numbers.
 */
export function businessDayNumber(epochDay: number, minute: number, cutoffMinute: number): number {
  const lateByMinutes = cutoffMinute >= noonMinute ? cutoffMinute - dayMinutes : cutoffMinute;
  return epochDay + Math.floor((minute - lateByMinutes) / dayMinutes);
}
