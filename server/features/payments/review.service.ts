import type { decideReview as decideRoute } from '@mizan/contract/payments.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { nextStatuses } from '@mizan/contract/transaction-states.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { inTenant } from '../../platform/database/database.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { getTransactionDetail } from '../transactions/transactions.service.ts';
import { type PaymentNews, savePayment } from './payment-change.service.ts';
import type { Payment } from './payment-row.ts';
import { decideReviews, lockPayment, openReviews } from './payments.queries.ts';
import type { PaymentDeps } from './payments.service.ts';

type DecisionInput = RouteInput<typeof decideRoute>['body'];

/** Whether a person may settle a payment so: its present state confirmed, or one that it may go to. */
const maySettle = (status: Payment['status'], decision: DecisionInput['decision']): boolean =>
  status === decision || nextStatuses[status].includes(decision);

/**
 * A person settles a payment under review, with who and why; the lock is released. Throws notFound, and conflict
 * where nothing is open or an approval would be taken back.
 */
export async function decideReview(
  { db, clock }: PaymentDeps,
  member: Member,
  id: string,
  input: DecisionInput,
): Promise<TransactionDetail> {
  return inTenant(db, member.merchantId, async (tx) => {
    const before = await lockPayment(tx, id);
    if (!before) throw notFound();
    const open = await openReviews(tx, id);
    if (open.length === 0) throw new Failure('conflict', 'No review of this payment is open.');
    if (!maySettle(before.status, input.decision)) {
      throw new Failure('conflict', `A payment that is ${before.status} cannot become ${input.decision}.`);
    }
    const at = clock.now();
    await decideReviews(tx, id, open, {
      at,
      status: input.decision,
      byUser: member.userId,
      note: input.note,
    });
    const changed = before.status !== input.decision;
    const after: Payment = {
      ...before,
      status: input.decision,
      decidedAt: changed ? at : before.decidedAt,
      nextQueryAt: null,
      holdsLock: false,
      underReview: false,
    };
    const approved = input.decision === 'APPROVED';
    const told: PaymentNews = {
      fact: 'payments.reviewDecided',
      by: member,
      params: { status: after.status, note: input.note },
      was: { status: before.status },
    };
    const decided = approved ? 'payments.approved' : 'payments.notApproved';
    await savePayment(tx, at, before, after, [told], changed ? decided : null);
    return getTransactionDetail(tx, member, id);
  });
}
