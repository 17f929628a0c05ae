import { absentKey } from '../normalise/key-text.ts';
import { lookUp, runPass } from './claim-pass.ts';
import { noHash } from './key-index.ts';
import { keyCode, type Matches, recordState } from './matches.ts';
import type { Pass } from './pass.ts';
import { authPass } from './passes.ts';
import { isUnderSale } from './refunds-by-sale.ts';
import { isOfMinute, type Sides } from './sides.ts';

const none = new Int32Array(0);

/**
 * Lines whose RRN or STAN is one payment's while approval code, card and minute of its terminal are another's: three that agree
 * outweigh the one (docs/decisions/0423). So do approval code and card where the RRN is that of the other one's sale. Each goes
 * to the payment of its other keys, where no line has that with better right, or else back to that of its number. Called when the pass of
 * that number has joined lines and named duplicates; returns the lines that have nothing then.
 */
export function giveToOwnKeys(sides: Sides, matches: Matches, number: Pass): Int32Array {
  const contradicted = contradictedLines(sides, matches, number);
  if (contradicted.size === 0) return none;
  const ownKeys = ownKeysPass(sides);
  const better = new Set<number>();
  lookUp(
    sides,
    matches,
    [ownKeys],
    Int32Array.from(contradicted),
    (lineOf) => lineOf === recordState.free || contradicted.has(lineOf),
    (line) => void better.add(line),
  );
  if (better.size === 0) return none;
  for (const line of better) letGo(matches, line);
  const others = runPass(sides, matches, ownKeys, Int32Array.from(better));
  return runPass(sides, matches, number, others);
}

/** Lines that the number gave a payment, or named as another line's, though nothing else of them is that payment's. */
function contradictedLines(
  sides: Sides,
  { recordOf, matchedBy, duplicateOf, undecidedSums }: Matches,
  number: Pass,
): Set<number> {
  const line = sides.lines.columns;
  const record = sides.records.columns;
  const byNumber = keyCode(number.key);
  const found = new Set<number>();
  for (let l = 0; l < sides.lines.count; l++) {
    const isJoined = matchedBy[l] === byNumber;
    const r = (isJoined ? recordOf[l] : duplicateOf[l]) as number;
    // A line and a payment that both lack the number are not joined by it.
    const isByNumber = isJoined || (number.lineHash(l, 0) !== noHash && number.fits(l, r));
    if (r < 0 || undecidedSums.has(l) || !isByNumber) continue;
    if (line.auth[l] === record.auth[r] || line.last4[l] === record.last4[r]) continue;
    if (line.auth[l] === absentKey || record.auth[r] === absentKey) continue;
    if ((line.last4[l] as number) < 0 || (record.last4[r] as number) < 0) continue;
    if (!isOfMinute(sides, l, r)) found.add(l);
  }
  return found;
}

function ownKeysPass(sides: Sides): Pass {
  const pass = authPass(sides);
  return {
    ...pass,
    fits: (l, r) => pass.fits(l, r) && (isOfMinute(sides, l, r) || isUnderSale(sides, l, r)),
  };
}

function letGo({ recordOf, lineOf, matchedBy, duplicateOf }: Matches, line: number): void {
  const record = recordOf[line] as number;
  if (record >= 0) lineOf[record] = recordState.free;
  recordOf[line] = -1;
  matchedBy[line] = -1;
  duplicateOf[line] = -1;
}
