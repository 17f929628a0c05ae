import { explainActionCode } from './action-codes.ts';
import { explainProviderCode } from './provider-codes.ts';
import type { AckOutcome, ResultBody } from './terminal-link.ts';
import type { ReviewReason, TransactionStatus } from './transaction-states.ts';
import { isRated, isSameType, type TransactionType } from './transaction-types.ts';

/**
 * From what happened on a terminal to what the portal says of the payment (docs/terminal-link.md). Pure: the
 * gateway reads these tables and writes what they say. INITIALIZED means that nothing is decided yet.
 */
type Refusal = 'BUSY' | 'EXPIRED' | 'MISCONF' | 'CONFLICT';

export interface Outcome {
  readonly status: TransactionStatus;
  /** A person has to look; the payment keeps its lock until somebody did, unless it was approved. */
  readonly review: ReviewReason | null;
  readonly refusal: Refusal | null;
}

const outcome = (
  status: TransactionStatus,
  more: { review?: ReviewReason; refusal?: Refusal } = {},
): Outcome => ({ status, review: more.review ?? null, refusal: more.refusal ?? null });

export const undecided: Outcome = outcome('INITIALIZED');

/** Action codes that say that this terminal is not set up for what it tried. */
const misconfiguredActions: ReadonlySet<string> = new Set(['109', '120', '917', '919', '940']);

/**
 * What the two codes of a result say together. An action code that is in no table contradicts nothing: then
 * the provider's code alone decides. `asked` is true where the terminal said it in answer to a query.
 */
export function outcomeOfCodes(providerCode: string, actionCode: string, asked: boolean): Outcome {
  const provider = explainProviderCode(providerCode);
  const { action } = explainActionCode(actionCode);
  if (!provider.final) return asked && provider.confirmed ? outcome(provider.confirmed) : undecided;
  const approvedByAction = action === 'Approve';
  const refusedByAction = action === 'Decline' || action === 'Re-enter transaction';
  // A void carries an approving action: the reversal itself was accepted (400).
  const contradicted =
    (provider.money === 'charged' && refusedByAction) ||
    (provider.money === 'notCharged' && approvedByAction);
  if (contradicted) return outcome('INITIALIZED', { review: 'CODES_CONTRADICT' });
  if (provider.money === 'notCharged' && misconfiguredActions.has(actionCode)) {
    return outcome('TERMINAL_MISCONF');
  }
  return outcome(provider.status);
}

/** What was asked for, as far as a result has to repeat it. */
export interface Request {
  readonly tid: string;
  readonly type: TransactionType;
  readonly amountMinor: number;
  readonly currency: string;
}

/** The first field of a result that differs from the request, or null where all agree. */
export function mismatchOf(
  request: Request,
  tid: string,
  body: ResultBody,
): 'tid' | 'kind' | 'amount' | 'cash' | 'currency' | null {
  if (request.tid !== tid) return 'tid';
  if (!isSameType(request.type, body.kind)) return 'kind';
  if (request.amountMinor !== body.amountMinor) return 'amount';
  if (!isCashPossible(body)) return 'cash';
  return request.currency === body.currency ? null : 'currency';
}

/** Cash is paid out with a purchase alone, and is a part of its amount. */
const isCashPossible = ({ kind, amountMinor, cashMinor = 0 }: ResultBody): boolean =>
  cashMinor === 0 || (isRated({ type: kind }) && cashMinor < amountMinor);

/** What a result says of the payment that was asked for. A result for something else approves nothing. */
export function outcomeOfResult(request: Request, tid: string, body: ResultBody, asked: boolean): Outcome {
  const mismatch = mismatchOf(request, tid, body);
  if (mismatch === 'tid') return outcome('INITIALIZED', { review: 'FOREIGN_PAYMENT' });
  if (mismatch) return outcome('INITIALIZED', { review: 'RESULT_MISMATCH' });
  return outcomeOfCodes(body.providerCode, body.actionCode, asked);
}

/** What the terminal's answer to pay.start says. CONFLICT: it holds this id with another amount. */
export const outcomeOfAck: Readonly<Record<AckOutcome, Outcome>> = {
  ACCEPTED: undecided,
  DUPLICATE: undecided,
  BUSY: outcome('DECLINED', { refusal: 'BUSY' }),
  EXPIRED: outcome('DECLINED', { refusal: 'EXPIRED' }),
  MISCONF: outcome('TERMINAL_MISCONF', { refusal: 'MISCONF' }),
  CONFLICT: outcome('INITIALIZED', { review: 'RESULT_MISMATCH', refusal: 'CONFLICT' }),
};

/**
 * Whether a terminal that does not know what was sent may have had it: it acknowledged it, or its journal is another one than
 * at that time. `journalSince` is when the gateway first heard of this journal; null of a terminal that never named one
 * (decision 0385).
 */
export const mayHaveForgotten = (
  { sentAt, ackedAt }: { sentAt: Date | null; ackedAt: Date | null },
  journalSince: Date | null,
): boolean => ackedAt !== null || (sentAt !== null && journalSince !== null && sentAt < journalSince);

/**
 * The terminal does not know a payment that was sent. Where it never had it, the frame was lost and nothing was charged;
 * where it may have forgotten it, the card may have been charged.
 */
export const outcomeOfNotFound = (forgotten: boolean): Outcome =>
  forgotten ? outcome('INITIALIZED', { review: 'JOURNAL_LOST' }) : outcome('TERMINAL NOT CONNECTED');

/** No live connection, and nothing was ever sent. */
export const neverSent: Outcome = outcome('TERMINAL NOT CONNECTED');
/** The terminal stopped before it asked the bank. */
export const canceled: Outcome = outcome('CANCELED');
/** A quarter of an hour without an answer. */
export const noAnswer: Outcome = outcome('TIMEOUT', { review: 'NO_ANSWER' });

/** What an outcome does to a payment in a given state. */
export type Step = 'decide' | 'review' | 'approveLate' | 'settleReview' | 'note';

/**
 * A final state is left in one case: an approval that arrives late is taken, because the card was charged.
 * A certain refusal that arrives late leaves the state as it is, but answers the question that its review asked.
 */
export function stepFor(now: { status: TransactionStatus; outcomeUnknown: boolean }, next: Outcome): Step {
  if (next.review !== null && next.status === 'INITIALIZED') return 'review';
  if (next.status === 'INITIALIZED') return 'note';
  if (now.status === 'INITIALIZED') return 'decide';
  if (now.status === 'APPROVED') return 'note';
  if (next.status === 'APPROVED') return 'approveLate';
  return now.outcomeUnknown ? 'settleReview' : 'note';
}

/**
 * Whether the portal does not know if the card was charged: the cashier must not charge again. True from the
 * first question that had to be asked, or the first answer that decided nothing, until it is known.
 */
export function outcomeUnknown(payment: {
  status: TransactionStatus;
  underReview: boolean;
  resultSeq: number | null;
  queryCount: number;
}): boolean {
  if (payment.status === 'APPROVED') return false;
  if (payment.status !== 'INITIALIZED' || payment.underReview) return payment.underReview;
  return payment.resultSeq !== null || payment.queryCount > 0;
}
