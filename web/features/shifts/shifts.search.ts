import { addDays } from '@mizan/contract/business-day.ts';
import { windowDays } from '@mizan/contract/page.ts';
import { useAddress } from '../../platform/address.ts';
import { day, listOf, oneOf, readFields, rowId } from '../../platform/search.ts';
import type { DateRange } from '../../ui/date-ranges.ts';

export const shiftStates = ['open', 'closed'] as const;

/** The filters of the list, as the route takes them. */
interface ShiftFilter {
  from?: string;
  to?: string;
  state?: (typeof shiftStates)[number];
  branchId?: string[];
  terminalId?: string[];
  cashierId?: string[];
}
interface ShiftSearch extends ShiftFilter {
  /** The shift whose detail is open. */
  open?: string;
}

const readSearch = (raw: Record<string, unknown>): ShiftSearch => {
  const { from, to, ...rest } = readFields<ShiftSearch>(raw, {
    from: day,
    to: day,
    state: oneOf(shiftStates),
    branchId: listOf(rowId),
    terminalId: listOf(rowId),
    cashierId: listOf(rowId),
    open: rowId,
  });
  return from !== undefined && to !== undefined ? { ...rest, from, to } : rest;
};

/** The state of the list of shifts and the ways to change it. */
export function useShiftSearch() {
  const { state, go, change } = useAddress(readSearch);
  const { open, ...filter } = state;
  const days = (today: string): DateRange =>
    filter.from !== undefined && filter.to !== undefined
      ? { from: filter.from, to: filter.to }
      : { from: addDays(today, 1 - windowDays.default), to: today };
  return {
    filter,
    days,
    open: open ?? null,
    isFiltered: Object.keys(filter).length > 0,
    change,
    clear: () => go({ open }),
  };
}
export type ShiftSearchState = ReturnType<typeof useShiftSearch>;
