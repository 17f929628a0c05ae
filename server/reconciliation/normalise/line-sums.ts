import { lineTypes } from '@mizan/contract/reconciliation-terms.ts';
import { type BankLines, lineFlag } from './bank-lines.ts';
import { addToStretches, type Stretches } from './line-stretches.ts';

/** Types of lines that pay or take back a payment; fees, adjustments and payouts have none. */
export const paymentTypes: readonly number[] = ['PURCHASE', 'REFUND', 'REVERSAL'].map((type) =>
  lineTypes.indexOf(type as never),
);

/** What some lines come to together, less what they say was taken for them; whole minor units of their currency. */
export interface LineSums {
  netMinor: number;
  count: number;
  stretches: Stretches;
  /** A payment among them does not say what was taken for it. */
  isNetUnknown: boolean;
}

export function addLine(sums: LineSums, { columns }: BankLines, line: number): void {
  sums.netMinor += (columns.grossMinor[line] as number) - (columns.chargeMinor[line] as number);
  sums.count++;
  addToStretches(sums.stretches, line);
  const isKnown = ((columns.flags[line] as number) & lineFlag.chargeKnown) !== 0;
  if (!isKnown && paymentTypes.includes(columns.type[line] as number)) sums.isNetUnknown = true;
}
