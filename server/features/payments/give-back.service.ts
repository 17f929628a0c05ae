import type { RefundType } from '@mizan/contract/refund-terms.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { beginPayment, isConnected, refuseWhileBusy } from './payment-begin.service.ts';
import type { Payment } from './payment-row.ts';
import { lockTerminal, type PaymentTerminal, selectByUuid } from './payment-terminal.queries.ts';
import { drawNumber, lockPayment } from './payments.queries.ts';

/**
 * Money that goes back on a terminal, for the feature of refunds: it decides whether and how much, here it becomes a payment
 * like any other. Locks are taken in one order: the terminal, then the purchase.
 */
export interface GivenBack {
  /** Drawn by nextNumber. */
  id: string;
  uuid: string;
  type: RefundType;
  amountMinor: number;
  originalId: string;
  /** Who asked for it. */
  startedById: string;
  startedByName: string;
}

export const nextNumber = drawNumber;

/** The purchase, locked until the transaction ends: what is given back of it is counted under this lock. */
export const lockPurchase = lockPayment;
export type Purchase = Payment;

/** A terminal in use, locked until the transaction ends; null where there is none. */
export const lockRefundTerminal = lockTerminal;
export type RefundTerminal = PaymentTerminal;
export const isTerminalConnected = isConnected;

/** Whether any payment has this id on the wire. */
export const isWireIdTaken = async (tx: Tx, uuid: string): Promise<boolean> =>
  (await selectByUuid(tx, uuid)) !== null;

/** Writes it INITIALIZED for the gateway. @throws Failure 'suspended', 'terminalBusy' {transactionId} */
export async function giveBack(
  tx: Tx,
  by: Member,
  terminal: PaymentTerminal,
  what: GivenBack,
  now: Date,
): Promise<Payment> {
  if (!terminal.inService) {
    throw new Failure(
      'suspended',
      'This branch is suspended, so nothing can be given back on its terminals.',
    );
  }
  if (terminal.isTest) {
    throw new Failure('conflict', 'A test terminal gives nothing back. Choose another terminal.');
  }
  await refuseWhileBusy(tx, terminal.id, now);
  const payment = await beginPayment(tx, by, terminal, {
    ...what,
    currency: 'SAR',
    orderRef: null,
    cashierId: terminal.cashierId,
    cashierName: terminal.cashierName,
    createdAt: now,
    // What a refund must not do twice is held by the remainder of its purchase.
    holdsLock: false,
    // Of a cashier's open shift, whoever approved it; an owner has none.
    shiftOfId: what.startedById,
    retryOfId: null,
  });
  if (!payment) throw notFound();
  return payment;
}
