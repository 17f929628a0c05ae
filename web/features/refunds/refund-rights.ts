import { getCashierRefunds } from '@mizan/contract/cashier-refunds.ts';
import { approveRefund, startRefund, withdrawRefund } from '@mizan/contract/refunds.ts';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../platform/query-client.ts';
import { useSession } from '../../platform/session.store.ts';
import { useMay } from '../../platform/use-may.ts';
import { useRefundTerminals } from './refunds.queries.ts';

/** Whether whoever is signed in may give back any payment that they see; a cashier only some (useMayRefundOf). */
export function useMayRefund(): boolean {
  const isCashier = useSession()?.role === 'CASHIER';
  return useMay(startRefund) && !isCashier;
}

/** Whether whoever is signed in may give back what this terminal took; a cashier what the own one did, where it is allowed. */
export function useMayRefundOf(terminalId: string): boolean {
  const mayAny = useMayRefund();
  const isCashier = useSession()?.role === 'CASHIER';
  const rule = useQuery({ ...routeQuery(getCashierRefunds, {}, { live: ['SET'] }), enabled: isCashier }).data;
  const mayStart = useMay(startRefund);
  const own = useRefundTerminals(isCashier && rule?.isAllowed === true).data?.rows[0];
  return mayAny || (mayStart && isCashier && rule?.isAllowed === true && own?.id === terminalId);
}

/** Whether whoever is signed in may take back what they asked for. */
export const useMayWithdraw = (): boolean => useMay(withdrawRefund);

/** Whether whoever is signed in may decide what others asked for. */
export const useMayDecide = (): boolean => useMay(approveRefund);
