import type { JournalFact } from '@mizan/contract/facts.ts';
import { chargesFor, noCharges } from '@mizan/contract/money.ts';
import type { Outcome } from '@mizan/contract/outcome.ts';
import { outcomeUnknown, stepFor } from '@mizan/contract/outcome.ts';
import type { ResultBody } from '@mizan/contract/terminal-link.ts';
import type { ReviewReason } from '@mizan/contract/transaction-states.ts';
import {
  endsHold,
  givesBack,
  isCharge,
  isHold,
  isRated,
  movesMoney,
} from '@mizan/contract/transaction-types.ts';
import type { Actor } from '../../platform/audit/audit.ts';
import { announce } from '../../platform/bus/bus.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Happening, happened, nobody } from '../../platform/facts/facts.ts';
import { type Agreement, agreementOn } from '../banks/agreement.service.ts';
import { expect, expectNoMore } from '../expectations/expectations.service.ts';
import { approvalTouches } from '../expectations/files-touched.service.ts';
import { moveInRollup } from '../transactions/transaction-rollup.service.ts';
import { joinToPurchase, lockRrn, selectBackOfHeld } from './original-found.queries.ts';
import { movesTotals, type Payment, rolledUp } from './payment-row.ts';
import {
  type Decision,
  decideReviews,
  hasOtherEnd,
  insertReview,
  lockPayment,
  openReviews,
  sumApprovedOf,
  updatePayment,
} from './payments.queries.ts';

/**
 * The one place that changes a payment (rules D5). Everything here runs inside a transaction that has
 * locked the row; what it tells is heard after the commit.
 */
export type PaymentNews = {
  [F in JournalFact]: Omit<Happening<F>, 'at' | 'about'> & { readonly by?: Actor };
}[JournalFact];

/** Tells something that happened to a payment: by a person who is named, else by nobody. */
export const tellOf = (
  tx: Tx,
  { id, merchantId, terminalId }: Pick<Payment, 'id' | 'merchantId' | 'terminalId'>,
  at: Date,
  { by, ...told }: PaymentNews | { fact: 'payments.approved' | 'payments.notApproved'; by?: undefined },
): Promise<void> =>
  happened(tx, by ?? nobody(merchantId), {
    ...told,
    at,
    about: { type: 'transaction', id },
    terminalId,
  } as Happening);

/**
 * Writes a changed payment with what happened to it and its totals, and answers it as written: TRX always, so that open
 * screens read it again, and PAY where `decided` says that the outcome is now known. What becomes approved is charged by
 * its bank's rate and owed by that bank from now on. The totals come last, because their rows are shared.
 */
export async function savePayment(
  tx: Tx,
  at: Date,
  before: Payment,
  changed: Payment,
  news: readonly PaymentNews[],
  decided: 'payments.approved' | 'payments.notApproved' | null = null,
): Promise<Payment> {
  const agreement = isApproval(before, changed) ? await agreementOf(tx, changed) : null;
  const over = agreement ? await beyondOriginal(tx, changed) : null;
  const after = {
    ...(agreement ? charged(changed, agreement) : changed),
    ...(over && { underReview: true }),
  };
  // None of these reads what another one writes: they leave in one write and are done in this order.
  const isOriginal = isCharge(after) || isHold(after);
  const joining =
    agreement && isOriginal && after.rrn
      ? { id: after.id, rrn: after.rrn, currency: after.currency, type: after.type }
      : null;
  const [, , joined] = await Promise.all([
    updatePayment(tx, after),
    joining && lockRrn(tx, joining.rrn),
    joining && joinToPurchase(tx, joining),
    ...news.map((each) => tellOf(tx, after, at, each)),
    over && tellBeyond(tx, after, at, over),
    decided && tellOf(tx, after, at, { fact: decided }),
    announce(tx, after.merchantId, { type: 'TRX', transactionId: after.id }, after.terminalId),
    movesTotals(before, after) && moveInRollup(tx, rolledUp(before), rolledUp(after)),
    agreement && movesMoney(after) && expect(tx, after, agreement),
    agreement && movesMoney(after) && approvalTouches(tx, after),
    isApproval(after, before) && expectNoMore(tx, after.id),
  ]);
  await lookAtJoined(tx, after, at, joined ?? []);
  if (joining && isHold(after)) await lookAtBackOfHeld(tx, joining.rrn, at);
  return after;
}

