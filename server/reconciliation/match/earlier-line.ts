import { lineFlag, noDay } from '../normalise/bank-lines.ts';
import { batchText } from '../normalise/key-text.ts';
import { broughtBefore } from './matches.ts';
import type { Sides } from './sides.ts';

/** Whether both lines say on which day they were settled. */
export const hasDays = ({ lines, records }: Sides, line: number, record: number): boolean =>
  lines.columns.settlementDay[line] !== noDay && records.columns.claimedDay[record] !== noDay;

/** A line against the line of an earlier file that has the payment: one of `broughtBefore` (docs/decisions/0048). */
export function standing(sides: Sides, line: number, record: number): number {
  const { lines, records } = sides;
  const { grossMinor, chargeMinor, flags, settlementDay, batch } = lines.columns;
  const earlier = records.columns;
  const earlierGross = earlier.claimedGrossMinor[record] as number;
  const earlierCharge = earlier.claimedChargeMinor[record] as number;
  const earlierDay = earlier.claimedDay[record] as number;
  const earlierBatch = earlier.claimedBatch[record] as number;
  const bothDays = hasDays(sides, line, record);
  const hasBatches = (batch[line] as number) >= 0 && earlierBatch >= 0;
  const sameDay = settlementDay[line] === earlierDay;
  const sameBatch =
    hasBatches &&
    lines.batches.text(batch[line] as number) === batchText(records.claimedBatches.text(earlierBatch));
  if ((bothDays && !sameDay) || (hasBatches && !sameBatch)) return broughtBefore.no;
  // Claims of before these columns were kept say nothing of the amount.
  if (Number.isNaN(earlierGross)) return broughtBefore.asked;
  if (grossMinor[line] !== earlierGross) return broughtBefore.corrected;
  const knowsCharge = ((flags[line] as number) & lineFlag.chargeKnown) !== 0;
  const bothKnow = knowsCharge && !Number.isNaN(earlierCharge);
  if (bothKnow && chargeMinor[line] !== earlierCharge) return broughtBefore.corrected;
  const isWhole = bothKnow || (!knowsCharge && Number.isNaN(earlierCharge));
  return isWhole && (bothDays || hasBatches) ? broughtBefore.same : broughtBefore.asked;
}

/** Whether a line may be the line by which an earlier file has a payment, come again with the same figures. */
export const mayBeAgain = (sides: Sides, line: number, record: number): boolean =>
  [broughtBefore.same, broughtBefore.asked].some((known) => known === standing(sides, line, record));

/** How far a line is from the one by which an earlier file has a payment: the same, asked, corrected, another. 0 of a payment that none has. */
export function apartFromEarlier(sides: Sides, line: number, record: number): number {
  if ((sides.records.columns.claimant[record] as number) < 0) return 0;
  const told = standing(sides, line, record);
  return told === broughtBefore.no ? broughtBefore.corrected + 1 : told;
}
