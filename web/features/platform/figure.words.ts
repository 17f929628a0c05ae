import type { HealthFigure, HealthRow } from '@mizan/contract/platform.ts';
import type { TFunction } from 'i18next';
import {
  dateFormat,
  formatCompact,
  formatNumber,
  formatPercent,
  formatSeconds,
} from '../../platform/formats.ts';

const weekday = dateFormat({ weekday: 'long' });
/** 'Last Sunday': the weekday that is compared with. */
export const lastWeekday = (asOf: string, t: TFunction): string =>
  t('platform:lastWeekday', { weekday: weekday(asOf) });

/** The same within a sentence. */
export const lastWeekdayWithin = (asOf: string, t: TFunction): string =>
  t('platform:lastWeekdayWithin', { weekday: weekday(asOf) });

/** A figure in its unit; a dash where it is not known. */
export function figureText(id: HealthFigure, value: number | null, t: TFunction): string {
  if (value === null) return '—';
  if (id === 'approval' || id === 'faults') return formatPercent(value);
  if (id === 'live') return t('platform:withinMs', { ms: formatNumber(value) });
  // A tenth says something of a quiet minute alone.
  return id === 'payments' && value < 10
    ? formatCompact(Math.round(value * 10) / 10)
    : formatNumber(Math.round(value));
}

/** How a figure that is out of its limit stands to it. */
export function outText({ id, judged, limit }: HealthRow, t: TFunction): string {
  if (id === 'jobs') {
    return t('platform:out.jobs', { age: formatSeconds(judged ?? 0), limit: formatSeconds(limit ?? 0) });
  }
  const isFloor = id === 'payments' || id === 'approval';
  const text = id === 'live' ? t('platform:ms', { ms: formatNumber(limit ?? 0) }) : figureText(id, limit, t);
  return t(isFloor ? 'platform:out.atLeast' : 'platform:out.atMost', { limit: text });
}
