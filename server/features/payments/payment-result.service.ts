import { businessDayOf } from '@mizan/contract/business-day.ts';
import { mismatchOf, type Outcome, outcomeOfResult } from '@mizan/contract/outcome.ts';
import type { ResultBody } from '@mizan/contract/terminal-link.ts';
import type { Tx } from '../../platform/database/database.ts';
import { addToRollup } from '../transactions/transaction-rollup.service.ts';
import { receiptWithoutCardNumbers } from './card-number.ts';
import { type Payment, rolledUp } from './payment.row.ts';
import { applyOutcome, tellOf } from './payment-change.service.ts';
import { type LinkContext, later, queryDelayMs, TryAgain } from './payment-link.context.ts';
import { selectTerminalByTid } from './payment-terminal.queries.ts';
import { insertPayment, insertResult, lockPaymentByUuid } from './payments.queries.ts';

/**
 * Results of terminals. Each one is applied once, by (paymentId, resultSeq) and what it says; it is kept as it came.
 * The caller acknowledges after the commit, so a result that was not applied comes again.
 */

/** pay.result. One that nobody asked for is a charge all the same: it is kept, and a person has to look. */
export async function applyResult(tx: Tx, context: LinkContext, said: ResultBody): Promise<void> {
  const body = kept(said);
  const payment = await lockPaymentByUuid(tx, body.paymentId);
  if (payment) return applyToPayment(tx, context, payment, body, false);
  const sale = await writeSale(tx, context, body);
  const foreign: Outcome = { status: 'INITIALIZED', review: 'FOREIGN_PAYMENT', refusal: null };
  const askAgainAt = later(context.now, context.timers.queryEveryMs);
  const news = { at: context.now, told: { fact: 'payments.resultNotAskedFor' }, askAgainAt } as const;
  const underReview = await applyOutcome(tx, sale, foreign, news);
  await applyToPayment(tx, context, underReview, body, false);
}

/** sale.report: a payment begun at the terminal itself. */
export async function applySaleReport(tx: Tx, context: LinkContext, said: ResultBody): Promise<void> {
  const body = kept(said);
  const payment = await lockPaymentByUuid(tx, body.paymentId);
  await applyToPayment(tx, context, payment ?? (await writeSale(tx, context, body)), body, false);
}

/**
 * A final tx.status: the result, said in answer to a question. False where the portal has no such payment: it
 * comes as a result or a report too, and must not be acknowledged before.
 */
export async function applyFinalStatus(tx: Tx, context: LinkContext, body: ResultBody): Promise<boolean> {
  const payment = await lockPaymentByUuid(tx, body.paymentId);
  if (payment) await applyToPayment(tx, context, payment, kept(body), true);
  return payment !== null;
}

/** What of a result may be kept: everything but card numbers, should a terminal print one. */
const kept = (body: ResultBody): ResultBody =>
  body.receipt ? { ...body, receipt: receiptWithoutCardNumbers(body.receipt) } : body;

async function applyToPayment(
  tx: Tx,
  context: LinkContext,
  payment: Payment,
  body: ResultBody,
  asked: boolean,
): Promise<void> {
  const outcome = outcomeOfResult(payment, context.tid, body, asked);
  // Another terminal's answer must not take the number of the one that the right terminal still owes.
  if (outcome.review !== 'FOREIGN_PAYMENT') {
    const isNew = await insertResult(tx, payment.id, body.resultSeq, context.now, body);
    const mayConfirm = asked && payment.status === 'INITIALIZED' && outcome.status !== 'INITIALIZED';
    if (!isNew && !mayConfirm) return;
  }
  const { providerCode, actionCode } = body;
  const params = { providerCode, actionCode, differs: mismatchOf(payment, context.tid, body) };
  const askAgainAt = later(context.now, queryDelayMs(context.timers, payment.queryCount));
  await applyOutcome(tx, payment, questioned(payment, outcome, body), {
    at: context.now,
    body,
    told: { fact: asked ? 'payments.answeredWithResult' : 'payments.resultCame', params },
    askAgainAt,
  });
}

/**
 * An approval stands. A later certain answer that takes it back (a void, too) is for a person to look at, and so is
 * a second approval under another reference: the card may have been charged twice.
 */
function questioned(payment: Payment, outcome: Outcome, { rrn }: ResultBody): Outcome {
  if (payment.status !== 'APPROVED' || outcome.status === 'INITIALIZED') return outcome;
  const isAnother = payment.rrn !== null && rrn !== null && rrn !== payment.rrn;
  if (outcome.status === 'APPROVED' && !isAnother) return outcome;
  return { status: 'INITIALIZED', review: 'RESULT_MISMATCH', refusal: null };
}

/**
 * A payment that the portal did not write first. Its time is the gateway's, because a terminal's clock decides
 * nothing; what the terminal printed stands in the receipt.
 */
async function writeSale(tx: Tx, context: LinkContext, body: ResultBody): Promise<Payment> {
  const terminal = await selectTerminalByTid(tx, context.tid);
  if (!terminal) throw new Error(`the terminal ${context.tid} has no row`);
  const sale = await insertPayment(tx, {
    uuid: body.paymentId,
    type: body.kind,
    amountMinor: body.amountMinor,
    currency: body.currency,
    orderRef: null,
    terminalId: terminal.id,
    tid: terminal.tid,
    branchId: terminal.branchId,
    cashierId: terminal.cashierId,
    cashierName: terminal.cashierName,
    startedById: null,
    startedByName: null,
    createdAt: context.now,
    businessDay: businessDayOf(context.now, terminal.cutoff),
    sentAt: context.now,
    ackedAt: context.now,
    nextQueryAt: later(context.now, queryDelayMs(context.timers, 0)),
    holdsLock: false,
    retryOfId: null,
  });
  if (!sale) throw new TryAgain(`the sale ${body.paymentId} is being written by somebody else`);
  await tellOf(tx, sale, context.now, { fact: 'payments.begunAtTerminal' });
  await addToRollup(tx, rolledUp(sale));
  return sale;
}
