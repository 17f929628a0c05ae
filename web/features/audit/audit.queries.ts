import { listAuditEntries, listAuditPeople } from '@mizan/contract/audit.ts';
import { useQuery } from '@tanstack/react-query';
import { listQuery, useList } from '../../platform/list.ts';
import { routeQuery, seldomMs } from '../../platform/query-client.ts';
import type { AuditFilter } from './audit.search.ts';

/** The entries of a filter, newest first, page by page. */
export const useAuditEntries = (filter: AuditFilter) =>
  useList(listQuery(listAuditEntries, { query: filter }));

/** People change seldom. */
export const useAuditPeople = () => useQuery({ ...routeQuery(listAuditPeople, {}), staleTime: seldomMs });
