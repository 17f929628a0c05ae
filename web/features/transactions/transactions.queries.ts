import { getSession } from '@mizan/contract/auth.ts';
import {
  filterOptions,
  getTransaction,
  listTransactions,
  type TransactionRow,
  transactionTotals,
} from '@mizan/contract/transactions.ts';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../platform/api-client.ts';
import { riyadhDay } from '../../platform/formats.ts';
import { queryClient, routeQuery } from '../../platform/query-client.ts';
import { type TransactionFilter as Filter, readFilter } from './transactions.search.ts';

const live = ['TRX', 'PAY'] as const;
const pageRows = 50;

const listQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [listTransactions.id, filter],
    queryFn: ({ pageParam, signal }) =>
      call(listTransactions, { query: { ...filter, cursor: pageParam, limit: pageRows } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // Fresh until a live message says otherwise: then `isStale` means that there is news.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { live },
  });
const totalsQuery = (filter: Filter) => routeQuery(transactionTotals, { query: filter }, { live });

/** Asks for the list and its sums while the screen's code is still on its way. */
export function askFirst(raw: Record<string, unknown>): Promise<unknown> {
  const filter = readFilter(raw);
  return Promise.all([
    queryClient.prefetchInfiniteQuery(listQuery(filter)),
    queryClient.prefetchQuery(totalsQuery(filter)),
  ]);
}

/**
 * The list, newest first, page by page. It refreshes by itself while its top is in sight; once somebody has
 * scrolled down it stands still, and `hasNew` says that the portal has more to show.
 */
export function useTransactionList(filter: Filter, atTop: boolean) {
  const query = useInfiniteQuery({
    ...listQuery(filter),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: atTop,
    enabled: (state) => atTop || state.state.data === undefined,
  });
  const rows = useMemo<TransactionRow[]>(
    () => query.data?.pages.flatMap((page) => page.rows) ?? [],
    [query.data],
  );
  return { query, rows, hasNew: !atTop && query.isStale };
}

export const useTotals = (filter: Filter) =>
  useQuery({
    ...totalsQuery(filter),
    placeholderData: keepPreviousData,
  });

export const useTransaction = (id: string) =>
  useQuery(routeQuery(getTransaction, { params: { id } }, { live }));

/** Branches, terminals and cashiers change seldom. */
export const useFilterOptions = () => useQuery({ ...routeQuery(filterOptions, {}), staleTime: 5 * 60_000 });

/** Today in Riyadh by the portal's clock; by this machine's own until the portal has said. */
export function useToday(): string {
  const session = useQuery({ ...routeQuery(getSession, {}), staleTime: 5 * 60_000 });
  return session.data?.today ?? riyadhDay(new Date());
}
