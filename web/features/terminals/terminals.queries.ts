import { listRetiredTerminals, listTerminals } from '@mizan/contract/terminals.ts';
import { useQuery } from '@tanstack/react-query';
import { queryClient, routeQuery } from '../../platform/query-client.ts';

/** Batteries and networks change without a message. */
const healthPollMs = 20_000;

const terminalsQuery = routeQuery(listTerminals, {}, { live: ['TCO', 'TDI', 'TRX', 'PAY'] });

/** Asks for the terminals while the screen's code is still on its way. */
export const askFirst = (): Promise<unknown> => queryClient.prefetchQuery(terminalsQuery);

export const useTerminals = () => useQuery({ ...terminalsQuery, refetchInterval: healthPollMs });

/** Those out of service; asked for where somebody looks at them. */
export const useRetiredTerminals = (enabled: boolean) =>
  useQuery({ ...routeQuery(listRetiredTerminals, {}), enabled });
