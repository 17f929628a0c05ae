import { listTerminals, type TerminalRow } from '@mizan/contract/terminals.ts';
import { getTransaction, listTransactions, type TransactionDetail } from '@mizan/contract/transactions.ts';
import { useQuery } from '@tanstack/react-query';
import { queryClient, routeQuery } from '../../platform/query-client.ts';

/** Batteries and networks change without a message. */
const healthPollMs = 20_000;
/** A payment under way is followed by messages; this only covers a message that never came. */
const paymentPollMs = 4_000;
const lastPayments = 5;

const terminalsQuery = routeQuery(listTerminals, {}, { live: ['TCO', 'TDI', 'TRX', 'PAY'] });

/** Asks for the terminals while the screen's code is still on its way. */
export const askFirst = (): Promise<unknown> => queryClient.prefetchQuery(terminalsQuery);

export const useTerminals = () => useQuery({ ...terminalsQuery, refetchInterval: healthPollMs });

/** A payment by its number; null asks nothing. */
export const usePayment = (id: string | null) =>
  useQuery({
    ...routeQuery(getTransaction, { params: { id: id ?? '' } }, { live: ['TRX', 'PAY'] }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (isOpen(state.data) ? paymentPollMs : false),
  });

/** What a terminal did before: the last few, newest first. */
export const useLastPayments = (terminalId: string) =>
  useQuery(
    routeQuery(
      listTransactions,
      { query: { terminalId: [terminalId], limit: lastPayments } },
      { live: ['TRX', 'PAY'] },
    ),
  );

const isOpen = (payment: TransactionDetail | undefined): boolean =>
  payment === undefined || payment.status === 'INITIALIZED' || payment.unknownOutcome;

export const canTakePayment = (terminal: TerminalRow): boolean =>
  terminal.connection === 'CONNECTED' || terminal.connection === 'RECONNECTING';
