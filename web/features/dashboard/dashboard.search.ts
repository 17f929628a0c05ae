import { type ComparedBy, comparedBy, getDashboard } from '@mizan/contract/dashboard.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useAddress } from '../../platform/address.ts';
import { riyadhDay } from '../../platform/formats.ts';
import { queryClient, routeQuery } from '../../platform/query-client.ts';
import { day, oneOf, readFields, rowId } from '../../platform/search.ts';
import type { DateRange } from '../../ui/date-ranges.ts';
import { askStepsFirst } from './first-steps.queries.ts';

const live = ['TRX', 'PAY', 'TCO', 'TDI', 'FIL'] as const;

interface DashboardSearch {
  from?: string;
  to?: string;
  branchId?: string;
  /** By what sales are compared with the week before. */
  by?: ComparedBy;
}

const readSearch = (raw: Record<string, unknown>): DashboardSearch =>
  readFields<DashboardSearch>(raw, { from: day, to: day, branchId: rowId, by: oneOf(comparedBy) });

const dashboardQuery = ({ by: _by, ...asked }: DashboardSearch) =>
  routeQuery(getDashboard, { query: asked }, { live });

/** Asks for the figures while the screen's code is still on its way. */
export const askFirst = (raw: Record<string, unknown>): Promise<unknown> =>
  Promise.all([askStepsFirst(), queryClient.prefetchQuery(dashboardQuery(readSearch(raw)))]);

/** The range and the branch stand in the address; without a range the screen shows today. */
export function useDashboard() {
  const { state: search, change } = useAddress(readSearch);
  const query = useQuery({
    ...dashboardQuery(search),
    placeholderData: keepPreviousData,
  });
  // Until the portal has answered with its own day, this machine's clock in Riyadh stands in.
  const today = query.data ? riyadhDay(query.data.asOf) : riyadhDay(new Date());
  const range: DateRange = { from: search.from ?? today, to: search.to ?? search.from ?? today };
  return { query, today, range, branchId: search.branchId, by: search.by ?? 'branch', change };
}
