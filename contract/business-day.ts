/**
 * Days as merchants and banks count them. All of Saudi Arabia keeps UTC+3 the whole year, so a shift by three
 * hours is exact and needs no table of time zones (rules D4).
 */
const riyadhOffsetMs = 3 * 3_600_000;
const dayMs = 86_400_000;
const noonMinutes = 12 * 60;

const dayText = (shifted: number): string => new Date(shifted).toISOString().slice(0, 10);

/** The calendar day in Asia/Riyadh, 'YYYY-MM-DD'. */
export const riyadhDay = (at: Date): string => dayText(at.getTime() + riyadhOffsetMs);

/** The instant at which a calendar day begins in Asia/Riyadh. */
export const startOfRiyadhDay = (day: string): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) - riyadhOffsetMs);

/** The calendar day `days` later, or earlier where negative. */
export const addDays = (day: string, days: number): string =>
  dayText(Date.parse(`${day}T00:00:00Z`) + days * dayMs);

/** How many days lie from one calendar day to another; 0 for the same. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);

/**
 * The business day that a payment belongs to, 'YYYY-MM-DD', by the merchant's cut-off ('HH:MM' in
 * Asia/Riyadh). A day ends at the cut-off nearest to its midnight: one in the afternoon or evening ('22:00')
 * ends the same day early, and what follows counts as tomorrow; one in the morning ('04:00') lets the night
 * count as yesterday; '00:00' is the calendar day.
 */
export function businessDayOf(at: Date, cutoff: string): string {
  const cutoffMinutes = minutesOf(cutoff);
  const lateByMinutes = cutoffMinutes >= noonMinutes ? cutoffMinutes - 24 * 60 : cutoffMinutes;
  return dayText(at.getTime() + riyadhOffsetMs - lateByMinutes * 60_000);
}

/** PostgreSQL writes a time as 'HH:MM:SS'; seconds mean nothing in a cut-off. */
function minutesOf(cutoff: string): number {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(:00)?$/.exec(cutoff);
  if (!match) throw new RangeError(`not a cut-off: ${cutoff}`);
  return Number(match[1]) * 60 + Number(match[2]);
}

/** Friday and Saturday: banks neither settle nor pay. 0 is Sunday. */
const weekend: ReadonlySet<number> = new Set([5, 6]);

/** Days on which banks are closed beside Friday and Saturday, both ends included, 'YYYY-MM-DD'. */
export interface ClosedSpan {
  from: string;
  to: string;
}

/** Whether banks work on this day: not on Friday and Saturday, nor within any of the spans. */
export const isWorkingDay = (day: string, closed: readonly ClosedSpan[] = []): boolean =>
  !weekend.has(new Date(`${day}T00:00:00Z`).getUTCDay()) &&
  !closed.some(({ from, to }) => day >= from && day <= to);

/** The working day that lies `count` working days after a day (count 1: the next one); count 0: the day itself. */
export function addWorkingDays(day: string, count: number, closed: readonly ClosedSpan[] = []): string {
  let reached = day;
  for (let left = count; left > 0; ) {
    reached = addDays(reached, 1);
    if (isWorkingDay(reached, closed)) left -= 1;
  }
  return reached;
}

/** How many working days lie after a day, up to and with another. */
export function workingDaysAfter(day: string, until: string, closed: readonly ClosedSpan[] = []): number {
  let count = 0;
  for (let next = addDays(day, 1); next <= until; next = addDays(next, 1)) {
    if (isWorkingDay(next, closed)) count += 1;
  }
  return count;
}

/** Until when a bank pays, counted from the business day of the sale. */
export interface PaidWithin {
  days: number;
  kind: 'WORKING' | 'CALENDAR';
}

/**
 * The day by which a sale is to be paid. Calendar days that end on a day without work go on to the next one that has:
 * no bank pays on a closed day.
 */
export function dueDayOf(
  businessDay: string,
  { days, kind }: PaidWithin,
  closed: readonly ClosedSpan[] = [],
): string {
  if (kind === 'WORKING') return addWorkingDays(businessDay, days, closed);
  const reached = addDays(businessDay, days);
  return isWorkingDay(reached, closed) ? reached : addWorkingDays(reached, 1, closed);
}
