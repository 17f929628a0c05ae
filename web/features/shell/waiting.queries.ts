import { getWaitingApplications } from '@mizan/contract/waiting-applications.ts';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../platform/query-client.ts';
import { useMay } from '../../platform/use-may.ts';
import { useAskedOfMe } from './asked-of-me.queries.ts';
import { type WaitingIn, waitingForAdmin, waitingForMember } from './waiting.ts';

/** Applications come through no live message of administrators. */
const pollMs = 30_000;

/** What waits behind the entries of the menu, as it is now. */
export function useWaiting(): WaitingIn {
  const asked = useAskedOfMe();
  const enabled = useMay(getWaitingApplications);
  const applications = useQuery({
    ...routeQuery(getWaitingApplications, {}),
    enabled,
    refetchInterval: pollMs,
  }).data;
  return {
    ...(asked && waitingForMember(asked)),
    ...(enabled && applications && waitingForAdmin(applications)),
  };
}
