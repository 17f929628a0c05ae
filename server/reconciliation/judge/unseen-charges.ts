import { lineTypes } from '@mizan/contract/reconciliation-terms.ts';
import { isPaymentLine, keyCode, type Matches } from '../match/matches.ts';
import { lineFlag } from '../normalise/bank-lines.ts';
import { linesOf } from '../normalise/line-stretches.ts';
import type { NormalisedFile } from '../normalise/normalise.ts';
import { isPaid, type Judged } from './judge.ts';

const feeType = lineTypes.indexOf('FEE');

/** Of how many paid lines of payments the file says what was kept, and of how many it says nothing. */
export interface ChargesSeen {
  seenCount: number;
  unseenCount: number;
}

/**
 * What was kept of a line is seen where the line says its fee or its net, where lines of fees come to what was agreed, and
 * where a total or a deposit that says it agrees. Names of columns say nothing: their cells may be empty
 * (docs/decisions/0275-gross-agreed-is-a-verdict.md).
 */
export function chargesSeen(
  { lines, chargesStated }: NormalisedFile,
  matches: Matches,
  judged: Judged,
): ChargesSeen {
  const { columns, count } = lines;
  const stated = linesOf(lines, chargesStated);
  const byFeeLines = new Set<number>();
  const feeTotal = keyCode('feeTotal');
  for (let line = matches.matchedBy.indexOf(feeTotal); line >= 0 && line < count; ) {
    if (columns.type[line] === feeType) byFeeLines.add(columns.currency[line] as number);
    line = matches.matchedBy.indexOf(feeTotal, line + 1);
  }
  const found: ChargesSeen = { seenCount: 0, unseenCount: 0 };
  for (let line = 0; line < count; line++) {
    if (!isPaymentLine(lines, line) || !isPaid(lines, line)) continue;
    const isSaid = ((columns.flags[line] as number) & lineFlag.chargeKnown) !== 0 || stated[line] === 1;
    const isOfFeeLines = byFeeLines.has(columns.currency[line] as number) && judged.fees.hasRate[line] === 1;
    if (isSaid || isOfFeeLines) found.seenCount++;
    else found.unseenCount++;
  }
  return found;
}
