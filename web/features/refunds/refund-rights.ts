import { may } from '@mizan/contract/may.ts';
import { approveRefund, startRefund } from '@mizan/contract/refunds.ts';
import { useSession } from '../../platform/session.store.ts';

/** Whether whoever is signed in may give money back. */
export const useMayRefund = (): boolean => may(useSession(), startRefund);

/** Whether whoever is signed in may decide what others asked for, and take back what they asked for. */
export const useMayDecide = (): boolean => may(useSession(), approveRefund);
