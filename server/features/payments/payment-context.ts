import { orderOfType, orders } from '@mizan/contract/orders.ts';
import type { Payment } from './payment-row.ts';

/** The row of the table that a payment is sent by. */
export const orderOf = ({ type }: Pick<Payment, 'type'>) => orders[orderOfType[type]];

export const later = (at: Date, byMs: number): Date => new Date(at.getTime() + byMs);

/** The wait before the question after `count` questions. */
export function queryDelayMs(payment: Pick<Payment, 'type'>, count: number): number {
  const { queryBackoffMs, queryEveryMs } = orderOf(payment).timers;
  return queryBackoffMs[count] ?? queryEveryMs;
}
