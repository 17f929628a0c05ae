import { businessDayOf } from '@mizan/contract/business-day.ts';
import { mismatchOf, type Outcome, outcomeOfResult } from '@mizan/contract/outcome.ts';
import type { ResultBody } from '@mizan/contract/terminal-link.ts';
import { endsHold, givesBack, type TransactionType } from '@mizan/contract/transaction-types.ts';
import { receiptWithoutCardNumbers } from '../../platform/card-number.ts';
import type { Tx } from '../../platform/database/database.ts';
import { TryAgain } from '../../platform/database/try-again.ts';
import { isChargeSql, isHoldSql } from '../../platform/database/type-sql.ts';
import type { LinkContext } from '../../platform/link/order-handlers.ts';
import { addToRollup } from '../transactions/transaction-rollup.service.ts';
import { lockRrn } from './original-found.queries.ts';
import { applyOutcome, tellOf } from './payment-change.service.ts';
import { later, orderOf, queryDelayMs } from './payment-context.ts';
import { type Payment, rolledUp } from './payment-row.ts';
import { selectTerminalByTid } from './payment-terminal.queries.ts';
import {
  insertPayment,
  insertResult,
  lockPaymentByUuid,
  openReviews,
  selectOriginalsByRrn,
} from './payments.queries.ts';

/**
 * Results of terminals. Each one is applied once, by (paymentId, resultSeq) and what it says; it is kept as it came.
 * The caller acknowledges after the commit, so a result that was not applied comes again.
 */

/** What a terminal said of a payment that ended. */
export interface SaidResult {
  readonly body: ResultBody;
  /** The frame as it came, where the body is not all that it said. */
  readonly original: Buffer | null;
  /** Whether everything that decides could be read; where not, nothing is decided by the body. */
  readonly isWhole: boolean;
}

/**
 * pay.result. One that nobody asked for is a charge all the same: it is kept, and a person has to look. False where it
 * is not kept, because no amount could be read.
 */
export async function applyResult(tx: Tx, context: LinkContext, result: SaidResult): Promise<boolean> {
  const said = kept(result);
  const payment = await lockPaymentByUuid(tx, said.body.paymentId);
  if (payment) return applyToPayment(tx, context, payment, await asWhatItIs(tx, payment, said), false);
  const sale = await writeSale(tx, context, said.body);
  if (!sale) return false;
  const foreign: Outcome = { status: 'INITIALIZED', review: 'FOREIGN_PAYMENT', refusal: null };
  const askAgainAt = later(context.now, orderOf(sale).timers.queryEveryMs);
  const news = { at: context.now, told: { fact: 'payments.resultNotAskedFor' }, askAgainAt } as const;
  const underReview = await applyOutcome(tx, sale, foreign, news);
  return applyToPayment(tx, context, underReview, said, false);
}

/** sale.report: a payment begun at the terminal itself. False as with pay.result. */
export async function applySaleReport(tx: Tx, context: LinkContext, result: SaidResult): Promise<boolean> {
  const known = await lockPaymentByUuid(tx, result.body.paymentId);
  const said = await asWhatItIs(tx, known, kept(result));
  const payment = known ?? (await writeSale(tx, context, said.body));
  return payment !== null && applyToPayment(tx, context, payment, said, false);
}

/**
 * A final tx.status: the result, said in answer to a question. False where the portal has no such payment: it
 * comes as a result or a report too, and must not be acknowledged before.
 */
export async function applyFinalStatus(tx: Tx, context: LinkContext, said: SaidResult): Promise<boolean> {
  const payment = await lockPaymentByUuid(tx, said.body.paymentId);
  if (!payment) return false;
  return applyToPayment(tx, context, payment, await asWhatItIs(tx, payment, kept(said)), true);
}

/**
 * A reversal that names what is only held lets it go: no money went back, because none had come. Where a charge comes of it all
 * the same, before or later, the hold has two ends and a person looks.
 */
async function asWhatItIs(tx: Tx, known: Payment | null, said: SaidResult): Promise<SaidResult> {
  const { kind, originalRrn } = said.body;
  if (kind !== 'REVERSAL' || !originalRrn) return said;
  const isRelease = known ? known.type === 'PREAUTH_VOID' : await isHeldAlone(tx, originalRrn);
  return isRelease ? { ...said, body: { ...said.body, kind: 'PREAUTH_VOID' } } : said;
}

