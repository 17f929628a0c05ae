import { type Database, inTenant } from '../../../platform/database/database.ts';
import { applyOutcome } from '../payment-change.service.ts';
import { lockPayment } from '../payments.queries.ts';

/** A terminal's approval of a payment, as the gateway applies it, however late it comes. */
export const approve = (db: Database, merchantId: string, paymentId: string, at: Date): Promise<unknown> =>
  inTenant(db, merchantId, async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (!payment) throw new Error(`the payment ${paymentId} is not there`);
    const approved = { status: 'APPROVED', review: null, refusal: null } as const;
    await applyOutcome(tx, payment, approved, { at, told: { fact: 'payments.asked' }, askAgainAt: null });
  });
