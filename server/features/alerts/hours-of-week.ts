import type { OpeningHours, OwnHours } from '@mizan/contract/alerts.ts';
import { addDays, riyadhDay, startOfRiyadhDay } from '@mizan/contract/business-day.ts';

/** Pure: when a shop is open, in Asia/Riyadh. 0 is Sunday. */

/** Hours of the week, Sunday's first one is 0. */
export type HoursOfWeek = ReadonlySet<number>;

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const minuteOfDay = (at: Date): number =>
  Math.floor((at.getTime() - startOfRiyadhDay(riyadhDay(at)).getTime()) / 60_000);

/** Whether the shop is open by the merchant's own word. What begins on a closed day is closed, also after midnight. */
export function isOpenBy({ opensAt, closesAt, closedDays }: OwnHours, at: Date): boolean {
  const [opens, closes, now] = [minutesOf(opensAt), minutesOf(closesAt), minuteOfDay(at)];
  const today = riyadhDay(at);
  const isOpenDay = (day: string): boolean => !closedDays.includes(weekdayOf(day));
  if (opens < closes) return isOpenDay(today) && now >= opens && now < closes;
  return (now >= opens && isOpenDay(today)) || (now < closes && isOpenDay(addDays(today, -1)));
}

/** Whether it is open as payments show it: this hour of the week is a usual one. */
export const isUsual = (hours: HoursOfWeek, at: Date): boolean =>
  hours.has(weekdayOf(riyadhDay(at)) * 24 + Math.floor(minuteOfDay(at) / 60));

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

interface Span {
  weekday: number;
  from: number;
  to: number;
}

/** The same in words' order: spans of a weekday; one up to midnight ends at '00:00', a night at its hour of the next day. */
export function spansOf(hours: HoursOfWeek): OpeningHours['usual'] {
  return withNights(spansOfDays(hours)).map(({ weekday, from, to }) => ({
    weekday,
    from: clock(from),
    to: clock(to % 24),
  }));
}

/** Each within its day. */
function spansOfDays(hours: HoursOfWeek): Span[] {
  const spans: Span[] = [];
  for (const hour of [...hours].toSorted((a, b) => a - b)) {
    const [weekday, from] = [Math.floor(hour / 24), hour % 24];
    const last = spans.at(-1);
    if (last && last.weekday === weekday && last.to === from) last.to = from + 1;
    else spans.push({ weekday, from, to: from + 1 });
  }
  return spans;
}

/** What goes on after midnight belongs to the evening before, while the two are less than a day. */
function withNights(spans: readonly Span[]): Span[] {
  const eveningOf = (night: Span): Span | undefined =>
    night.from === 0 && night.to < 24
      ? spans.find(
          ({ weekday, from, to }) => weekday === (night.weekday + 6) % 7 && to === 24 && from > night.to,
        )
      : undefined;
  const nights = new Map(spans.map((span) => [eveningOf(span), span]));
  return spans
    .filter((span) => !eveningOf(span))
    .map((span) => ({ ...span, to: nights.get(span)?.to ?? span.to }));
}
