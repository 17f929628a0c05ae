import {
  type Scheme,
  schemes,
  type TransactionStatus,
  transactionStatuses,
} from '@mizan/contract/transaction-states.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { amountMinor, day, listOf, oneOf, readFields, rowId, text } from '../../platform/search.ts';

/** The filters of the list, as the route takes them. */
export interface TransactionFilter {
  from?: string;
  to?: string;
  status?: TransactionStatus[];
  scheme?: Scheme[];
  terminalId?: string[];
  branchId?: string[];
  cashierId?: string[];
  minAmountMinor?: number;
  maxAmountMinor?: number;
  search?: string;
}

/** The screen's state in its address: a reload, the way back and a shared link show the same. */
interface TransactionSearch extends TransactionFilter {
  /** The transaction whose detail is open. */
  open?: string;
}

export type ListFilter = 'status' | 'scheme' | 'terminalId' | 'branchId' | 'cashierId';

const readSearch = (raw: Record<string, unknown>): TransactionSearch =>
  readFields<TransactionSearch>(raw, {
    from: day,
    to: day,
    status: listOf(oneOf(transactionStatuses)),
    scheme: listOf(oneOf(schemes)),
    terminalId: listOf(rowId),
    branchId: listOf(rowId),
    cashierId: listOf(rowId),
    minAmountMinor: amountMinor,
    maxAmountMinor: amountMinor,
    search: text(/^.{1,64}$/u),
    open: rowId,
  });

/** The filters of an address, without the detail that is open. */
export function readFilter(raw: Record<string, unknown>): TransactionFilter {
  const { open: _open, ...filter } = readSearch(raw);
  return filter;
}

type Change = { [K in keyof TransactionSearch]?: TransactionSearch[K] | undefined };
const isSet = (value: unknown): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** The state of the screen and the ways to change it. */
export function useTransactionSearch() {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const address = JSON.stringify(raw);
  const search = useMemo(() => readSearch(JSON.parse(address) as Record<string, unknown>), [address]);
  const { open, ...filter } = search;

  /** What is typed replaces the entry of the history; what is chosen adds one. */
  function change(part: Change, replace = false): void {
    const next = Object.fromEntries(
      Object.entries({ ...search, ...part }).filter(([, value]) => isSet(value)),
    );
    void navigate({ to: '.', search: next as never, replace });
  }
  return {
    filter,
    open: open ?? null,
    isFiltered: Object.keys(filter).length > 0,
    change,
    clear: () => void navigate({ to: '.', search: (open === undefined ? {} : { open }) as never }),
  };
}
export type TransactionSearchState = ReturnType<typeof useTransactionSearch>;
