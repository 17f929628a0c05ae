import { getTransaction, listTransactions, type TransactionDetail } from '@mizan/contract/transactions.ts';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../platform/query-client.ts';

/** A payment under way is followed by messages; this only covers a message that never came. */
const paymentPollMs = 4_000;
export const lastPayments = 5;

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
