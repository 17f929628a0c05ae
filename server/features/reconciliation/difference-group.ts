import type { DifferenceGroup, Outcome } from '@mizan/contract/reconciliation-terms.ts';

/** What to do about a difference: ask the bank for it, wait for it, or give it back. Null where nothing differs. */
export function groupOf(outcome: Outcome, differenceMinor: number): DifferenceGroup | null {
  if (outcome === 'timing') return 'notDueYet';
  if (differenceMinor === 0) return null;
  return differenceMinor < 0 ? 'toClaim' : 'paidTooMuch';
}
