import { apart, dateCalendar, dateFormat } from './formats.ts';

/** A day of a bank's month, which is Gregorian: where Hijri was chosen both are told, the chosen one first. */
export function bankDayFormat(options: Intl.DateTimeFormatOptions): ReturnType<typeof dateFormat> {
  const chosen = dateFormat(options);
  if (dateCalendar === 'gregory') return chosen;
  // Of both calendars the day of the week is one.
  const bankers = dateFormat({ ...options, weekday: undefined }, 'gregory');
  return (moment) => `${chosen(moment)}${apart}${bankers(moment)}`;
}
