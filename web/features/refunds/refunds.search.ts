import { addDays } from '@mizan/contract/business-day.ts';
import { windowDays } from '@mizan/contract/page.ts';
import { type RefundReason, refundReasons } from '@mizan/contract/refund-terms.ts';
import { type RefundState, refundStates } from '@mizan/contract/refunds.ts';
import { useAddress } from '../../platform/address.ts';
import { day, listOf, oneOf, readFields, rowId } from '../../platform/search.ts';
import type { DateRange } from '../../ui/date-ranges.ts';

/** The filters of the list, as the route takes them. */
export interface RefundFilter {
  from?: string;
  to?: string;
  state?: RefundState[];
  reason?: RefundReason[];
  branchId?: string[];
  terminalId?: string[];
  askedById?: string[];
  /** The refunds of one purchase. */
  originalId?: string;
  /** What waits for whoever looks. */
  waiting?: 'me';
}

/** The screen's state in its address: a reload, the way back and a shared link show the same. */
interface RefundSearch extends RefundFilter {
  /** The refund whose detail is open. */
  open?: string;
  /** The purchase that is to be given back; 'find' looks for it. */
  of?: string;
  /** The refund that is followed on its terminal. */
  follow?: string;
  /** What may be given back without a second person. */
  set?: 'limits';
}

const findOrId = (value: unknown): string | undefined => (value === 'find' ? value : rowId(value));

const readSearch = (raw: Record<string, unknown>): RefundSearch => {
  const { from, to, ...rest } = readFields<RefundSearch>(raw, {
    from: day,
    to: day,
    state: listOf(oneOf(refundStates)),
    reason: listOf(oneOf(refundReasons)),
    branchId: listOf(rowId),
    terminalId: listOf(rowId),
    askedById: listOf(rowId),
    originalId: rowId,
    waiting: oneOf(['me']),
    open: rowId,
    of: findOrId,
    follow: rowId,
    set: oneOf(['limits']),
  });
  return from !== undefined && to !== undefined ? { ...rest, from, to } : rest;
};

/** The filters of an address, without what is open beside the list. */
export function readFilter(raw: Record<string, unknown>): RefundFilter {
  const { open: _open, of: _of, follow: _follow, set: _set, ...filter } = readSearch(raw);
  return filter;
}

/** The state of the screen and the ways to change it. */
export function useRefundSearch() {
  const { state, go, change } = useAddress(readSearch);
  const { open, of, follow, set, ...filter } = state;

  /** The days that show; undefined where the list covers all time. */
  const days = (today: string): DateRange | undefined => {
    if (filter.from !== undefined && filter.to !== undefined) return { from: filter.from, to: filter.to };
    if (filter.originalId !== undefined || filter.waiting !== undefined) return undefined;
    return { from: addDays(today, 1 - windowDays.default), to: today };
  };

  return {
    filter,
    days,
    open: open ?? null,
    of: of ?? null,
    follow: follow ?? null,
    set: set ?? null,
    isFiltered: Object.keys(filter).length > 0,
    change,
    clear: () => go({ open, of }),
    /** Beside the list stands one thing at a time. */
    show: (part: { open?: string; of?: string; follow?: string; set?: 'limits' }, replace = false) =>
      go({ ...filter, ...part }, replace),
  };
}
export type RefundSearchState = ReturnType<typeof useRefundSearch>;
