import { getSession } from '@mizan/contract/auth.ts';
import { useQuery } from '@tanstack/react-query';
import { riyadhDay } from './formats.ts';
import { routeQuery, seldomMs } from './query-client.ts';

/** Today in Riyadh by the portal's clock; by this machine's own until the portal has said. */
export function useToday(): string {
  const session = useQuery({ ...routeQuery(getSession, {}), staleTime: seldomMs });
  return session.data?.today ?? riyadhDay(new Date());
}
