import type { Tx } from '../../platform/database/database.ts';
import type { Agreement } from '../banks/agreement.service.ts';
import { expectAgain } from '../expectations/expectations.service.ts';
import { moveManyInRollup } from '../transactions/transaction-rollup.service.ts';
import { isChargedAnew, lockApproved, selectPayments, updateCharges } from './charge-again.queries.ts';
import { charged, type PaymentNews, tellOf } from './payment-change.service.ts';
import { type Payment, rolledUp } from './payment-row.ts';

/** A payment, and the agreement that it should have been charged by. */
export interface ChargedBy {
  id: string;
  agreement: Agreement;
}

/** What decides the agreement of these payments. */
export const paymentsToCharge = (
  tx: Tx,
  ids: readonly string[],
): Promise<Pick<Payment, 'id' | 'scheme' | 'createdAt'>[]> => selectPayments(tx, ids);

/**
 * Approved payments are charged by another agreement than they were: bank, rate, fee and VAT on them, totals, and what
 * their banks owe, with its sums, in the caller's transaction. What is so already stays untouched, so that it may be done
 * twice. Each one whose figures or bank change has it in its record. Answers how many those are.
 */
export async function chargeAgain(
  tx: Tx,
  at: Date,
  wanted: readonly ChargedBy[],
  told: (before: Payment, after: Payment) => PaymentNews,
): Promise<number> {
  const agreements = new Map(wanted.map(({ id, agreement }) => [id, agreement]));
  const locked = await lockApproved(tx, [...agreements.keys()]);
  const both = locked.flatMap((before) => {
    const agreement = agreements.get(before.id);
    return agreement ? [{ before, after: charged(before, agreement), agreement }] : [];
  });
  const changed = both.filter(({ before, after }) => isChargedAnew(before, after));
  if (changed.length > 0) {
    await Promise.all([
      updateCharges(
        tx,
        changed.map(({ after }) => after),
      ),
      ...changed.map(({ before, after }) => tellOf(tx, after, at, told(before, after))),
    ]);
    await moveManyInRollup(
      tx,
      changed.map(({ before, after }) => ({ before: rolledUp(before), after: rolledUp(after) })),
    );
  }
  await expectAgain(
    tx,
    both.map(({ after, agreement }) => ({ payment: after, agreement })),
  );
  return changed.length;
}
