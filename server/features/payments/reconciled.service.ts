import { orders } from '@mizan/contract/orders.ts';
import type { Tx } from '../../platform/database/database.ts';
import { later } from './payment-context.ts';
import { selectUnderWay } from './payment-terminal.queries.ts';
import { type CountedPayment, countInReconciliation, selectOutcomeOpen } from './reconciled.queries.ts';

/** Payments as reconciliations of their terminals see them. */
export type { CountedPayment };

/** Gives every approved payment of a terminal that none has counted to this reconciliation, and answers them. */
export const countPayments = (
  tx: Tx,
  terminalId: string,
  reconciliationId: string,
): Promise<CountedPayment[]> => countInReconciliation(tx, terminalId, reconciliationId);

/** Numbers of payments of a terminal of which nobody knows whether the card was charged: the newest `limit`. */
export const paymentsOfUnknownOutcome = (tx: Tx, terminalId: string, limit: number): Promise<string[]> =>
  selectOutcomeOpen(tx, terminalId, limit);

/** Whether a payment occupies the terminal now. */
export const isTerminalOccupied = async (tx: Tx, terminalId: string, now: Date): Promise<boolean> =>
  (await selectUnderWay(tx, terminalId, later(now, -orders.purchase.timers.paymentMs))) !== null;
