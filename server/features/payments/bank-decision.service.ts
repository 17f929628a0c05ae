import { nextStatuses } from '@mizan/contract/transaction-states.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Payment } from './payment.row.ts';
import { chargesOf, savePayment } from './payment-change.service.ts';
import { decideReviews, lockPayment, openReviews } from './payments.queries.ts';

/** What a bank's file proved about a payment: its line pays exactly the amount. */
export interface BankProof {
  paymentId: string;
  importId: string;
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
  const open = before ? await openReviews(tx, proof.paymentId) : [];
  if (!before || open.length === 0) return false;
  const changed = before.status !== 'APPROVED';
  if (changed && !nextStatuses[before.status].includes('APPROVED')) return false;
  const note = `The bank paid it: ${proof.fileName}`;
  const decision = {
    at: proof.at,
    status: 'APPROVED',
    byUser: null,
    byImport: proof.importId,
    note,
  } as const;
  await decideReviews(tx, proof.paymentId, open, decision);
  const after: Payment = {
    ...before,
    status: 'APPROVED',
    decidedAt: before.decidedAt ?? proof.at,
    nextQueryAt: null,
    holdsLock: false,
    underReview: false,
  };
  if (changed) Object.assign(after, await chargesOf(tx, after));
  const event = { kind: 'REVIEW_DECIDED', detail: `APPROVED: ${note}` };
  await savePayment(tx, proof.at, before, after, [event], changed ? 'approved' : null);
  return true;
}
