import { getCashierRefunds } from '@mizan/contract/cashier-refunds.ts';
import { may } from '@mizan/contract/may.ts';
import { approveRefund, startRefund, withdrawRefund } from '@mizan/contract/refunds.ts';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../platform/query-client.ts';
import { useSession } from '../../platform/session.store.ts';
import { useRefundTerminals } from './refunds.queries.ts';

/** Whether whoever is signed in may give back any payment that they see; a cashier only some (useMayRefundOf). */
export function useMayRefund(): boolean {
  const session = useSession();
  return may(session, startRefund) && session?.role !== 'CASHIER';
}

/** Whether whoever is signed in may give back what this terminal took; a cashier what the own one did, where it is allowed. */
export function useMayRefundOf(terminalId: string): boolean {
  const mayAny = useMayRefund();
  const isCashier = useSession()?.role === 'CASHIER';
  const rule = useQuery({ ...routeQuery(getCashierRefunds, {}, { live: ['SET'] }), enabled: isCashier }).data;
  const own = useRefundTerminals(isCashier && rule?.isAllowed === true).data?.rows[0];
  return mayAny || (isCashier && rule?.isAllowed === true && own?.id === terminalId);
}

/** Whether whoever is signed in may take back what they asked for. */
export const useMayWithdraw = (): boolean => may(useSession(), withdrawRefund);

/** Whether whoever is signed in may decide what others asked for. */
export const useMayDecide = (): boolean => may(useSession(), approveRefund);
