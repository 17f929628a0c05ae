import { type DifferenceGroup, type Outcome, ownersOfNone } from '@mizan/contract/reconciliation-terms.ts';

/**
 * What to do about a difference: ask the bank for it, wait for it, or give it back. Null where nothing
 * differs, only by the way of rounding, or where another file is to hold the other side of it.
 */
export function groupOf(outcome: Outcome, differenceMinor: number): DifferenceGroup | null {
  if (outcome === 'timing' || outcome === 'waits') return 'notDueYet';
  if (differenceMinor === 0 || ownersOfNone.includes(outcome)) return null;
  return differenceMinor < 0 ? 'toClaim' : 'paidTooMuch';
}
