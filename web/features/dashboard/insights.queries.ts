import { getInsights } from '@mizan/contract/dashboard-insights.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../platform/query-client.ts';

/** The days and the branch that the dashboard shows. */
export interface InsightsAsked {
  from: string;
  to: string;
  branchId?: string;
}

export const useInsights = (asked: InsightsAsked) =>
  useQuery({
    ...routeQuery(getInsights, { query: asked }, { live: ['TRX', 'PAY'] }),
    placeholderData: keepPreviousData,
  });

export type Insights = RouteOutput<typeof getInsights>;
