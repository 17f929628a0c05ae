import type { LiveMessage } from '@mizan/contract/live.ts';
import type { AnyRoute, RouteArgs, RouteOutput } from '@mizan/contract/route.ts';
import { onlineManager, QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call, isApiError } from './api-client.ts';
import { isReachable, watchLine } from './line.ts';

type LiveType = LiveMessage['type'];
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { live?: readonly LiveType[] };
  }
}

const freshMs = 15_000;
/** How long what changes seldom counts as fresh: people, branches, the day. */
export const seldomMs = 5 * 60_000;
const maxRetries = 2;

/** What is worth asking again: no answer, or a server that says it is busy. A refusal stays a refusal. */
function retry(failureCount: number, error: unknown): boolean {
  const passing = isApiError(error) && (error.status === 0 || error.status === 502 || error.status === 503);
  return passing && failureCount < maxRetries;
}

// Reading waits for the portal and goes on when it is back; only this window's own word counts for that.
onlineManager.setEventListener((setOnline) => watchLine(() => setOnline(isReachable())));

/**
 * A change never waits in the browser and is never sent again by itself: 'always' tries it at once, also without a
 * line, where the client refuses it. Left alone, the library would keep it and send it minutes later, unseen.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: freshMs, retry, refetchOnWindowFocus: true },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * A route as the options of useQuery: `useQuery(routeQuery(dashboard.read, { query }, { live: ['PAY'] }))`.
 * `live` names the messages after which the answer is asked for again.
 */
export function routeQuery<R extends AnyRoute>(
  route: R,
  args: RouteArgs<R>,
  options: { live?: readonly LiveType[] } = {},
) {
  return queryOptions<RouteOutput<R>>({
    queryKey: [route.id, args],
    queryFn: ({ signal }) => call(route, args, { signal }),
    ...(options.live ? { meta: { live: options.live } } : {}),
  });
}

/**
 * Takes what a change answered as the answer of the route that reads it. A reading that was under way may have begun before the
 * change and would put what was before over what is, or after it and be the newer one: it is let go, and one begins now.
 */
export function takeAnswer<R extends AnyRoute>(route: R, args: RouteArgs<R>, answer: RouteOutput<R>): void {
  const { queryKey } = routeQuery(route, args);
  queryClient.setQueryData(queryKey, answer as never);
  void queryClient.invalidateQueries({ queryKey });
}

/** Asks again for what these messages may have changed; without any, for everything that is live (catch up). */
export async function refreshLive(types?: ReadonlySet<LiveType>): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ meta }) => meta?.live?.some((type) => types === undefined || types.has(type)) ?? false,
  });
}

/** The outcome of a change, once what it may have changed has been read anew; also where it was refused. */
export async function settled<Answer>(
  change: Promise<Answer>,
  refresh: () => Promise<void>,
): Promise<Answer> {
  try {
    return await change;
  } finally {
    await refresh();
  }
}

/**
 * The outcome of a change that leads to another screen: at once, what it may have changed is read anew behind it. Under many live
 * messages that takes seconds. A refusal stays on its screen, and waits for what is read anew as in `settled`.
 */
export async function settledBehind<Answer>(
  change: Promise<Answer>,
  refresh: () => Promise<void>,
): Promise<Answer> {
  const answer = await change.catch(() => settled(change, refresh));
  void refresh();
  return answer;
}

/** Asks anew for what these routes answered, whatever they were asked with. */
export function useRefresh(routes: readonly AnyRoute[]): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(routes.map(({ id }) => client.invalidateQueries({ queryKey: [id] })));
  };
}
