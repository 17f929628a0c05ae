import { lineFlag, noDay } from '../normalise/bank-lines.ts';
import { compareLines } from './evidence.ts';
import { broughtBefore, type Matches, recordState } from './matches.ts';
import type { Sides } from './passes.ts';

/**
 * How the lines stand to earlier files whose payments they name (docs/decisions/0048): one line for each payment may
 * be the earlier line come again, the one whose figures are nearest to it; every other one is a duplicate of that.
 */
export function markBroughtBefore(sides: Sides, matches: Matches): void {
  const { lineOf, duplicateOf, before } = matches;
  const again = new Map<number, number>();
  for (let line = 0; line < sides.lines.count; line++) {
    const record = duplicateOf[line] as number;
    if (record < 0 || lineOf[record] !== recordState.claimedBefore) continue;
    // Of sums it is told where they are added up.
    const known = before[line] as number;
    const found = known === broughtBefore.no ? standing(sides, line, record) : known;
    if (found === broughtBefore.no) continue;
    before[line] = found;
    const rival = again.get(record);
    if (rival === undefined) again.set(record, line);
    else {
      const keepsRival = ((before[rival] as number) - found || compareLines(sides, rival, line)) < 0;
      const [kept, other] = keepsRival ? [rival, line] : [line, rival];
      again.set(record, kept);
      before[other] = broughtBefore.no;
    }
  }
  for (let line = 0; again.size > 0 && line < sides.lines.count; line++) {
    const kept = again.get(duplicateOf[line] as number);
    if (kept !== undefined && kept !== line) matches.repeats[line] = kept;
  }
}

/** A line against the line of an earlier file that has the payment. */
function standing({ lines, records }: Sides, line: number, record: number): number {
  const { grossMinor, chargeMinor, flags, settlementDay, batch } = lines.columns;
  const earlier = records.columns;
  const earlierGross = earlier.claimedGrossMinor[record] as number;
  const earlierCharge = earlier.claimedChargeMinor[record] as number;
  const earlierDay = earlier.claimedDay[record] as number;
  const earlierBatch = earlier.claimedBatch[record] as number;
  const hasDays = settlementDay[line] !== noDay && earlierDay !== noDay;
  const hasBatches = (batch[line] as number) >= 0 && earlierBatch >= 0;
  const sameDay = settlementDay[line] === earlierDay;
  const sameBatch =
    hasBatches && lines.batches.text(batch[line] as number) === records.claimedBatches.text(earlierBatch);
  if ((hasDays && !sameDay) || (hasBatches && !sameBatch)) return broughtBefore.no;
  // Claims of before these columns were kept say nothing of the amount.
  if (Number.isNaN(earlierGross)) return broughtBefore.asked;
  if (grossMinor[line] !== earlierGross) return broughtBefore.corrected;
  const knowsCharge = ((flags[line] as number) & lineFlag.chargeKnown) !== 0;
  const bothKnow = knowsCharge && !Number.isNaN(earlierCharge);
  if (bothKnow && chargeMinor[line] !== earlierCharge) return broughtBefore.corrected;
  const isWhole = bothKnow || (!knowsCharge && Number.isNaN(earlierCharge));
  return isWhole && (hasDays || hasBatches) ? broughtBefore.same : broughtBefore.asked;
}
