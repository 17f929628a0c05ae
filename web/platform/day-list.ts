import { dateFormat, formatDay } from './formats.ts';

const formatDayAlone = dateFormat({ day: 'numeric' });
const formatMonthAlone = dateFormat({ month: 'short' });
/** 'Nov 29, 30, Dec 1': days in their order, each month named once, on the side on which a date has it. */
export function formatDays(days: readonly string[], comma: string): string {
  const isMonthFirst = (day: string): boolean => !formatDay(day).startsWith(formatDayAlone(day));
  return days
    .map((day, at) => {
      const beside = days[isMonthFirst(day) ? at - 1 : at + 1];
      const isNamed = beside !== undefined && formatMonthAlone(beside) === formatMonthAlone(day);
      return isNamed ? formatDayAlone(day) : formatDay(day);
    })
    .join(comma);
}