/** What a payment does beyond the one that it is about, for a person to look at; null where it stays within it. */
type Beyond = { reason: 'OVER_REFUND'; minor: number } | { reason: 'OVER_HOLD' };

/** Nobody else counts the original until the transaction ends. */
async function beyondOriginal(tx: Tx, payment: Payment): Promise<Beyond | null> {
  if (payment.originalId === null || !(givesBack(payment) || endsHold(payment))) return null;
  const original = await lockPayment(tx, payment.originalId);
  if (!original) return null;
  if (endsHold(payment)) return beyondHold(tx, original, payment);
  const others = await sumApprovedOf(tx, original.id, payment.id);
  const minor = others + payment.amountMinor - original.amountMinor;
  return minor > 0 ? { reason: 'OVER_REFUND', minor } : null;
}

/** A pre-authorisation ends once: charged with what was held at most, or let go. */
async function beyondHold(tx: Tx, held: Payment, end: Payment): Promise<Beyond | null> {
  const isTooMuch = isCharge(end) && end.amountMinor > held.amountMinor;
  return isTooMuch || (await hasOtherEnd(tx, held.id, end.id)) ? { reason: 'OVER_HOLD' } : null;
}

/**
 * What came before the portal knew of its original now counts against it: where that is too much, it is for a person, as it
 * would have been in the other order.
 */
async function lookAtJoined(
  tx: Tx,
  original: Payment,
  at: Date,
  joined: readonly { id: string; isApproved: boolean }[],
): Promise<void> {
  for (const { id } of joined) {
    await announce(tx, original.merchantId, { type: 'TRX', transactionId: id }, original.terminalId);
  }
  const approved = joined.filter(({ isApproved }) => isApproved);
  // What went back is summed up, so the last of it says whether it is too much; what ends a hold is looked at one by one.
  for (const { id } of isHold(original) ? approved : approved.slice(-1)) {
    const payment = await lockPayment(tx, id);
    const over = payment && (await beyondOriginal(tx, payment));
    if (!payment || !over || (await openReviews(tx, id)).includes(over.reason)) continue;
    await updatePayment(tx, { ...payment, underReview: true });
    await tellBeyond(tx, payment, at, over);
  }
}

/**
 * What came as money back before the portal knew that its number is only held: nothing had been charged, so a person looks whether
 * anything went back.
 */
async function lookAtBackOfHeld(tx: Tx, rrn: string, at: Date): Promise<void> {
  for (const { id } of await selectBackOfHeld(tx, rrn)) {
    const payment = await lockPayment(tx, id);
    if (!payment || (await openReviews(tx, id)).includes('OVER_REFUND')) continue;
    await updatePayment(tx, { ...payment, underReview: true });
    await tellBeyond(tx, payment, at, { reason: 'OVER_REFUND', minor: payment.amountMinor });
    await announce(tx, payment.merchantId, { type: 'TRX', transactionId: id }, payment.terminalId);
  }
}

/** The money moved: it is taken on record, told, and a person looks. */
async function tellBeyond(tx: Tx, payment: Payment, at: Date, over: Beyond): Promise<void> {
  await insertReview(tx, payment.id, over.reason, at);
  if (over.reason === 'OVER_REFUND') {
    const params = { overMinor: over.minor, currency: payment.currency };
    await tellOf(tx, payment, at, { fact: 'payments.refundedTooMuch', params });
  }
  await tellOf(tx, payment, at, reviewOpened(over.reason));
}

const isApproval = (before: Payment, after: Payment): boolean =>
  before.status !== 'APPROVED' && after.status === 'APPROVED';

const agreementOf = (tx: Tx, { terminalId, scheme, createdAt }: Payment): Promise<Agreement> =>
  agreementOn(tx, { terminalId, scheme, at: createdAt });

