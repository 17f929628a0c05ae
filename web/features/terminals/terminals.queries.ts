import { getClosedBranches } from '@mizan/contract/alerts.ts';
import { listRetiredTerminals, listTerminals } from '@mizan/contract/terminals.ts';
import { useQuery } from '@tanstack/react-query';
import { queryClient, routeQuery } from '../../platform/query-client.ts';

/** Batteries and networks change without a message. */
const healthPollMs = 20_000;

const terminalsQuery = routeQuery(listTerminals, {}, { live: ['TCO', 'TDI', 'TRX', 'PAY', 'SET'] });

/** Asks for the terminals while the screen's code is still on its way. */
export const askFirst = (): Promise<unknown> => queryClient.prefetchQuery(terminalsQuery);

export const useTerminals = () => useQuery({ ...terminalsQuery, refetchInterval: healthPollMs });

/** Those out of service; asked for where somebody looks at them. */
export const useRetiredTerminals = (enabled: boolean) =>
  useQuery({ ...routeQuery(listRetiredTerminals, {}), enabled });

const openingPollMs = 60_000;

/** Where a terminal without a line is no news; asked again by itself, as shops open and close. */
export const useClosedBranches = () =>
  useQuery({
    ...routeQuery(getClosedBranches, {}),
    // Where it failed it is asked again when somebody looks, so that the warning does not come and go.
    refetchInterval: ({ state }) => (state.data ? openingPollMs : false),
  });
