import { businessDayOf } from '@mizan/contract/business-day.ts';
import { orderOfType, orders } from '@mizan/contract/orders.ts';
import { neverSent } from '@mizan/contract/outcome.ts';
import { announce } from '../../platform/bus/bus.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { signalGateway } from '../../platform/link/signal.queries.ts';
import { addToRollup } from '../transactions/transaction-rollup.service.ts';
import { applyOutcome, tellOf } from './payment-change.service.ts';
import { later } from './payment-context.ts';
import { type Payment, rolledUp } from './payment-row.ts';
import { type PaymentTerminal, selectOpenShift, selectUnderWay } from './payment-terminal.queries.ts';
import { insertPayment, type NewPayment } from './payments.queries.ts';

/** What somebody asks of a terminal; where and when it is sent follows. */
export type Asked = Omit<
  NewPayment,
  | 'terminalId'
  | 'tid'
  | 'branchId'
  | 'isTest'
  | 'businessDay'
  | 'sentAt'
  | 'ackedAt'
  | 'nextQueryAt'
  | 'shiftId'
> & {
  /** The cashier in whose open shift on this terminal it is, where they have one; of others it is in none. */
  shiftOfId: string | null;
};

/** One after the other on a terminal. @throws Failure 'terminalBusy' {transactionId} */
export async function refuseWhileBusy(tx: Tx, terminalId: string, now: Date): Promise<void> {
  const underWay = await selectUnderWay(tx, terminalId, later(now, -orders.purchase.timers.paymentMs));
  if (underWay) {
    throw new Failure('terminalBusy', 'The terminal is busy with another payment. Wait until it ends.', {
      transactionId: underWay.id,
    });
  }
}

export const isConnected = ({ connection }: Pick<PaymentTerminal, 'connection'>): boolean =>
  connection === 'CONNECTED' || connection === 'RECONNECTING';

/**
 * INITIALIZED first, whatever comes; a terminal without a line ends it at once, because nothing was sent. On a terminal that
 * this transaction has locked. Null where the id is taken, or the amount is locked on this terminal.
 */
export async function beginPayment(
  tx: Tx,
  by: Member,
  terminal: PaymentTerminal,
  asked: Asked,
): Promise<Payment | null> {
  const now = asked.createdAt;
  const { timers } = orders[orderOfType[asked.type]];
  const { shiftOfId, ...what } = asked;
  const payment = await insertPayment(tx, {
    ...what,
    shiftId: terminal.isTest ? null : shiftOfId && (await selectOpenShift(tx, terminal.id, shiftOfId)),
    isTest: terminal.isTest,
    terminalId: terminal.id,
    tid: terminal.tid,
    branchId: terminal.branchId,
    businessDay: businessDayOf(now, terminal.cutoff),
    sentAt: null,
    ackedAt: null,
    nextQueryAt: later(now, timers.startWaitMs),
  });
  if (!payment) return null;
  addToRollup(tx, rolledUp(payment));
  const { amountMinor, currency, tid } = payment;
  const params = { amountMinor, currency, tid, orderRef: asked.orderRef };
  await tellOf(tx, payment, now, { fact: 'payments.started', by, params });
  if (!isConnected(terminal)) {
    const told = { fact: 'payments.terminalNotConnected' } as const;
    return applyOutcome(tx, payment, neverSent, { at: now, told, askAgainAt: null });
  }
  await signalGateway(tx, terminal.tid);
  await announce(tx, by.merchantId, { type: 'TRX', transactionId: payment.id }, terminal.id);
  return payment;
}
