import { type BulkVerdict, getBulkRun, listBulkLines, listBulkRuns } from '@mizan/contract/bulk.ts';
import { useQuery } from '@tanstack/react-query';
import { listQuery, useList } from '../../platform/list.ts';
import { routeQuery } from '../../platform/query-client.ts';

/** While lines are written. */
const lookMs = 1_000;

/** What a command on a file changes. */
export const bulkChanges = [listBulkRuns, getBulkRun, listBulkLines];

export const useRun = (id: string) =>
  useQuery({
    ...routeQuery(getBulkRun, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.run.state === 'RUNNING' ? lookMs : false),
  });

export const useRuns = () =>
  useQuery({
    ...routeQuery(listBulkRuns, {}),
    refetchInterval: ({ state }) =>
      state.data?.rows.some((run) => run.state === 'RUNNING') ? lookMs : false,
  });

export const useLines = (id: string, verdict: BulkVerdict | undefined) =>
  useList(listQuery(listBulkLines, { params: { id }, query: { verdict } }));
