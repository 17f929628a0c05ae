import { getTerminalByTid, getTerminalHistory, listLineLog } from '@mizan/contract/terminal-history.ts';
import { useQuery } from '@tanstack/react-query';
import { listQuery, useList } from '../../platform/list.ts';
import { routeQuery } from '../../platform/query-client.ts';

/** A heartbeat has no message of its own. */
const healthPollMs = 20_000;
/** A terminal's word of itself is kept once in ten minutes; its line has messages. */
const historyPollMs = 60_000;

export const useTerminal = (tid: string) =>
  useQuery({
    ...routeQuery(getTerminalByTid, { params: { tid } }, { live: ['TCO', 'TDI', 'TRX', 'PAY', 'SET'] }),
    enabled: tid !== '',
    refetchInterval: healthPollMs,
  });
export const useHistory = (id: string, hours: '24' | '168') =>
  useQuery({
    ...routeQuery(getTerminalHistory, { params: { id }, query: { hours } }, { live: ['TCO', 'TDI', 'PAY'] }),
    refetchInterval: historyPollMs,
  });
export const useLineLog = (id: string) =>
  useList(listQuery(listLineLog, { params: { id }, query: { limit: 50 } }, { live: ['TCO', 'TDI'] }));
