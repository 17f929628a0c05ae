import { addDays, riyadhDay } from '@mizan/contract/business-day.ts';
import { type ReportRhythm, reportLimits } from '@mizan/contract/reports.ts';
import { nextMoment } from '../../platform/daily-time.ts';

/** Pure: when a report is due and which days it is about, in Asia/Riyadh. Days are 'YYYY-MM-DD'. */

const dayMs = 86_400_000;
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();
const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** Whether a report of this rhythm is sent on this day: a weekly one on Sunday, a monthly one on the first. */
function isItsDay(rhythm: ReportRhythm, day: string): boolean {
  if (rhythm === 'WEEKLY') return weekdayOf(day) === 0;
  return rhythm === 'DAILY' || day.endsWith('-01');
}

/** The first moment after `after` at which it is due. */
export function nextDue(rhythm: ReportRhythm, atTime: string, after: Date): Date {
  let at = nextMoment(atTime, after);
  while (!isItsDay(rhythm, riyadhDay(at))) at = new Date(at.getTime() + dayMs);
  return at;
}

/** The next one after one that was due: the very next, so that each that was missed is sent, but for the long past. */
export const followingDue = (rhythm: ReportRhythm, atTime: string, due: Date, now: Date): Date =>
  nextDue(
    rhythm,
    atTime,
    new Date(Math.max(due.getTime(), now.getTime() - reportLimits.catchUpDays * dayMs)),
  );

/** The newest whole period that is over on the day of this moment. */
export function periodOf(rhythm: ReportRhythm, at: Date): { from: string; to: string } {
  const today = riyadhDay(at);
  if (rhythm === 'DAILY') return { from: addDays(today, -1), to: addDays(today, -1) };
  if (rhythm === 'WEEKLY') {
    const sunday = addDays(today, -weekdayOf(today));
    return { from: addDays(sunday, -7), to: addDays(sunday, -1) };
  }
  const to = addDays(firstOfMonth(today), -1);
  return { from: firstOfMonth(to), to };
}

/** The days of a span, the oldest first. */
export const daysOf = (from: string, to: string): string[] => {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
};
