import type { Dashboard } from '@mizan/contract/dashboard.ts';

export interface Bar {
  at: string;
  salesMinor: number;
  count: number;
  previousMinor: number;
}

/**
 * The bars to draw, each with the one of the period before. The hours of a day begin with the first and end
 * with the last in which anything was sold on either day: a shop that opens at eight has no use for the night.
 */
export function barsOf({ bars, previousBars, barUnit }: Dashboard): Bar[] {
  const all = bars.map((bar, index) => ({
    ...bar,
    previousMinor: previousBars[index]?.salesMinor ?? 0,
  }));
  if (barUnit === 'day') return all;
  const used = (bar: Bar) => bar.salesMinor > 0 || bar.previousMinor > 0;
  const first = all.findIndex(used);
  return first < 0 ? all : all.slice(first, all.findLastIndex(used) + 1);
}

const maxLabels = 9;

/** Every how many bars a label stands, so that they never touch. */
export const labelEvery = (bars: number): number => Math.max(1, Math.ceil(bars / maxLabels));
