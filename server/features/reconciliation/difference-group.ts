import type { DifferenceGroup, Outcome } from '@mizan/contract/reconciliation-terms.ts';

/**
 * What to do about a difference: ask the bank for it, wait for it, or give it back. Null where nothing
 * differs, or only by the way of rounding. */
export function groupOf(outcome: Outcome, differenceMinor: number): DifferenceGroup | null {
  if (outcome === 'timing' || outcome === 'waits') return 'notDueYet';
  if (differenceMinor === 0 || outcome === 'rounding') return null;
  return differenceMinor < 0 ? 'toClaim' : 'paidTooMuch';
}