async function isHeldAlone(tx: Tx, rrn: string): Promise<boolean> {
  // What is decided of this number at the same moment is seen, or sees what is written here.
  await lockRrn(tx, rrn);
  if ((await selectOriginalsByRrn(tx, rrn, isChargeSql())).length > 0) return false;
  return (await selectOriginalsByRrn(tx, rrn, isHoldSql())).length > 0;
}

/** What of a result may be kept: everything but card numbers, should a terminal print one. */
const kept = (said: SaidResult): SaidResult =>
  said.body.receipt
    ? { ...said, body: { ...said.body, receipt: receiptWithoutCardNumbers(said.body.receipt) } }
    : said;

/**
 * What decides could not be read: a person has to look, and nothing is approved or refused by it. Once: a terminal
 * that cannot be told that it was heard says it again and again.
 */
async function doubt(tx: Tx, context: LinkContext, payment: Payment): Promise<void> {
  const review = payment.tid === context.tid ? 'RESULT_MISMATCH' : 'FOREIGN_PAYMENT';
  if ((await openReviews(tx, payment.id)).includes(review)) return;
  const askAgainAt = later(context.now, orderOf(payment).timers.askUnderReviewMs);
  await applyOutcome(
    tx,
    payment,
    { status: 'INITIALIZED', review, refusal: null },
    { at: context.now, told: { fact: 'payments.resultNotReadable' }, askAgainAt },
  );
}

async function applyToPayment(
  tx: Tx,
  context: LinkContext,
  payment: Payment,
  { body, original, isWhole }: SaidResult,
  asked: boolean,
): Promise<true> {
  if (!isWhole) {
    await doubt(tx, context, payment);
    return true;
  }
  const outcome = outcomeOfResult(payment, context.tid, body, asked);
  // Another terminal's answer must not take the number of the one that the right terminal still owes.
  if (outcome.review !== 'FOREIGN_PAYMENT') {
    const isNew = await insertResult(tx, payment.id, context.now, body, original);
    const mayConfirm = asked && payment.status === 'INITIALIZED' && outcome.status !== 'INITIALIZED';
    if (!isNew && !mayConfirm) return true;
  }
  const { providerCode, actionCode } = body;
  const params = { providerCode, actionCode, differs: mismatchOf(payment, context.tid, body) };
  const askAgainAt = later(context.now, queryDelayMs(payment, payment.queryCount));
  await applyOutcome(tx, payment, questioned(payment, outcome, body), {
    at: context.now,
    body,
    told: { fact: asked ? 'payments.answeredWithResult' : 'payments.resultCame', params },
    askAgainAt,
  });
  return true;
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

/** What names an earlier payment: the types of that one. */
const originalTypesOf = (of: { type: TransactionType }): string | null =>
  endsHold(of) ? isHoldSql() : givesBack(of) ? isChargeSql() : null;

/**
 * The purchase that it gives back, or the pre-authorisation that it ends, by the number that the terminal names; null where no
 * or more than one has it, or where it was in another currency. One that is approved later finds it (savePayment).
 */
async function originalOf(tx: Tx, { kind, originalRrn, currency }: ResultBody): Promise<string | null> {
  const types = originalTypesOf({ type: kind });
  if (types === null || !originalRrn) return null;
  await lockRrn(tx, originalRrn);
  const [first, ...others] = await selectOriginalsByRrn(tx, originalRrn, types);
  return first?.currency === currency && others.length === 0 ? first.id : null;
}

/**
 * A payment that the portal did not write first. Its time is the gateway's, because a terminal's clock decides
 * nothing; what the terminal printed stands in the receipt. Null where its amount could not be read.
 */
async function writeSale(tx: Tx, context: LinkContext, body: ResultBody): Promise<Payment | null> {
  if (body.amountMinor === 0) return null;
  const terminal = await selectTerminalByTid(tx, context.tid);
  if (!terminal) throw new Error(`the terminal ${context.tid} has no row`);
  const originalId = terminal.isTest ? null : await originalOf(tx, body);
  const named = terminal.isTest || originalTypesOf({ type: body.kind }) === null ? null : body.originalRrn;
  const sale = await insertPayment(tx, {
    uuid: body.paymentId,
    isTest: terminal.isTest,
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
    nextQueryAt: later(context.now, queryDelayMs({ type: body.kind }, 0)),
    holdsLock: false,
    retryOfId: null,
    originalId,
    originalRrn: named ?? null,
  });
  if (!sale) throw new TryAgain(`the sale ${body.paymentId} is being written by somebody else`);
  await tellOf(tx, sale, context.now, { fact: 'payments.begunAtTerminal' });
  addToRollup(tx, rolledUp(sale));
  return sale;
}
