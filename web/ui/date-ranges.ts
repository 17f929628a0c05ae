import { addDays } from '@mizan/contract/business-day.ts';
import { windowDays } from '@mizan/contract/page.ts';

/** Calendar days ('2026-11-24'), both included. */
export interface DateRange {
  from: string;
  to: string;
}

/** Weeks begin on Sunday, as working weeks do in Saudi Arabia. */
const startOfWeek = (day: string): string => addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay());
const startOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** The ranges of 'common:range.*', each from today by the portal's clock. */
export const rangePresets = [
  { id: 'today', range: (today: string): DateRange => ({ from: today, to: today }) },
  {
    id: 'yesterday',
    range: (today: string): DateRange => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  },
  { id: 'thisWeek', range: (today: string): DateRange => ({ from: startOfWeek(today), to: today }) },
  {
    id: 'lastWeek',
    range: (today: string): DateRange => ({
      from: addDays(startOfWeek(today), -7),
      to: addDays(startOfWeek(today), -1),
    }),
  },
  { id: 'thisMonth', range: (today: string): DateRange => ({ from: startOfMonth(today), to: today }) },
  {
    id: 'lastMonth',
    range: (today: string): DateRange => {
      const to = addDays(startOfMonth(today), -1);
      return { from: startOfMonth(to), to };
    },
  },
  {
    id: 'lastDays',
    range: (today: string): DateRange => ({ from: addDays(today, 1 - windowDays.default), to: today }),
  },
] as const;

/** The preset that a range is, so that a chip can say 'Today' instead of a date. */
export function samePreset(range: DateRange, today: string): (typeof rangePresets)[number]['id'] | undefined {
  return rangePresets.find((preset) => {
    const { from, to } = preset.range(today);
    return from === range.from && to === range.to;
  })?.id;
}
