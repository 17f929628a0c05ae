import { usualWeeks } from '@mizan/contract/dashboard-insights.ts';

/**
 * Fewer weeks than this say nothing about what is usual. Fewer sales than this are nothing to be missed: half of them
 * away is the chance of one hour.
 */
const usualFrom = { weeks: usualWeeks / 2, count: 10 } as const;

/** Sales of a branch: on each of the earlier days of this weekday that had any, and today, all until the same hour. */
export interface BranchDays {
  earlier: readonly number[];
  today: number;
}

/**
 * What a branch usually sold by this hour, where today is unusually little: under half of the middle of the earlier
 * days, and under every one of them. Null where it is not, or nothing can be said. Of an even number of days the lower
 * of the two in the middle counts, so that what is named as usual was sold on some day.
 */
export function usualWhereQuiet({ earlier, today }: BranchDays): number | null {
  if (earlier.length < usualFrom.weeks) return null;
  const sorted = earlier.toSorted((a, b) => a - b);
  const usual = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  const least = sorted[0] ?? 0;
  return usual >= usualFrom.count && today * 2 < usual && today < least ? usual : null;
}