/** What is charged by the rate of the payment's day; a refund carries no fee, and where nothing was agreed none is known. */
export function charged(payment: Payment, { bankId, rate }: Pick<Agreement, 'bankId' | 'rate'>): Payment {
  // What is held is owed by no bank.
  if (!movesMoney(payment)) return { ...payment, ...noCharges(0) };
  if (!isRated(payment) || rate === null) return { ...payment, bankId, ...noCharges(payment.amountMinor) };
  const { mdrBps, vatBps, capLimitMinor, processingFeeMinor } = rate;
  const kept = { mdrBps, vatBps, capLimitMinor, processingFeeMinor };
  return { ...payment, bankId, ...kept, ...chargesFor(payment.amountMinor, rate, payment.cashMinor) };
}

/** What the codes, the card and the receipt of a result put into the payment. */
const resultFields = (body: ResultBody): Partial<Payment> => ({
  scheme: body.scheme,
  cashMinor: body.cashMinor ?? 0,
  firstSix: body.maskedPan?.slice(0, 6) ?? null,
  lastFour: body.maskedPan?.slice(-4) ?? null,
  rrn: body.rrn,
  stan: body.stan,
  approvalCode: body.authCode,
  acquirerCode: body.acquirerCode,
  providerCode: body.providerCode,
  actionCode: body.actionCode,
  receipt: body.receipt,
});

/** Questions that the terminal's own certain answer settles; the others wait for a person or the bank. */
const settledByAnswer: readonly ReviewReason[] = ['NO_ANSWER', 'JOURNAL_LOST', 'CODES_CONTRADICT'];

/** After a decision only this question still says that another amount may have been charged. */
const holdsOn = (open: readonly ReviewReason[]): boolean => open.includes('RESULT_MISMATCH');

const reviewOpened = (reason: ReviewReason): PaymentNews => ({
  fact: 'payments.reviewOpened',
  params: { reason },
});

interface News {
  readonly at: Date;
  /** The result that brought it, where its fields are to be kept. */
  readonly body?: ResultBody;
  /** What happened. */
  readonly told: PaymentNews;
  /** When to ask again where nothing is decided. */
  readonly askAgainAt: Date | null;
}

/**
 * What the terminal said, applied to a locked payment by the tables of contract/outcome.ts. Answers what it
 * made of it.
 */
export async function applyOutcome(tx: Tx, before: Payment, outcome: Outcome, news: News): Promise<Payment> {
  const now = { status: before.status, outcomeUnknown: outcomeUnknown(before) };
  switch (stepFor(now, outcome)) {
    case 'decide':
      return decide(tx, before, outcome, news);
    case 'approveLate':
      return approveLate(tx, before, news);
    case 'review':
      return review(tx, before, outcome, news);
    case 'settleReview':
      return settleReview(tx, before, outcome, news);
    case 'note':
      return note(tx, before, news);
  }
}

const decision = (news: News, outcome: Outcome): Decision => ({
  at: news.at,
  status: outcome.status,
  byUser: null,
  note: `The terminal answered: ${outcome.status}`,
});

async function settleByAnswer(
  tx: Tx,
  before: Payment,
  outcome: Outcome,
  news: News,
): Promise<ReviewReason[]> {
  if (!before.underReview) return [];
  const settled = await decideReviews(tx, before.id, settledByAnswer, decision(news, outcome));
  const open = await openReviews(tx, before.id);
  if (settled > 0) {
    const params = { status: outcome.status };
    await tellOf(tx, before, news.at, { fact: 'payments.reviewSettled', params });
  }
  return open;
}

