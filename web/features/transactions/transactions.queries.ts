import {
  filterOptions,
  getTransaction,
  listTransactions,
  transactionTotals,
} from '@mizan/contract/transactions.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listQuery, useList } from '../../platform/list.ts';
import { queryClient, routeQuery, seldomMs } from '../../platform/query-client.ts';
import { type TransactionFilter as Filter, readFilter } from './transactions.search.ts';

const live = ['TRX', 'PAY'] as const;

// Fresh until a live message says otherwise: what is stale then means that there is news.
const rowsQuery = (filter: Filter) =>
  listQuery(listTransactions, { query: filter }, { live, staleTime: Number.POSITIVE_INFINITY });
const totalsQuery = (filter: Filter) => routeQuery(transactionTotals, { query: filter }, { live });

/** Asks for the list and its sums while the screen's code is still on its way. */
export function askFirst(raw: Record<string, unknown>): Promise<unknown> {
  const filter = readFilter(raw);
  return Promise.all([
    queryClient.prefetchInfiniteQuery(rowsQuery(filter)),
    queryClient.prefetchQuery(totalsQuery(filter)),
  ]);
}

/**
 * The list, newest first, page by page. It refreshes by itself while its top is in sight; once somebody has
 * scrolled down it stands still, and `hasNews` says that the portal has more to show.
 */
export const useTransactionList = (filter: Filter, atTop: boolean) =>
  useList(rowsQuery(filter), { standsStill: !atTop });

export const useTotals = (filter: Filter) =>
  useQuery({
    ...totalsQuery(filter),
    placeholderData: keepPreviousData,
  });

export const useTransaction = (id: string) =>
  useQuery(routeQuery(getTransaction, { params: { id } }, { live }));

/** Branches, terminals and cashiers change seldom. */
export const useFilterOptions = () => useQuery({ ...routeQuery(filterOptions, {}), staleTime: seldomMs });
