import {
  apart,
  formatDate,
  formatDateTime,
  formatDay,
  formatLongDate,
  formatMoment,
  formatOtherCalendar,
  formatTime,
  formatTimeSeconds,
} from '../platform/formats.ts';
import classes from './date-text.module.css';

const forms = {
  date: formatDate,
  day: formatDay,
  long: formatLongDate,
  moment: formatMoment,
  dateTime: formatDateTime,
  time: formatTime,
  timeSeconds: formatTimeSeconds,
} as const;

export interface DateTextProps {
  /** An instant (ISO 8601) or a calendar day ('2026-11-24'). */
  value: string;
  form?: keyof typeof forms;
}

/** A date or time in the clock of Riyadh; the exact value stands in the element. */
export function DateText({ value, form = 'dateTime' }: DateTextProps) {
  return <time dateTime={value}>{forms[form](value)}</time>;
}

/** A date that stands alone, with its date in the other calendar beside it. */
export function StandaloneDate({ value }: { value: string }) {
  return (
    <span className={classes['pair']}>
      <time dateTime={value}>{formatLongDate(value)}</time>
      {apart}
      <span>{formatOtherCalendar(value)}</span>
    </span>
  );
}
