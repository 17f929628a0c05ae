import type { Dashboard } from '@mizan/contract/dashboard.ts';
import type { TFunction } from 'i18next';
import {
  formatDayRange,
  formatMoment,
  formatPercent,
  formatTime,
  formatWeekday,
} from '../../platform/formats.ts';

type Previous = Dashboard['previous'];

/** The days that a range is compared with: 'Sunday, Nov 15', or 'Nov 8 – 14'. */
export const previousDays = ({ from, to }: Previous): string =>
  from === to ? formatWeekday(from) : formatDayRange(from, to);

/** The same and until when it was counted: a day that still runs is compared with as much of the earlier one. */
export function previousPeriod(previous: Previous, t: TFunction): string {
  const days = previousDays(previous);
  if (previous.until === null) return days;
  const until = previous.from === previous.to ? formatTime(previous.until) : formatMoment(previous.until);
  return t('dashboard:compare.until', { days, until });
}

/** Fewer sales than this say nothing as a percentage: one customer more would double it. */
export const comparableCount = 10;

const wholeBps = 10_000;

/** How far sales moved, to be read from the left: '+7.10%'. A dash where there were too few before, none of them above all. */
export function changeText(
  now: { salesMinor: number },
  before: { salesMinor: number; count: number },
): string {
  if (before.count < comparableCount || before.salesMinor <= 0) return '—';
  const change = Math.round(((now.salesMinor - before.salesMinor) / before.salesMinor) * wholeBps);
  return (change > 0 ? '+' : '') + formatPercent(change);
}
