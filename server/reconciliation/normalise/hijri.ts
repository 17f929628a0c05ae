/**
 * Umm al-Qura dates to Gregorian days, from the calendar that ships with the runtime (Intl).
 * Intl only goes from Gregorian to Hijri, so a year's months are found by walking its days once and kept.
 */
const dayMs = 86_400_000;
const calendar = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
});

/** First epoch day of each month of a Hijri year, and of the year after. */
const monthStarts = new Map<number, number[]>();

interface HijriDate {
  year: number;
  month: number;
  day: number;
}

function hijriOf(epochDay: number): HijriDate {
  const part = new Map(
    calendar.formatToParts(epochDay * dayMs).map(({ type, value }) => [type, Number.parseInt(value, 10)]),
  );
  return { year: part.get('year') ?? 0, month: part.get('month') ?? 0, day: part.get('day') ?? 0 };
}

function startsOf(year: number): number[] {
  const known = monthStarts.get(year);
  if (known) return known;
  // 1 Muharram 1 was in July 622; a Hijri year has 354.367 days. The estimate is days off at most.
  let day = Math.floor((year - 1) * 354.36707) - 492_148 - 10;
  while (hijriOf(day).year < year || hijriOf(day).day !== 1) day++;
  const starts = [day];
  while (starts.length < 13) {
    day += 29;
    if (hijriOf(day).day !== 1) day++;
    starts.push(day);
  }
  monthStarts.set(year, starts);
  return starts;
}

/** Days since 1970-01-01 of an Umm al-Qura date, or null where it does not exist. Years 1300 to 1599. */
export function epochDayOfHijri(year: number, month: number, day: number): number | null {
  if (year < 1300 || year > 1599 || month < 1 || month > 12 || day < 1) return null;
  const starts = startsOf(year);
  const start = starts[month - 1] ?? 0;
  const next = starts[month] ?? 0;
  return start + day > next ? null : start + day - 1;
}
