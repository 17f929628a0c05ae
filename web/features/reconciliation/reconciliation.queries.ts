import {
  confirmLayout,
  type EntryFilter,
  getBankFile,
  type ImportDetail,
  type ImportEntry,
  type ImportRow,
  type LineNote,
  listBankFiles,
  listEntries,
  listRejectedLines,
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
import { call } from '../../platform/api.client.ts';
import { queryClient, routeQuery } from '../../platform/query.client.ts';
import { readSearch } from './reconciliation.search.ts';

const live = ['IMP'] as const;
const pageRows = 50;

const filesQuery = infiniteQueryOptions({
  queryKey: [listBankFiles.id],
  queryFn: ({ pageParam, signal }) =>
    call(listBankFiles, { query: { cursor: pageParam, limit: pageRows } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.nextCursor ?? undefined,
  meta: { live },
});
const fileQuery = (id: string) => routeQuery(getBankFile, { params: { id } }, { live });

/** Asks for the files, or for the one that the address names, while the screen's code is still on its way. */
export function askFirst(raw: Record<string, unknown>): Promise<unknown> {
  const { file } = readSearch(raw);
  return file === null
    ? queryClient.prefetchInfiniteQuery(filesQuery)
    : queryClient.prefetchQuery(fileQuery(file));
}

/** Bank files, newest first, page by page; refreshed when an import moves on. */
export function useBankFiles() {
  const query = useInfiniteQuery(filesQuery);
  const rows = useMemo<ImportRow[]>(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  return { query, rows };
}

export const useBankFile = (id: string) => useQuery(fileQuery(id));

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
  const rows = useMemo<ImportEntry[]>(
    () => query.data?.pages.flatMap((page) => page.rows) ?? [],
    [query.data],
  );
  return { query, rows };
}

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

/** Confirms the columns; the answer is the import as it goes on. */
export function useConfirmLayout(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteArgs<typeof confirmLayout>['body']) =>
      call(confirmLayout, { params: { id }, body }),
    onSuccess: (detail: ImportDetail) => {
      client.setQueryData(routeQuery(getBankFile, { params: { id } }).queryKey, detail);
    },
  });
}

export function useUndo(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(undoBankFile, { params: { id } }),
    onSuccess: () =>
      client.invalidateQueries({ predicate: ({ meta }) => meta?.live?.includes('IMP') ?? false }),
  });
}