async function decide(tx: Tx, before: Payment, outcome: Outcome, news: News): Promise<Payment> {
  const open = await settleByAnswer(tx, before, outcome, news);
  const approved = outcome.status === 'APPROVED';
  const after: Payment = {
    ...before,
    ...(news.body ? resultFields(news.body) : {}),
    status: outcome.status,
    refusal: outcome.refusal,
    resultSeq: news.body?.resultSeq ?? before.resultSeq,
    decidedAt: news.at,
    nextQueryAt: null,
    holdsLock: !approved && holdsOn(open),
    underReview: open.length > 0,
  };
  if (outcome.review) return reviewDecided(tx, before, after, outcome.review, news);
  const decided = approved ? 'payments.approved' : 'payments.notApproved';
  return savePayment(tx, news.at, before, after, [news.told], decided);
}

/** Decided without an answer (TIMEOUT): the lock stays, nobody is told an outcome that nobody knows. */
async function reviewDecided(
  tx: Tx,
  before: Payment,
  decided: Payment,
  reason: ReviewReason,
  news: News,
): Promise<Payment> {
  const after = {
    ...decided,
    underReview: true,
    holdsLock: before.holdsLock,
    nextQueryAt: news.askAgainAt,
  };
  await insertReview(tx, after.id, reason, news.at);
  return savePayment(tx, news.at, before, after, [news.told, reviewOpened(reason)]);
}

async function approveLate(tx: Tx, before: Payment, news: News): Promise<Payment> {
  const approval: Outcome = { status: 'APPROVED', review: 'LATE_APPROVAL', refusal: null };
  await settleByAnswer(tx, before, approval, news);
  const after: Payment = {
    ...before,
    ...(news.body ? resultFields(news.body) : {}),
    status: 'APPROVED',
    refusal: null,
    resultSeq: news.body?.resultSeq ?? before.resultSeq,
    decidedAt: news.at,
    nextQueryAt: null,
    holdsLock: false,
    underReview: true,
    lateApproval: true,
  };
  await insertReview(tx, after.id, 'LATE_APPROVAL', news.at);
  const late = { fact: 'payments.approvedLate', params: { was: before.status } } as const;
  return savePayment(tx, news.at, before, after, [news.told, late], 'payments.approved');
}

async function review(tx: Tx, before: Payment, outcome: Outcome, news: News): Promise<Payment> {
  const reason = outcome.review as ReviewReason;
  const open = await openReviews(tx, before.id);
  const isNew = !open.includes(reason);
  if (isNew) await insertReview(tx, before.id, reason, news.at);
  const undecided = before.status === 'INITIALIZED';
  // Fields of a result that answers another request would read as this payment's own.
  const itsOwn = reason === 'CODES_CONTRADICT' && undecided;
  const after: Payment = {
    ...before,
    ...(itsOwn && news.body ? resultFields(news.body) : {}),
    refusal: outcome.refusal ?? before.refusal,
    resultSeq: itsOwn ? (news.body?.resultSeq ?? before.resultSeq) : before.resultSeq,
    underReview: true,
    nextQueryAt: undecided ? news.askAgainAt : before.nextQueryAt,
  };
  const told = isNew ? [news.told, reviewOpened(reason)] : [news.told];
  return savePayment(tx, news.at, before, after, told);
}

/** The state stays, but what was not known is known: not charged. The lock goes, and people are told. */
async function settleReview(tx: Tx, before: Payment, outcome: Outcome, news: News): Promise<Payment> {
  const open = await settleByAnswer(tx, before, outcome, news);
  const after: Payment = {
    ...before,
    ...(news.body ? resultFields(news.body) : {}),
    resultSeq: news.body?.resultSeq ?? before.resultSeq,
    nextQueryAt: null,
    holdsLock: holdsOn(open),
    underReview: open.length > 0,
  };
  return savePayment(tx, news.at, before, after, [news.told], 'payments.notApproved');
}

async function note(tx: Tx, before: Payment, news: News): Promise<Payment> {
  const undecided = before.status === 'INITIALIZED';
  const after: Payment = {
    ...before,
    ...(undecided && news.body ? resultFields(news.body) : {}),
    resultSeq: undecided ? (news.body?.resultSeq ?? before.resultSeq) : before.resultSeq,
    nextQueryAt: undecided ? news.askAgainAt : before.nextQueryAt,
  };
  return savePayment(tx, news.at, before, after, [news.told]);
}
