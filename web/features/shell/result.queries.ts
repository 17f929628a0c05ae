import { getTransaction, type TransactionDetail } from '@mizan/contract/transactions.ts';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../platform/query-client.ts';
import type { Result } from '../../platform/results.store.ts';

/**
 * The payment of a result, once what is read agrees with what was told: an answer from before it would name a state
 * that is over.
 */
export function useResultPayment({ transactionId, approved }: Result): TransactionDetail | null {
  const { data } = useQuery({
    ...routeQuery(getTransaction, { params: { id: transactionId } }, { live: ['TRX', 'PAY'] }),
    refetchOnMount: 'always',
  });
  if (!data || data.status === 'INITIALIZED') return null;
  return (data.status === 'APPROVED') === approved ? data : null;
}
