import { addDays } from '@mizan/contract/business-day.ts';
import { type Currency, currencies } from '@mizan/contract/money.ts';
import { windowDays } from '@mizan/contract/page.ts';
import { type SearchKind, searchKinds } from '@mizan/contract/transaction-search.ts';
import {
  type Scheme,
  schemes,
  type TransactionStatus,
  transactionStatuses,
} from '@mizan/contract/transaction-states.ts';
import { type TransactionType, transactionTypes } from '@mizan/contract/transaction-types.ts';
import {
  type BankFilter,
  bankFilters,
  declineReasonPattern,
  isShortSearch,
  type RateFilter,
  rateFilters,
  servesAllTime,
  servesInstants,
} from '@mizan/contract/transactions.ts';
import { type ViewColumn, viewColumns } from '@mizan/contract/views.ts';
import { useAddress } from '../../platform/address.ts';
import { amountMinor, day, instant, listOf, oneOf, readFields, rowId, text } from '../../platform/search.ts';
import { readSession } from '../../platform/session.store.ts';
import type { DateRange } from '../../ui/date-ranges.ts';

/** The filters of the list, as the route takes them. */
export interface TransactionFilter {
  from?: string;
  to?: string;
  /** All time instead of days. */
  range?: 'all';
  type?: TransactionType[];
  bank?: BankFilter;
  bankId?: string[];
  /** Days are the banks' business days. */
  days?: 'bank';
  status?: TransactionStatus[];
  scheme?: Scheme[];
  terminalId?: string[];
  branchId?: string[];
  cashierId?: string[];
  startedById?: string[];
  minAmountMinor?: number;
  maxAmountMinor?: number;
  search?: string;
  /** The one way in which it is read. */
  searchAs?: SearchKind;
  /** Exact instants; before the second one. */
  paidFrom?: string;
  paidBefore?: string;
  currency?: Currency[];
  rate?: RateFilter;
  /** Declined, for this reason. */
  reason?: string;
  bankFileId?: string;
  otherBankFileId?: string;
}

const shownColumns = [...viewColumns, 'none'] as const;
type ShownColumn = (typeof shownColumns)[number];

/** The screen's state in its address: a reload, the way back and a shared link show the same. */
interface TransactionSearch extends TransactionFilter {
  /** The transaction whose detail is open. */
  open?: string;
  /** Those that show of the columns that may be hidden; 'none' where none does. */
  columns?: ShownColumn[];
}

export type ListFilter =
  | 'type'
  | 'status'
  | 'scheme'
  | 'bankId'
  | 'terminalId'
  | 'branchId'
  | 'cashierId'
  | 'startedById';

/**
 * An address may ask for all time where no index serves it, or for days that are half there: it then shows the days
 * that the list shows unasked, and says so.
 */
function withPossibleRange(search: TransactionSearch): TransactionSearch {
  const { from, to, range, ...rest } = search;
  if (from !== undefined && to !== undefined) return { ...rest, from, to };
  if (hasInstants(rest) && !servesInstants(rest, forCashier())) {
    const { paidFrom: _from, paidBefore: _before, ...others } = rest;
    return others;
  }
  return range !== undefined && isAllTimePossible(rest) ? { ...rest, range } : rest;
}

const forCashier = (): boolean => readSession()?.role === 'CASHIER';

export const isAllTimePossible = (filter: TransactionFilter): boolean => servesAllTime(filter, forCashier());

const readSearch = (raw: Record<string, unknown>): TransactionSearch => withPossibleRange(readAnySearch(raw));

const readAnySearch = (raw: Record<string, unknown>): TransactionSearch =>
  readFields<TransactionSearch>(raw, {
    from: day,
    to: day,
    range: oneOf(['all']),
    type: listOf(oneOf(transactionTypes)),
    bank: oneOf(bankFilters),
    bankId: listOf(text(/^(unknown|[1-9]\d{0,18})$/)),
    days: oneOf(['bank']),
    status: listOf(oneOf(transactionStatuses)),
    scheme: listOf(oneOf(schemes)),
    terminalId: listOf(rowId),
    branchId: listOf(rowId),
    cashierId: listOf(text(/^(none|[1-9]\d{0,18})$/)),
    startedById: listOf(rowId),
    minAmountMinor: amountMinor,
    maxAmountMinor: amountMinor,
    search: text(/^.{1,120}$/u),
    searchAs: oneOf(searchKinds),
    paidFrom: instant,
    paidBefore: instant,
    currency: listOf(oneOf(currencies)),
    rate: oneOf(rateFilters),
    reason: text(declineReasonPattern),
    bankFileId: rowId,
    otherBankFileId: rowId,
    open: rowId,
    columns: listOf(oneOf(shownColumns)),
  });

/** The filters of an address, without the detail that is open. */
export function readFilter(raw: Record<string, unknown>): TransactionFilter {
  const { open: _open, columns: _columns, ...filter } = readSearch(raw);
  return filter;
}

/** Instants stand in the place of days. */
export const hasInstants = ({ paidFrom, paidBefore }: TransactionFilter): boolean =>
  paidFrom !== undefined || paidBefore !== undefined;

const unaskedDays = (today: string): DateRange => ({
  from: addDays(today, 1 - windowDays.default),
  to: today,
});

/** The state of the screen and the ways to change it. */
export function useTransactionSearch() {
  const { state, go, change } = useAddress(readSearch);
  const { open, columns, ...filter } = state;
  const chosenColumns = columns?.filter((name): name is ViewColumn => name !== 'none');

  /** The days that show; undefined for all time, which a search without days covers. */
  const days = (today: string): DateRange | undefined => {
    if (filter.from !== undefined && filter.to !== undefined) return { from: filter.from, to: filter.to };
    const isBeyondDays = filter.range === 'all' || isShortSearch(filter) || hasInstants(filter);
    return isBeyondDays ? undefined : unaskedDays(today);
  };

  return {
    filter,
    days,
    open: open ?? null,
    isFiltered: Object.keys(filter).length > 0,
    change,
    clear: () => go({ open, columns }),
    /** Those that were chosen; undefined for those that show unasked. */
    columns: chosenColumns,
    showColumns: (names: readonly ViewColumn[] | undefined) =>
      change({ columns: names && (names.length > 0 ? [...names] : ['none']) }, true),
    /** Leads to a filter and its columns, in the place of those that show. */
    show: (next: TransactionFilter, names: readonly ViewColumn[] | null) =>
      go({ ...next, ...(names && { columns: names.length > 0 ? [...names] : ['none'] }) }),
  };
}
export type TransactionSearchState = ReturnType<typeof useTransactionSearch>;
