import { addDays, riyadhDay, startOfRiyadhDay } from '@mizan/contract/business-day.ts';

/** The next moment at which it is 'HH:MM' in Asia/Riyadh, after `now`. */
export function nextMoment(atTime: string, now: Date): Date {
  const [hours = 0, minutes = 0] = atTime.split(':').map(Number);
  const on = (day: string): Date =>
    new Date(startOfRiyadhDay(day).getTime() + (hours * 60 + minutes) * 60_000);
  const today = on(riyadhDay(now));
  return today > now ? today : on(addDays(riyadhDay(now), 1));
}
