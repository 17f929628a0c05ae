import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { type Matches, recordState } from './matches.ts';
import type { Pass } from './pass.ts';
import { keyedBy, recordsByKey } from './records-by-key.ts';
import { placelessPasses } from './reference-passes.ts';
import type { Sides } from './sides.ts';

/**
 * Lines without a payment whose order has a short reference and whose amount a payment without a line has, where neither terminal
 * nor day says that it is that order and none says that it is another one: undecided, and the payment is not called missing
 * (docs/decisions/0447-an-order-without-its-place.md). Returns the lines that stay without a payment for certain.
 */
export function leavePlacelessUndecided(sides: Sides, matches: Matches, pending: Int32Array): Int32Array {
  const { lines, records } = sides;
  const asking = pending.filter(
    (line) =>
      matches.duplicateOf[line] === -1 &&
      !matches.undecidedSums.has(line) &&
      (lines.columns.orderRefLength[line] as number) + (lines.columns.paymentRefLength[line] as number) > 0,
  );
  if (asking.length === 0) return pending;
  const isOpen = (record: number): boolean =>
    matches.lineOf[record] === recordState.free && records.columns.approved[record] === 1;
  const among = placelessPasses(sides).map((pass) => ({
    pass,
    keyed: recordsByKey(pass, records.count, bankFileLimits.sameKeyStepsMax),
  }));
  const possible = (line: number): number[] => [
    ...new Set(among.flatMap(({ pass, keyed }) => fitting(pass, keyed, line).filter(isOpen))),
  ];
  for (const line of asking) {
    const found = possible(line);
    if (found.length > 0)
      matches.undecidedSums.set(line, { ways: found.length + 1, records: found, of: 'order' });
  }
  return pending.filter((line) => !matches.undecidedSums.has(line));
}

const fitting = (pass: Pass, keyed: ReadonlyMap<number, number[]>, line: number): number[] =>
  keyedBy(pass, keyed, line).filter((record) => pass.fits(line, record));
