import type { MatchKey } from '@mizan/contract/reconciliation-terms.ts';
import type { Sides } from './sides.ts';

/**
 * One way of joining lines and records: hashes that bring candidates together, and the comparison that decides.
 * A hash may bring strangers together; `fits` compares the values themselves.
 */
export interface Pass {
  key: MatchKey;
  /**
   * The key names one payment: a line whose payment is taken is a duplicate then, and must not go on to take
   * another one by a weaker key.
   */
  isNaming: boolean;
  /** Line and payment may differ in amount, not in sign. */
  isOfAnyAmount?: boolean;
  /** The key stands on several payments as a rule: that one of them is taken says nothing of the line. */
  isShared?: boolean;
  /** How many keys a line has here: it may print two references. */
  lineKeys: 1 | 2;
  lineHash: (line: number, key: number) => number;
  recordHash: (record: number) => number;
  fits: (line: number, record: number) => boolean;
}

/**
 * Makes a pass of a rule: no pair of it is one that the line contradicts by its id. Every pass is made so, that none forgets it. By the
 * payment's own id alone (`isById`) there is nothing to ask.
 */
export const passOf = (sides: Sides, { isById = false, ...rule }: Pass & { isById?: boolean }): Pass => ({
  ...rule,
  fits: isById ? rule.fits : (line, record) => rule.fits(line, record) && !sides.isOtherById(line, record),
});
