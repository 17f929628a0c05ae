/** Calendar days ('2026-11-24'), both included. */
export interface DateRange {
  from: string;
  to: string;
}

const dayMs = 86_400_000;

/** The day `days` later (or earlier): calendar arithmetic in UTC, which has no clock changes. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** How many days a range holds, both ends included. */
export const daysIn = ({ from, to }: DateRange): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/** The ranges of 'common:range.*', each from today by the portal's clock. */
export const rangePresets = [
  { id: 'today', range: (today: string): DateRange => ({ from: today, to: today }) },
  {
    id: 'yesterday',
    range: (today: string): DateRange => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  },
  { id: 'last7Days', range: (today: string): DateRange => ({ from: addDays(today, -6), to: today }) },
  { id: 'last30Days', range: (today: string): DateRange => ({ from: addDays(today, -29), to: today }) },
  { id: 'thisMonth', range: (today: string): DateRange => ({ from: `${today.slice(0, 8)}01`, to: today }) },
] as const;

/** The preset that a range is, so that a chip can say 'Today' instead of a date. */
export function samePreset(range: DateRange, today: string): (typeof rangePresets)[number]['id'] | undefined {
  return rangePresets.find((preset) => {
    const { from, to } = preset.range(today);
    return from === range.from && to === range.to;
  })?.id;
}
