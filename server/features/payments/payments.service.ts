import { canceled } from '@mizan/contract/outcome.ts';
import type { startPayment as startRoute } from '@mizan/contract/payments.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { transactionCan } from '@mizan/contract/transaction-states.ts';
import { isSoldHere } from '@mizan/contract/transaction-types.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { sameOrRefused } from '../../platform/asked-again.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { signalGateway } from '../../platform/link/signal.queries.ts';
import { getTransactionDetail } from '../transactions/transactions.service.ts';
import { beginPayment, refuseWhileBusy } from './payment-begin.service.ts';
import { applyOutcome, savePayment } from './payment-change.service.ts';
import type { Payment } from './payment-row.ts';
import {
  type Holder,
  lockTerminal,
  type PaymentTerminal,
  selectByUuid,
  selectLockHolder,
} from './payment-terminal.queries.ts';
import { lockPayment } from './payments.queries.ts';

export interface PaymentDeps {
  readonly db: Database;
  readonly clock: Clock;
}

type StartInput = RouteInput<typeof startRoute>['body'];
const currency = 'SAR';

/**
 * Starts a payment on a terminal; answers it as it stands after the commit. The same paymentId again answers
 * what the first one made. Throws notFound, suspended, paymentLocked {transactionId, amountMinor}, terminalBusy
 * {transactionId} and paymentConflict.
 */
export async function startPayment(
  { db, clock }: PaymentDeps,
  member: Member,
  input: StartInput,
): Promise<TransactionDetail> {
  return inTenant(db, member.merchantId, async (tx) => {
    const terminal = await terminalFor(tx, member, input.terminalId);
    const earlier = await selectByUuid(tx, input.paymentId);
    if (earlier) return getTransactionDetail(tx, member, samePayment(earlier, input).id);
    if (!terminal.inService) throw suspended();
    await refuseWhileOccupied(tx, member, input, clock.now());
    const payment = await writePayment(tx, member, terminal, input, clock.now());
    if (payment) return getTransactionDetail(tx, member, payment.id);
    const winner = await selectByUuid(tx, input.paymentId);
    if (winner) return getTransactionDetail(tx, member, samePayment(winner, input).id);
    const holder = await selectLockHolder(tx, input.terminalId, input.amountMinor, currency);
    throw locked(holder, input.amountMinor);
  });
}

/** A cashier takes payments on the own terminal alone; any other one does not exist for them. */
async function terminalFor(tx: Tx, member: Member, terminalId: string): Promise<PaymentTerminal> {
  const terminal = await lockTerminal(tx, terminalId);
  if (!terminal || (member.role === 'CASHIER' && member.terminalId !== terminal.id)) throw notFound();
  return terminal;
}

/** A refund's number is no payment's, whatever it is of. */
function samePayment(earlier: Holder, input: StartInput): Holder {
  if (!isSoldHere(earlier)) throw used();
  return sameOrRefused(earlier, input, ['terminalId', 'amountMinor'], used);
}

const used = (): Failure =>
  new Failure('paymentConflict', 'This payment number was already used. Start a new payment.');

/** What was begun before goes on to its end: only a new payment is refused. */
const suspended = (): Failure =>
  new Failure('suspended', 'This branch is suspended, so no payment can be taken on its terminals.');

const locked = (holder: Holder | null, amountMinor: number): Failure =>
  new Failure('paymentLocked', 'A payment of this amount on this terminal is still undecided.', {
    transactionId: holder?.id ?? null,
    amountMinor,
  });

/** No retry of what is undecided, no second charge of a locked amount, no second payment on a busy terminal. */
async function refuseWhileOccupied(tx: Tx, member: Member, input: StartInput, now: Date): Promise<void> {
  if (input.retryOfId) {
    const first = await getTransactionDetail(tx, member, input.retryOfId);
    const status = first.status as Payment['status'];
    if (!transactionCan.retry({ type: first.type, status, underReview: first.underReview })) {
      throw locked({ ...first, terminalId: first.terminalId }, first.amountMinor);
    }
  }
  const holder = await selectLockHolder(tx, input.terminalId, input.amountMinor, currency);
  if (holder) throw locked(holder, input.amountMinor);
  await refuseWhileBusy(tx, input.terminalId, now);
}

/** A purchase as somebody asked for it. */
async function writePayment(
  tx: Tx,
  member: Member,
  terminal: PaymentTerminal,
  input: StartInput,
  now: Date,
): Promise<Payment | null> {
  const ownCashier = member.role === 'CASHIER';
  return beginPayment(tx, member, terminal, {
    uuid: input.paymentId,
    type: 'PURCHASE',
    amountMinor: input.amountMinor,
    currency,
    orderRef: input.orderRef ?? null,
    cashierId: ownCashier ? member.userId : terminal.cashierId,
    cashierName: ownCashier ? member.fullName : terminal.cashierName,
    startedById: member.userId,
    startedByName: member.fullName,
    createdAt: now,
    holdsLock: true,
    shiftOfId: ownCashier && member.through === undefined ? member.userId : null,
    retryOfId: input.retryOfId ?? null,
  });
}

/** One payment that this person may see, locked. */
async function lockFor(tx: Tx, member: Member, id: string): Promise<Payment> {
  const payment = await lockPayment(tx, id);
  if (!payment || (member.role === 'CASHIER' && payment.terminalId !== member.terminalId)) throw notFound();
  return payment;
}

/** From here on the request is with the bank. */
const pastStopping: readonly (string | null)[] = ['ONLINE', 'PRINTING'];

/** Asks the terminal to stop; what was never sent stops at once, what is canceled is answered. Throws notFound and tooLateToCancel. */
export async function cancelPayment(
  { db, clock }: PaymentDeps,
  member: Member,
  id: string,
): Promise<TransactionDetail> {
  return inTenant(db, member.merchantId, async (tx) => {
    const payment = await lockFor(tx, member, id);
    const asked = payment.cancelAskedAt !== null;
    // Said once more by somebody whose first answer was lost: there is no result to wait for.
    if (payment.status === 'CANCELED') return getTransactionDetail(tx, member, id);
    if (payment.status !== 'INITIALIZED' || (!asked && pastStopping.includes(payment.step))) {
      throw new Failure('tooLateToCancel', 'Too late to cancel. Wait for the result.');
    }
    const now = clock.now();
    const told = { fact: 'payments.cancelAsked', by: member } as const;
    if (!payment.sentAt) await applyOutcome(tx, payment, canceled, { at: now, told, askAgainAt: null });
    else if (!asked) {
      await savePayment(tx, now, payment, { ...payment, cancelAskedAt: now }, [told]);
      await signalGateway(tx, payment.tid);
    }
    return getTransactionDetail(tx, member, id);
  });
}

/** Asks the terminal now for the outcome of an undecided payment. Throws notFound and conflict. */
export async function askPayment(
  { db, clock }: PaymentDeps,
  member: Member,
  id: string,
): Promise<TransactionDetail> {
  return inTenant(db, member.merchantId, async (tx) => {
    const payment = await lockFor(tx, member, id);
    if (!payment.nextQueryAt || !payment.sentAt) {
      throw new Failure('conflict', 'The outcome of this payment is known.');
    }
    const now = clock.now();
    await savePayment(tx, now, payment, { ...payment, nextQueryAt: now }, []);
    await signalGateway(tx, payment.tid);
    return getTransactionDetail(tx, member, id);
  });
}
