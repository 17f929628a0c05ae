import { riyadhDay } from '@mizan/contract/business-day.ts';
import { canceled, neverSent, noAnswer } from '@mizan/contract/outcome.ts';
import type { OriginalPayment } from '@mizan/contract/terminal-link.ts';
import { asksFor } from '@mizan/contract/transaction-types.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { LinkContext, Saying } from '../../platform/link/order-handlers.ts';
import { applyOutcome, type PaymentNews, savePayment } from './payment-change.service.ts';
import { later, orderOf, queryDelayMs } from './payment-context.ts';
import {
  attendLimit,
  selectCancelAsked,
  selectDue,
  selectOriginal,
  selectUndecided,
  selectUnsent,
} from './payment-link.queries.ts';
import type { Payment } from './payment-row.ts';
import { isInService } from './payment-terminal.queries.ts';
import { lockPaymentIfFree } from './payments.queries.ts';

/** Looks at the terminal's rows and claims what is to be sent: by the one process that holds its line. */
export async function claimSayings(tx: Tx, context: LinkContext): Promise<Saying[]> {
  const starts: Saying[] = [];
  const unsent = await selectUnsent(tx, context.terminalId);
  const inService = unsent.length === 0 || (await isInService(tx, context.terminalId));
  for (const id of unsent) {
    const payment = await lockPaymentIfFree(tx, id);
    if (payment?.status !== 'INITIALIZED' || payment.sentAt) continue;
    if (inService) starts.push(await markSent(tx, context, payment));
    else await stopUnsent(tx, context, payment);
  }
  const questions: Saying[] = [];
  for (const id of await selectDue(tx, context.terminalId, context.now)) {
    const payment = await lockPaymentIfFree(tx, id);
    if (payment && (await stepDue(tx, context, payment, true))) questions.push(question(payment.uuid));
  }
  const cancels = await selectCancelAsked(tx, context.terminalId);
  return [...starts, ...cancels.map(cancel), ...questions];
}

/** Suspended between its commit and its sending: nothing went to the terminal, and nothing will. */
async function stopUnsent(tx: Tx, { now }: LinkContext, payment: Payment): Promise<void> {
  const told = { fact: 'payments.stoppedBySuspension' } as const;
  await applyOutcome(tx, payment, canceled, { at: now, told, askAgainAt: null });
}

export const question = (paymentId: string): Saying => ({ frame: { type: 'tx.query', paymentId } });

/** Once over a line: whoever asks again, after it was too late a first time, is passed on again. */
const cancel = (paymentId: string): Saying => ({ frame: { type: 'pay.cancel', paymentId }, once: paymentId });

/** The payment's sent_at is about to be committed; the frame follows the commit, never precedes it. */
async function markSent(tx: Tx, context: LinkContext, payment: Payment): Promise<Saying> {
  const { now } = context;
  const kind = asksFor(payment.type);
  if (kind === null) throw new Error(`nobody asks a terminal for a ${payment.type}`);
  const order = orderOf(payment);
  const after: Payment = {
    ...payment,
    sentAt: now,
    step: 'SENDING',
    stepAt: now,
    nextQueryAt: later(now, order.timers.ackMs),
  };
  await savePayment(tx, now, payment, after, [{ fact: 'payments.sent' }]);
  const waitedMs = Math.max(0, now.getTime() - payment.createdAt.getTime());
  const original = order.hasOriginal ? await originalOf(tx, payment) : null;
  return {
    frame: {
      type: 'pay.start',
      paymentId: payment.uuid,
      attempt: payment.retryOfId ? 2 : 1,
      kind,
      amountMinor: payment.amountMinor,
      currency: 'SAR',
      expiresInMs: Math.max(1, order.timers.paymentMs - waitedMs),
      ...(original && { original }),
    },
  };
}

/** The earlier payment as the bank knows it; null where its terminal never said enough of it. */
async function originalOf(tx: Tx, { originalId }: Payment): Promise<OriginalPayment | null> {
  const known = originalId === null ? null : await selectOriginal(tx, originalId);
  if (!known?.rrn || !known.firstSix || !known.lastFour) return null;
  const { rrn, createdAt, firstSix, lastFour } = known;
  return { rrn, date: riyadhDay(createdAt), maskedPan: `${firstSix}******${lastFour}` };
}

/**
 * One due payment: never sent and waited long enough, a quarter of an hour without an answer, or to be asked
 * for once more. Answers whether to ask; without a line it only counts the try.
 */
async function stepDue(tx: Tx, context: LinkContext, payment: Payment, hasLine: boolean): Promise<boolean> {
  const { now } = context;
  const { timers } = orderOf(payment);
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
  const askAgainAt = waitedLong ? askUnderReviewAt : later(now, queryDelayMs(payment, payment.queryCount));
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
  for (const { id } of await selectUndecided(tx, context.terminalId, attendLimit)) {
    const payment = await lockPaymentIfFree(tx, id);
    if (payment?.status !== 'INITIALIZED') continue;
    const askAt = later(context.now, queryDelayMs(payment, 0));
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
