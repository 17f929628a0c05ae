import { type AuditRow, listAuditEntries, listAuditPeople } from '@mizan/contract/audit.ts';
import { getSession } from '@mizan/contract/auth.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../platform/api-client.ts';
import { riyadhDay } from '../../platform/formats.ts';
import { routeQuery } from '../../platform/query-client.ts';
import type { AuditFilter } from './audit.search.ts';

const pageRows = 50;

/** The entries of a filter, newest first, page by page. */
export function useAuditEntries(filter: AuditFilter) {
  const query = useInfiniteQuery({
    queryKey: [listAuditEntries.id, filter],
    queryFn: ({ pageParam, signal }) =>
      call(listAuditEntries, { query: { ...filter, cursor: pageParam, limit: pageRows } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const rows = useMemo<AuditRow[]>(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  return { query, rows };
}

/** People change seldom. */
export const useAuditPeople = () => useQuery({ ...routeQuery(listAuditPeople, {}), staleTime: 5 * 60_000 });

/** Today in Riyadh by the portal's clock; by this machine's own until the portal has said. */
export function useToday(): string {
  const session = useQuery({ ...routeQuery(getSession, {}), staleTime: 5 * 60_000 });
  return session.data?.today ?? riyadhDay(new Date());
}
