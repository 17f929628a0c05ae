import { addDays, daysBetween, riyadhDay, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import type { DayWindow } from '../transactions/transaction-window.ts';

const hourMs = 3_600_000;
const weekDays = 7;
const hoursOfDay = 24;

/** What a dashboard shows and what it compares with. Days are whole ones in Asia/Riyadh, both ends included. */
export interface Period {
  range: DayWindow;
  previous: DayWindow;
  /** A single day is shown by the hour. */
  barUnit: 'hour' | 'day';
  /** Where the range is still running: the instant of the previous one that matches now. Null once it is over. */
  previousCut: Date | null;
}

/**
 * Up to a week is compared with the same days of the week before, because a Friday is no Thursday; a longer
 * range with the one that ends where it begins.
 */
export function periodOf(range: DayWindow, now: Date): Period {
  const length = daysBetween(range.from, range.to) + 1;
  const shift = Math.max(length, weekDays);
  const isOver = riyadhDay(now) > range.to;
  return {
    range,
    previous: { from: addDays(range.from, -shift), to: addDays(range.to, -shift) },
    barUnit: length === 1 ? 'hour' : 'day',
    previousCut: isOver ? null : new Date(now.getTime() - shift * hoursOfDay * hourMs),
  };
}

/** The instants at which the bars of a window begin: 24 hours, or its days. */
export function barStarts(window: DayWindow, unit: 'hour' | 'day'): Date[] {
  if (unit === 'hour') {
    const start = startOfRiyadhDay(window.from).getTime();
    return Array.from({ length: hoursOfDay }, (_, hour) => new Date(start + hour * hourMs));
  }
  const days = daysBetween(window.from, window.to) + 1;
  return Array.from({ length: days }, (_, i) => startOfRiyadhDay(addDays(window.from, i)));
}

/** Asia/Riyadh lies whole hours from UTC. */
export const startOfHour = (at: Date): Date => new Date(Math.floor(at.getTime() / hourMs) * hourMs);

/** The start of a window and the instant after it. */
export const edgesOf = (window: DayWindow): { from: Date; before: Date } => ({
  from: startOfRiyadhDay(window.from),
  before: startOfRiyadhDay(addDays(window.to, 1)),
});
