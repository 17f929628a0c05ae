import { addDays } from '@mizan/contract/business-day.ts';

/** Calendar days ('2026-11-24'), both included. */
export interface DateRange {
  from: string;
  to: string;
}

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
