import {
  type BankFileDetail,
  type BankFileEntry,
  type BankFileRow,
  confirmLayout,
  type EntryFilter,
  getBankFile,
  type LineNote,
  listBankFiles,
  listEntries,
  listRejectedLines,
  runningStates,
  undoBankFile,
} from '@mizan/contract/reconciliation.ts';
import type { RouteArgs } from '@mizan/contract/route.ts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../platform/api-client.ts';
import { queryClient, refreshLive, routeQuery } from '../../platform/query-client.ts';
import { readSearch } from './reconciliation.search.ts';

const live = ['FIL'] as const;
const pageRows = 50;

const filesQuery = (only: 'open' | null) =>
  infiniteQueryOptions({
    queryKey: [listBankFiles.id, only],
    queryFn: ({ pageParam, signal }) =>
      call(
        listBankFiles,
        { query: { cursor: pageParam, limit: pageRows, only: only ?? undefined } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    meta: { live },
  });
const fileQuery = (id: string) => routeQuery(getBankFile, { params: { id } }, { live });

/** Asks for the files, or for the one that the address names, while the screen's code is still on its way. */
export function askFirst(raw: Record<string, unknown>): Promise<unknown> {
  const { file, only } = readSearch(raw);
  return file === null
    ? queryClient.prefetchInfiniteQuery(filesQuery(only))
    : queryClient.prefetchQuery(fileQuery(file));
}

/** Bank files, newest first, page by page; refreshed when a bank file moves on. */
export function useBankFiles(only: 'open' | null) {
  const query = useInfiniteQuery({ ...filesQuery(only), placeholderData: keepPreviousData });
  const rows = useMemo<BankFileRow[]>(
    () => query.data?.pages.flatMap((page) => page.rows) ?? [],
    [query.data],
  );
  return { query, rows };
}

export const useBankFile = (id: string) => useQuery(fileQuery(id));

/** How often a bank file is asked for while something waits for its end; live messages tell it sooner. */
const askEveryMs = 1_000;

/** Resolves when a file is no longer being read: with its verdict, a refusal, or a question about its columns. */
export async function untilRead(id: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const detail = await queryClient.fetchQuery({ ...fileQuery(id), staleTime: 0 });
    if (!runningStates.includes(detail.state)) return;
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
}

/** Lists, figures and details that a new or changed file may have changed are asked for again. */
export const refreshFiles = (): Promise<void> => refreshLive(new Set(['FIL']));

/** Entries of an outcome. They do not change once a file is judged, so nothing refreshes them by itself. */
export function useEntries(id: string, outcome: EntryFilter) {
  const query = useInfiniteQuery({
    queryKey: [listEntries.id, id, outcome],
    queryFn: ({ pageParam, signal }) =>
      call(
        listEntries,
        { params: { id }, query: { outcome, after: pageParam, limit: pageRows } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (page) => page.nextAfter ?? undefined,
    placeholderData: keepPreviousData,
  });
  const rows = useMemo<BankFileEntry[]>(
    () => query.data?.pages.flatMap((page) => page.rows) ?? [],
    [query.data],
  );
  return { query, rows };
}

/** One entry by its number; null where the file has none of that number. */
export const useEntry = (id: string, seq: number) =>
  useQuery({
    ...routeQuery(listEntries, { params: { id }, query: { outcome: 'all', after: seq - 1, limit: 1 } }),
    select: ({ rows }) => rows.find((row) => row.seq === seq) ?? null,
  });

export function useRejectedLines(id: string, kind: 'REJECTED' | 'WARNING') {
  const query = useInfiniteQuery({
    queryKey: [listRejectedLines.id, id, kind],
    queryFn: ({ pageParam, signal }) =>
      call(
        listRejectedLines,
        { params: { id }, query: { kind, after: pageParam, limit: pageRows } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (page) => page.nextAfter ?? undefined,
  });
  const rows = useMemo<LineNote[]>(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  return { query, rows };
}

/** Confirms the columns; the answer is the bank file as it goes on. */
export function useConfirmLayout(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteArgs<typeof confirmLayout>['body']) =>
      call(confirmLayout, { params: { id }, body }),
    onSuccess: (detail: BankFileDetail) => {
      client.setQueryData(routeQuery(getBankFile, { params: { id } }).queryKey, detail);
    },
  });
}

export function useUndo(id: string) {
  return useMutation({
    mutationFn: () => call(undoBankFile, { params: { id } }),
    onSuccess: refreshFiles,
  });
}
