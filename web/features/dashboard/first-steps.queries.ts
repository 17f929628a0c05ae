import { getFirstSteps } from '@mizan/contract/first-steps.ts';
import { may } from '@mizan/contract/may.ts';
import { listTerminals } from '@mizan/contract/terminals.ts';
import { useQuery } from '@tanstack/react-query';
import { queryClient, routeQuery } from '../../platform/query-client.ts';
import { readSession } from '../../platform/session.store.ts';
import { useMay } from '../../platform/use-may.ts';

const stepsQuery = routeQuery(getFirstSteps, {}, { live: ['TCO', 'TDI', 'PAY', 'FIL'] });

/** Asks for them while the screen's code is still on its way; of nobody but an owner. */
export const askStepsFirst = (): Promise<unknown> =>
  may(readSession(), getFirstSteps) ? queryClient.prefetchQuery(stepsQuery) : Promise.resolve();

/** How far an owner is; a list that is over is not asked for again. */
export function useFirstSteps() {
  const isOwner = useMay(getFirstSteps);
  const query = useQuery({
    ...stepsQuery,
    enabled: ({ state }) => isOwner && state.data?.isOver !== true,
  });
  const open = isOwner && query.data && !query.data.isOver ? query.data : null;
  return { isPending: isOwner && query.isPending, open };
}

/** The terminals, while they are being paired. */
export const usePairedTerminals = () =>
  useQuery(routeQuery(listTerminals, {}, { live: ['TCO', 'TDI', 'TRX', 'PAY'] }));
