import type { Outcome } from '@mizan/contract/reconciliation-terms.ts';
import type { Tx } from '../../platform/database/database.ts';
import { claimedAmong, holdOpen } from '../expectations/expectations.service.ts';

/**
 * What is accepted of a payment that no bank paid writes it off, and the bank cannot be asked for it at the same time
 * (docs/decisions/0320-accepted-means-written-off.md).
 */
interface MissingOrNot {
  outcome: Outcome;
  transactionId: string | null;
}

/** Payments whose being accepted, or open again, is told to what banks owe. */
export const missingOf = (exceptions: readonly MissingOrNot[]): string[] =>
  exceptions.flatMap(({ outcome, transactionId }) =>
    outcome === 'missingInBank' && transactionId !== null ? [transactionId] : [],
  );

/** Of these payments those that stand in a claim; nobody claims another one of them until the transaction ends. */
export async function claimedOf(tx: Tx, exceptions: readonly MissingOrNot[]): Promise<Set<string>> {
  const ids = missingOf(exceptions);
  if (ids.length === 0) return new Set();
  await holdOpen(tx, ids);
  return claimedAmong(tx, ids);
}
