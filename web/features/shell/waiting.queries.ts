import { getAskedOfMe } from '@mizan/contract/asked-of-me.ts';
import { getWaitingApplications } from '@mizan/contract/platform.ts';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../platform/query-client.ts';
import { useMay } from '../../platform/use-may.ts';
import { type WaitingIn, waitingForAdmin, waitingForMember } from './waiting.ts';

/** Applications come through no live message of administrators. */
const pollMs = 30_000;

/** What waits for this person; undefined for whoever has none, and until it is known. The bell asks the same. */
export function useAskedOfMe() {
  const enabled = useMay(getAskedOfMe);
  return useQuery({ ...routeQuery(getAskedOfMe, {}, { live: ['FIL', 'TRX'] }), enabled }).data;
}

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
