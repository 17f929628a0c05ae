import type { LiveMessage } from '@mizan/contract/live.ts';
import { pageLimit } from '@mizan/contract/page.ts';
import type { AnyRoute, RouteArgs, RouteOutput } from '@mizan/contract/route.ts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  type UseQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from './api-client.ts';

type LiveType = LiveMessage['type'];

/** A page of rows, and where the next one begins: after a row's instant and id, or after a row's number. */
interface Page<Row> {
  rows: Row[];
  nextCursor?: string | null;
  nextAfter?: number | null;
}
type Next = { cursor: string } | { after: number };
type RowOf<Answer> = Answer extends { rows: (infer Row)[] } ? Row : never;

function nextOf({ nextCursor, nextAfter }: Page<unknown>): Next | undefined {
  if (nextCursor) return { cursor: nextCursor };
  return typeof nextAfter === 'number' ? { after: nextAfter } : undefined;
}

interface ListOptions {
  /** The messages after which the list is asked for again. */
  live?: readonly LiveType[];
  /** How long what was read counts as fresh, in ms; without it, as for every other question. */
  staleTime?: number;
}

/**
 * A list's route as the options of a question that goes on page by page. `args` hold its filters and no cursor.
 * Whoever asks ahead (`askFirst`) asks with the same options: `queryClient.prefetchInfiniteQuery(listQuery(…))`.
 */
export function listQuery<R extends AnyRoute>(
  route: R,
  args: RouteArgs<R>,
  { live, ...options }: ListOptions = {},
) {
  const { query, ...rest } = args as { query?: Record<string, unknown> };
  return pagesOf<RowOf<RouteOutput<R>>>({
    // Apart from the same rows read at once by `routeQuery`, whose answer has no pages.
    queryKey: [route.id, args, 'pages'],
    queryFn: ({ pageParam, signal }) => {
      const page = { ...rest, query: { ...query, limit: pageLimit.default, ...pageParam } };
      return call(route, page as unknown as RouteArgs<R>, { signal }) as Promise<Page<RowOf<RouteOutput<R>>>>;
    },
    initialPageParam: undefined as Next | undefined,
    getNextPageParam: nextOf,
    ...options,
    ...(live ? { meta: { live } } : {}),
  });
}

type Pages<Row> = Parameters<
  typeof infiniteQueryOptions<Page<Row>, Error, InfiniteData<Page<Row>>, QueryKey, Next | undefined>
>[0];
const pagesOf = <Row>(options: Pages<Row>) => infiniteQueryOptions(options);
type ListQuery<Row> = ReturnType<typeof pagesOf<Row>>;

/** What `ListView` of ui/ shows of a list. */
export interface Listed<Row> {
  rows: Row[];
  isPending: boolean;
  /** Why it did not load; null where it did. */
  error: unknown;
  retry: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  /** The next page; does nothing where there is none or it is on its way. */
  loadMore: () => void;
}

/**
 * A list, page by page. While another filter is on its way, what was found before stays. It is refreshed by live
 * messages; with `standsStill` it is not, and `hasNews` says that the portal has more to show.
 */
export function useList<Row>(
  options: ListQuery<Row>,
  { standsStill = false }: { standsStill?: boolean } = {},
): Listed<Row> & { hasNews: boolean } {
  const query = useInfiniteQuery({
    ...options,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: !standsStill,
    enabled: (state) => !standsStill || state.state.data === undefined,
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data]);
  return {
    rows,
    isPending: query.isPending,
    error: query.error,
    retry: () => void refetch(),
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    hasNews: standsStill && query.isStale,
  };
}

/** A list that comes whole, for the same screens: `wholeList(useQuery(routeQuery(listTerminals, {})))`. */
export const wholeList = <Row>({
  data,
  isPending,
  error,
  refetch,
}: Pick<UseQueryResult<{ rows: Row[] }>, 'data' | 'isPending' | 'error' | 'refetch'>): Listed<Row> => ({
  rows: data?.rows ?? [],
  isPending,
  error,
  retry: () => void refetch(),
  hasMore: false,
  isLoadingMore: false,
  loadMore: () => undefined,
});
