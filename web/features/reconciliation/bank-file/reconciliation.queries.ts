import { type LineNoteKind } from '@mizan/contract/bank-file-reading.ts';
import { listCountedLines } from '@mizan/contract/counted-lines.ts';
import type { EntryParts } from '@mizan/contract/entry-parts.ts';
import {
  type EntryFilter,
  getBankFile,
  listBankFiles,
  listEntries,
  listRejectedLines,
  runningStates,
} from '@mizan/contract/reconciliation.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { type InfiniteData, keepPreviousData, useQuery } from '@tanstack/react-query';
import { listQuery, useList } from '../../../platform/list.ts';
import { queryClient, refreshLive, routeQuery } from '../../../platform/query-client.ts';
import type { CountedAsked } from './counted-rows.ts';
import { readSearch } from './reconciliation.search.ts';

const live = ['FIL'] as const;
const filesQuery = (only: 'open' | undefined) => listQuery(listBankFiles, { query: { only } }, { live });
const fileQuery = (id: string) => routeQuery(getBankFile, { params: { id } }, { live });

/** Asks for the files, or for the one that the address names, while the screen's code is still on its way. */
export function askFirst(raw: Record<string, unknown>): Promise<unknown> {
  const { file, only } = readSearch(raw);
  return file === undefined
    ? queryClient.prefetchInfiniteQuery(filesQuery(only))
    : queryClient.prefetchQuery(fileQuery(file));
}

/** Bank files, newest first, page by page; refreshed when a bank file moves on. */
export const useBankFiles = (only: 'open' | undefined) => useList(filesQuery(only));

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

/** Entries of an outcome or group, or of a part of them. They are other ones once a file is judged again. */
export const useEntries = (id: string, outcome: EntryFilter, parts: EntryParts) =>
  useList(listQuery(listEntries, { params: { id }, query: { outcome, ...parts } }, { live }));

/** One entry by its number; null where the file has none of that number. */
export const useEntry = (id: string, seq: number) =>
  useQuery({
    ...routeQuery(
      listEntries,
      { params: { id }, query: { outcome: 'all', after: seq - 1, limit: 1 } },
      { live },
    ),
    select: ({ rows }) => rows.find((row) => row.seq === seq) ?? null,
  });

/** Rows of the file by what became of them; like entries, they do not change once it is judged. */
export const useLineNotes = (id: string, kind: LineNoteKind) =>
  useList(listQuery(listRejectedLines, { params: { id }, query: { kind } }));

/**
 * The lines of a number before the verdict, and how many and how much all of them are. The portal reads the whole file for
 * each page, so a page that has come is not asked for again.
 */
export function useCountedLines(id: string, asked: CountedAsked) {
  const options = listQuery(
    listCountedLines,
    { params: { id }, query: { ...asked } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const list = useList(options);
  type Pages = InfiniteData<RouteOutput<typeof listCountedLines>>;
  return { list, all: queryClient.getQueryData<Pages>(options.queryKey)?.pages.at(-1) };
}

/** The newest bank files whose names, or whose banks', have a text. */
export const useFilesNamed = (search: string) =>
  useQuery({
    ...routeQuery(listBankFiles, { query: { ...(search !== '' && { search }) } }, { live }),
    placeholderData: keepPreviousData,
  });
