import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { absentKey } from '../normalise/key-text.ts';
import { hasBit, sharedBits } from './key-index.ts';
import { keyCode, type Matches, recordState } from './matches.ts';
import type { Pass } from './pass.ts';
import { hashesOf, keyedBy, recordsByKey } from './records-by-key.ts';
import type { Sides } from './sides.ts';

/**
 * Takes from lines the payment that a pass gave them, where STAN, approval code or card is that of another one which the pass fits
 * as well and which has its line: such a line stands there twice (docs/decisions/0468-a-line-that-repeats-another.md). Returns them.
 */
export function takeFromRepeated(sides: Sides, matches: Matches, pass: Pass, asked: Int32Array): Int32Array {
  const { lineOf, recordOf, matchedBy } = matches;
  const joined = asked.filter((line) => matchedBy[line] === keyCode(pass.key) && recordOf[line] !== -1);
  if (joined.length === 0) return joined;
  const { count } = sides.records;
  const shared = sharedBits(count, pass.recordHash);
  const ofShared = joined.filter((line) => hashesOf(pass, line).some((hash) => hasBit(shared, hash)));
  const named = recordsByKey(pass, count, bankFileLimits.sameKeyStepsMax, [...ofShared]);
  const holders = new Map(
    Array.from(ofShared, (line) => {
      const held = recordOf[line] as number;
      const others = keyedBy(pass, named, line).filter(
        (other) =>
          other !== held &&
          (lineOf[other] as number) >= 0 &&
          pass.fits(line, other) &&
          isNamedRather(sides, line, other, held),
      );
      return [line, others.map((other) => lineOf[other] as number)] as const;
    }),
  );
  // Two that have each other's payment repeat nothing: of each that is let go the other one's line stays.
  const stays = (line: number): boolean => (holders.get(line) ?? []).length === 0;
  const repeated = ofShared.filter((line) => holders.get(line)?.some(stays));
  for (const line of repeated) {
    lineOf[recordOf[line] as number] = recordState.free;
    recordOf[line] = -1;
    matchedBy[line] = -1;
  }
  return repeated;
}

/** Whether STAN, approval code or card of a line is one payment's and not the other's, and none is the other one's alone. */
function isNamedRather(
  { lines, records, hasOwnStans }: Sides,
  line: number,
  one: number,
  other: number,
): boolean {
  const [theirs, ours] = [lines.columns, records.columns];
  const isKnown = (value: number): boolean => value !== absentKey && value >= 0;
  const says = (ofLine: number, key: ArrayLike<number>): number => {
    const [ofOne, ofOther] = [key[one] as number, key[other] as number];
    if (!isKnown(ofLine) || ofOne === ofOther) return 0;
    if (ofLine === ofOther) return -1;
    return ofLine === ofOne && isKnown(ofOther) ? 1 : 0;
  };
  const said = [
    hasOwnStans() ? 0 : says(theirs.stan[line] as number, ours.stan),
    says(theirs.auth[line] as number, ours.auth),
    says(theirs.last4[line] as number, ours.last4),
  ];
  return said.includes(1) && !said.includes(-1);
}
