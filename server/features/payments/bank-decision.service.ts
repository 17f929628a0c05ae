import { outcomeOfResult } from '@mizan/contract/outcome.ts';
import { nextStatuses, type ReviewReason } from '@mizan/contract/transaction-states.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type PaymentNews, savePayment } from './payment-change.service.ts';
import { beforeBank, type Payment } from './payment-row.ts';
import {
  decideReviews,
  isFollowed,
  isLockTaken,
  lockPayment,
  openReviews,
  reopenReviews,
  resultsSince,
} from './payments.queries.ts';

/** What a line of the bank's does not answer: that it did it is what is asked about. */
const beyondReasons: ReadonlySet<ReviewReason> = new Set(['OVER_HOLD', 'OVER_REFUND']);

/** What a bank's file proved about a payment: its line pays exactly the amount. */
export interface BankProof {
  paymentId: string;
  bankFileId: string;
  fileName: string;
  at: Date;
}

/**
 * The bank paid a payment that is under review: it was charged. Its open questions are decided by the file, the
 * lock goes, and an outcome that nobody knew becomes an approval. False where nothing was open, or where the
 * bank's word alone must not change the payment.
 */
export async function approveByBank(tx: Tx, proof: BankProof): Promise<boolean> {
  const before = await lockPayment(tx, proof.paymentId);
  const all = before ? await openReviews(tx, proof.paymentId) : [];
  // That the bank paid more than was held, or took back more than was sold, is the very question: a person answers it.
  const open = all.filter((reason) => !beyondReasons.has(reason));
  if (!before || open.length === 0) return false;
  const changed = before.status !== 'APPROVED';
  if (changed && !nextStatuses[before.status].includes('APPROVED')) return false;
  const note = `The bank paid it: ${proof.fileName}`;
  const decision = {
    at: proof.at,
    status: 'APPROVED',
    byUser: null,
    byBankFile: { id: proof.bankFileId, before: beforeBank(before) },
    note,
  } as const;
  await decideReviews(tx, proof.paymentId, open, decision);
  const after: Payment = {
    ...before,
    status: 'APPROVED',
    decidedAt: before.decidedAt ?? proof.at,
    nextQueryAt: null,
    holdsLock: false,
    underReview: open.length < all.length,
  };
  const params = { status: 'APPROVED', fileName: proof.fileName } as const;
  const told: PaymentNews = { fact: 'payments.reviewDecidedByBank', params };
  await savePayment(tx, proof.at, before, after, [told], changed ? 'payments.approved' : null);
  return true;
}

/**
 * The file was taken back, and with it what it proved: its questions are open again, and a payment that was approved
 * by nothing but the file is what it was before, asked for anew. One that its terminal has approved since, that was
 * approved all along or refunded since, stays approved. False where the file had decided nothing.
 */
export async function withdrawByBank(tx: Tx, proof: BankProof): Promise<boolean> {
  const now = await lockPayment(tx, proof.paymentId);
  const decided = now && (await reopenReviews(tx, proof.paymentId, proof.bankFileId));
  if (!now || !decided) return false;
  const after: Payment = { ...now, underReview: true };
  const { before } = decided;
  if (before && before.status !== now.status && !(await standsByItself(tx, now, decided.decidedAt))) {
    const { wasDecided, ...put } = before;
    Object.assign(after, put, { nextQueryAt: proof.at });
    if (!wasDecided) after.decidedAt = null;
    // The customer may have paid again since: that payment is the one to be held.
    if (after.holdsLock) after.holdsLock = !(await isLockTaken(tx, now));
  }
  const params = { fileName: proof.fileName };
  await savePayment(tx, proof.at, now, after, [{ fact: 'payments.bankDecisionWithdrawn', params }]);
  return true;
}

/** Whether an approval has more to stand on by now than the bank's file. */
async function standsByItself(tx: Tx, payment: Payment, since: Date): Promise<boolean> {
  if (await isFollowed(tx, payment.id)) return true;
  const results = await resultsSince(tx, payment.id, since);
  return results.some((body) => outcomeOfResult(payment, payment.tid, body, true).status === 'APPROVED');
}
