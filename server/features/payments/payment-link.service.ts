import {
  canceled,
  mayHaveForgotten,
  type Outcome,
  outcomeOfAck,
  outcomeOfNotFound,
  outcomeUnknown,
} from '@mizan/contract/outcome.ts';
import type { AckOutcome, TerminalFrame } from '@mizan/contract/terminal-link.ts';
import type { PaymentStep } from '@mizan/contract/transaction-states.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { LinkContext } from '../../platform/link/order-handlers.ts';
import { applyOutcome, type PaymentNews, savePayment } from './payment-change.service.ts';
import { later, orderOf, queryDelayMs } from './payment-context.ts';
import { applyFinalStatus, type SaidResult } from './payment-result.service.ts';
import type { Payment } from './payment-row.ts';
import { lockPaymentByUuid } from './payments.queries.ts';

type Frame<T extends TerminalFrame['type']> = Extract<TerminalFrame, { type: T }>;

/** The payment that a frame names, if it was sent to this very terminal; null for any other. */
async function ownPayment(tx: Tx, context: LinkContext, uuid: string): Promise<Payment | null> {
  const payment = await lockPaymentByUuid(tx, uuid);
  return payment?.terminalId === context.terminalId ? payment : null;
}

/** The terminal has it: from here on it is heard of again at the latest when the terminal's own time is up. */
const accepted = (payment: Payment, context: LinkContext): Payment => ({
  ...payment,
  ackedAt: payment.ackedAt ?? context.now,
  nextQueryAt: later(payment.sentAt ?? context.now, orderOf(payment).timers.firstQueryMs),
  queryCount: 0,
});

const isPlainlyOpen = (payment: Payment): boolean =>
  payment.status === 'INITIALIZED' && payment.resultSeq === null && !payment.underReview;

/** pay.ack. */
export async function applyAck(
  tx: Tx,
  context: LinkContext,
  paymentId: string,
  answer: AckOutcome,
): Promise<void> {
  const payment = await ownPayment(tx, context, paymentId);
  if (!payment) return;
  const told: PaymentNews = { fact: 'payments.acknowledged', params: { outcome: answer } };
  const outcome = outcomeOfAck[answer];
  if (outcome.status !== 'INITIALIZED' || outcome.review) {
    const askAgainAt = later(context.now, queryDelayMs(payment, 0));
    await applyOutcome(tx, payment, outcome, { at: context.now, told, askAgainAt });
    return;
  }
  if (payment.ackedAt || !isPlainlyOpen(payment)) return;
  const after: Payment = { ...accepted(payment, context), step: 'ACCEPTED', stepAt: context.now };
  await savePayment(tx, context.now, payment, after, [told]);
}

/** pay.progress: what the cashier sees. Says nothing about the outcome. */
export async function applyProgress(
  tx: Tx,
  context: LinkContext,
  paymentId: string,
  step: PaymentStep,
): Promise<void> {
  const payment = await ownPayment(tx, context, paymentId);
  if (!payment || !isPlainlyOpen(payment) || payment.step === step) return;
  const after: Payment = {
    ...(payment.ackedAt ? payment : accepted(payment, context)),
    step,
    stepAt: context.now,
  };
  await savePayment(tx, context.now, payment, after, [{ fact: 'payments.stepReached', params: { step } }]);
}

/** pay.cancel.ack. A cancel never wins over an approval: a result that comes after it is still taken. */
export async function applyCancelAnswer(
  tx: Tx,
  context: LinkContext,
  frame: Frame<'pay.cancel.ack'>,
): Promise<void> {
  const payment = await ownPayment(tx, context, frame.paymentId);
  if (!payment) return;
  const told: PaymentNews = { fact: 'payments.cancelAnswered', params: { outcome: frame.outcome } };
  if (frame.outcome === 'NOT_FOUND') return notFoundAt(tx, context, payment, told);
  if (frame.outcome === 'CANCELED') {
    await applyOutcome(tx, payment, canceled, { at: context.now, told, askAgainAt: payment.nextQueryAt });
    return;
  }
  const after = { ...payment, cancelAskedAt: null };
  await savePayment(tx, context.now, payment, after, [told]);
}

async function notFoundAt(tx: Tx, context: LinkContext, payment: Payment, told: PaymentNews): Promise<void> {
  const stillOpen = payment.status === 'INITIALIZED' || outcomeUnknown(payment);
  if (!stillOpen) return;
  const outcome: Outcome = outcomeOfNotFound(mayHaveForgotten(payment, context.journalSince));
  const askAgainAt = later(context.now, orderOf(payment).timers.askUnderReviewMs);
  await applyOutcome(tx, payment, outcome, { at: context.now, told, askAgainAt });
}

/**
 * tx.status, the answer to a question of ours, with what it said of the result. True where a result came with it and is
 * kept: only that may be acknowledged, because the terminal forgets what was.
 */
export async function applyStatus(
  tx: Tx,
  context: LinkContext,
  frame: Frame<'tx.status'>,
  said: SaidResult | null,
): Promise<boolean> {
  if (frame.state === 'FINAL') {
    const ofThisPayment = said?.body.paymentId === frame.paymentId ? said : null;
    return ofThisPayment !== null && applyFinalStatus(tx, context, ofThisPayment);
  }
  const payment = await ownPayment(tx, context, frame.paymentId);
  if (!payment) return false;
  if (frame.state === 'NOT_FOUND') {
    await notFoundAt(tx, context, payment, { fact: 'payments.answered', params: { answer: 'NOT_FOUND' } });
  } else if (isPlainlyOpen(payment)) {
    await stillUnderWay(tx, context, payment, frame.step ?? null);
  }
  return false;
}

async function stillUnderWay(
  tx: Tx,
  context: LinkContext,
  payment: Payment,
  step: PaymentStep | null,
): Promise<void> {
  const sentAt = payment.sentAt ?? context.now;
  const stillInTime = later(sentAt, orderOf(payment).timers.firstQueryMs) > context.now;
  const after: Payment = {
    ...(stillInTime ? accepted(payment, context) : payment),
    ackedAt: payment.ackedAt ?? context.now,
    step: step ?? payment.step,
    stepAt: step && step !== payment.step ? context.now : payment.stepAt,
  };
  const told: PaymentNews = { fact: 'payments.answered', params: { answer: 'IN_PROGRESS' } };
  await savePayment(tx, context.now, payment, after, [told]);
}
