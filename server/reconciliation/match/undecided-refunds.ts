import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { isNoWorse } from './evidence.ts';
import { noHash } from './key-index.ts';
import { keyCode, type Matches, recordState } from './matches.ts';
import type { Pass, Sides } from './passes.ts';

/** Passes that name a refund by its sale, which may have several of one amount. */
export const isBySale = ({ key }: Pick<Pass, 'key'>): boolean =>
  key === 'originalReference' || key === 'originalRrn';

/**
 * Parts lines from refunds that such a pass gave them where another refund of the sale is without a line and fits as well:
 * which of them is meant nothing tells, so none is confirmed and none is called missing. What a line lets go may be
 * another's rival, whatever the order of the lines. Returns the lines that stay without a payment and may still have one.
 */
export function partUndecided(sides: Sides, matches: Matches, pass: Pass, asked: Int32Array): Set<number> {
  const undecided = new Set<number>();
  const joined = Array.from(asked).filter((line) => matches.matchedBy[line] === keyCode(pass.key));
  if (joined.length === 0) return undecided;
  const named = recordsByKey(pass, sides.records.count);
  /** Refunds without a line that fit a line at least as well as one of them does. */
  const rivals = (line: number, held: number): number[] =>
    keyedBy(pass, named, line).filter(
      (record) =>
        record !== held &&
        matches.lineOf[record] === recordState.free &&
        sides.records.columns.approved[record] === 1 &&
        pass.fits(line, record) &&
        isNoWorse(sides, line, record, held),
    );
  const heldBy = new Map(joined.map((line) => [line, matches.recordOf[line] as number]));
  for (let isNew = true; isNew; ) {
    const found = joined.filter(
      (line) => !undecided.has(line) && rivals(line, heldBy.get(line) as number).length > 0,
    );
    isNew = found.length > 0;
    for (const line of found) {
      undecided.add(line);
      matches.lineOf[heldBy.get(line) as number] = recordState.free;
      matches.recordOf[line] = -1;
      matches.matchedBy[line] = -1;
    }
  }
  for (const line of undecided) {
    const held = heldBy.get(line) as number;
    const records = [held, ...rivals(line, held)];
    matches.undecidedSums.set(line, { ways: records.length, records, of: 'refunds' });
  }
  return undecided;
}

/** The payments of a pass by the hash of its key, of each as many as are looked at. */
export function recordsByKey(pass: Pass, count: number): Map<number, number[]> {
  const named = new Map<number, number[]>();
  for (let record = 0; record < count; record++) {
    const hash = pass.recordHash(record);
    if (hash === noHash) continue;
    const known = named.get(hash);
    if (!known) named.set(hash, [record]);
    else if (known.length < bankFileLimits.sameKeyStepsMax) known.push(record);
  }
  return named;
}

/** Those that a line has a key of; `fits` decides. */
export function keyedBy(pass: Pass, named: ReadonlyMap<number, number[]>, line: number): number[] {
  const found = new Set<number>();
  for (let key = 0; key < pass.lineKeys; key++)
    for (const record of named.get(pass.lineHash(line, key)) ?? []) found.add(record);
  return [...found];
}
