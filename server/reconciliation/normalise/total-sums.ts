import { currencies } from '@mizan/contract/money.ts';
import { lineTypes } from '@mizan/contract/reconciliation-terms.ts';
import { type BankLines, lineFlag } from './bank-lines.ts';
import { addToStretches, type Stretches } from './line-stretches.ts';

const payout = lineTypes.indexOf('PAYOUT');

/** What lines of one currency come to, in every way in which a bank may have added them up. Minor units. */
export interface Sums {
  count: number;
  /** Lines that the bank pays: without declined ones and without the payout itself. */
  paidCount: number;
  gross: number;
  paidGross: number;
  /** Without signs, as a column looks in which a word says what is taken back. */
  unsignedGross: number;
  net: number;
  paidNet: number;
  unsignedNet: number;
  fee: number;
  vat: number;
  charge: number;
  unsignedCharge: number;
  /** Lines whose net, or whose fee and VAT, is not known. */
  withoutCharge: number;
  withoutFee: number;
  stretches: Stretches;
}

export const newSums = (): Sums => ({
  count: 0,
  paidCount: 0,
  gross: 0,
  paidGross: 0,
  unsignedGross: 0,
  net: 0,
  paidNet: 0,
  unsignedNet: 0,
  fee: 0,
  vat: 0,
  charge: 0,
  unsignedCharge: 0,
  withoutCharge: 0,
  withoutFee: 0,
  stretches: [],
});

export const newSumsByCurrency = (): Sums[] => currencies.map(newSums);

/** Adds a line to the sums of its currency. */
export function addLine(sums: readonly Sums[], { columns }: BankLines, line: number): void {
  const into = sums[columns.currency[line] as number] as Sums;
  const gross = columns.grossMinor[line] as number;
  const charge = columns.chargeMinor[line] as number;
  const flags = columns.flags[line] as number;
  const fee = columns.feeMinor[line] as number;
  const vat = columns.vatMinor[line] as number;
  into.count++;
  into.gross += gross;
  into.unsignedGross += Math.abs(gross);
  into.net += gross - charge;
  into.unsignedNet += Math.abs(gross - charge);
  into.charge += charge;
  into.unsignedCharge += Math.abs(charge);
  if ((flags & lineFlag.unpaid) === 0 && columns.type[line] !== payout) {
    into.paidCount++;
    into.paidGross += gross;
    into.paidNet += gross - charge;
  }
  if ((flags & lineFlag.chargeKnown) === 0) into.withoutCharge++;
  if ((flags & lineFlag.chargeOfOther) !== 0 || Number.isNaN(fee)) into.withoutFee++;
  if (!Number.isNaN(fee)) into.fee += fee;
  if (!Number.isNaN(vat)) into.vat += vat;
  addToStretches(into.stretches, line);
}
