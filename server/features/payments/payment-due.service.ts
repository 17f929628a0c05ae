import { neverSent, noAnswer } from '@mizan/contract/outcome.ts';
import type { Tx } from '../../platform/database/database.ts';
import { applyOutcome, type PaymentNews, savePayment } from './payment-change.service.ts';
import {
  attendLimit,
  selectCancelAsked,
  selectDue,
  selectUndecided,
  selectUnsent,
} from './payment-link.queries.ts';
import { type LinkContext, later, queryDelayMs } from './payment-link-context.ts';
import type { Payment } from './payment-row.ts';
import { lockPaymentIfFree } from './payments.queries.ts';

/** A payment whose sent_at is about to be committed; the frame follows the commit, never precedes it. */
export interface StartOrder {
  readonly paymentId: string;
  readonly attempt: number;
  readonly kind: Payment['type'];
  readonly amountMinor: number;
  readonly expiresInMs: number;
}

/** What the owner of a terminal's line has to write to it. */
export interface Orders {
  readonly starts: readonly StartOrder[];
  readonly cancels: readonly string[];
  readonly queries: readonly string[];
}

/** Looks at the terminal's rows and claims what is to be sent: by the one process that holds its line. */
export async function claimOrders(tx: Tx, context: LinkContext): Promise<Orders> {
  const starts: StartOrder[] = [];
  for (const id of await selectUnsent(tx, context.terminalId)) {
    const payment = await lockPaymentIfFree(tx, id);
    if (payment?.status === 'INITIALIZED' && !payment.sentAt)
      starts.push(await markSent(tx, context, payment));
  }
  const queries: string[] = [];
  for (const id of await selectDue(tx, context.terminalId, context.now)) {
    const payment = await lockPaymentIfFree(tx, id);
    if (payment && (await stepDue(tx, context, payment, true))) queries.push(payment.uuid);
  }
  return { starts, queries, cancels: await selectCancelAsked(tx, context.terminalId) };
}

async function markSent(tx: Tx, context: LinkContext, payment: Payment): Promise<StartOrder> {
  const { now, timers } = context;
  const after: Payment = {
    ...payment,
    sentAt: now,
    step: 'SENDING',
    stepAt: now,
    nextQueryAt: later(now, timers.ackMs),
  };
  await savePayment(tx, now, payment, after, [{ fact: 'payments.sent' }]);
  const waitedMs = Math.max(0, now.getTime() - payment.createdAt.getTime());
  return {
    paymentId: payment.uuid,
    attempt: payment.retryOfId ? 2 : 1,
    kind: payment.type,
    amountMinor: payment.amountMinor,
    expiresInMs: Math.max(1, timers.paymentMs - waitedMs),
  };
}

/**
 * One due payment: never sent and waited long enough, a quarter of an hour without an answer, or to be asked
 * for once more. Answers whether to ask; without a line it only counts the try.
 */
export async function stepDue(
  tx: Tx,
  context: LinkContext,
  payment: Payment,
  hasLine: boolean,
): Promise<boolean> {
  const { now, timers } = context;
  if (!payment.nextQueryAt || payment.nextQueryAt > now) return false;
  const askUnderReviewAt = later(now, timers.askUnderReviewMs);
  if (!payment.sentAt) {
    const news = { at: now, told: { fact: 'payments.neverSent' }, askAgainAt: null } as const;
    await applyOutcome(tx, payment, neverSent, news);
    return false;
  }
  const waitedLong = now >= later(payment.sentAt, timers.reviewAfterMs);
  if (payment.status === 'INITIALIZED' && waitedLong && !payment.underReview) {
    const told = { fact: 'payments.notAnswered' } as const;
    await applyOutcome(tx, payment, noAnswer, { at: now, told, askAgainAt: askUnderReviewAt });
    return false;
  }
  const askAgainAt = waitedLong ? askUnderReviewAt : later(now, queryDelayMs(timers, payment.queryCount));
  const after = { ...payment, nextQueryAt: askAgainAt, queryCount: payment.queryCount + 1 };
  // A question that a person has on the table is asked for ever: its tries are not written down one by one.
  const noted = hasLine && !payment.underReview;
  await savePayment(tx, now, payment, after, noted ? [{ fact: 'payments.asked' }] : []);
  return hasLine;
}

/** A due payment of a terminal that no process holds: it can only be rescheduled or given up. */
export async function stepWithoutLine(tx: Tx, context: LinkContext, id: string): Promise<void> {
  const payment = await lockPaymentIfFree(tx, id);
  if (payment) await stepDue(tx, context, payment, false);
}

/** The line is gone while a payment is on the terminal: people see it, and it is asked for soon. */
export async function noteLineLost(tx: Tx, context: LinkContext): Promise<void> {
  const askAt = later(context.now, queryDelayMs(context.timers, 0));
  for (const { id } of await selectUndecided(tx, context.terminalId, attendLimit)) {
    const payment = await lockPaymentIfFree(tx, id);
    if (payment?.status !== 'INITIALIZED') continue;
    const sooner = payment.nextQueryAt && payment.nextQueryAt < askAt ? payment.nextQueryAt : askAt;
    await savePayment(tx, context.now, payment, { ...payment, nextQueryAt: sooner }, [
      { fact: 'payments.terminalLost' },
    ]);
  }
}

/** The terminal is back: everything undecided on it is to be asked for. Answers the ids on the wire. */
export async function noteLineBack(tx: Tx, context: LinkContext, limit: number): Promise<string[]> {
  const uuids: string[] = [];
  for (const { id, uuid } of await selectUndecided(tx, context.terminalId, limit)) {
    const payment = await lockPaymentIfFree(tx, id);
    if (payment && !payment.underReview) {
      const told: PaymentNews[] = [{ fact: 'payments.terminalBack' }, { fact: 'payments.asked' }];
      await savePayment(tx, context.now, payment, payment, told);
    }
    uuids.push(uuid);
  }
  return uuids;
}
