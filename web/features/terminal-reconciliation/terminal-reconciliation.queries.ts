import {
  getTerminalReconciliation,
  listTerminalReconciliations,
  listTerminalStates,
} from '@mizan/contract/terminal-reconciliation.ts';
import { useQuery } from '@tanstack/react-query';
import { listQuery, useList } from '../../platform/list.ts';
import { queryClient, routeQuery } from '../../platform/query-client.ts';

/** A terminal may reconcile, take payments, come and go. */
const live = ['REC', 'FRC', 'SRC', 'TCO', 'TDI', 'TRX', 'PAY'] as const;
const statesQuery = routeQuery(listTerminalStates, {}, { live });

/** Asks for the terminals while the screen's code is still on its way. */
export const askFirst = (): Promise<unknown> => queryClient.prefetchQuery(statesQuery);

export const useTerminalStates = () => useQuery(statesQuery);
export const useTerminalReconciliation = (id: string) =>
  useQuery(routeQuery(getTerminalReconciliation, { params: { id } }, { live: ['REC', 'TRX', 'PAY'] }));
export const useReconciliationsOf = (id: string) =>
  useList(listQuery(listTerminalReconciliations, { params: { id }, query: { limit: 8 } }, { live: ['REC'] }));
