import { chargesFor, type Rate } from '@mizan/contract/money.ts';
import { lineTypes } from '@mizan/contract/reconciliation-terms.ts';
import { isPaymentLine, keyCode, type Matches } from '../match/matches.ts';
import type { AgreedCharges, UnsaidCharge } from '../normalise/agreed-charges.ts';
import { type BankLines, lineFlag } from '../normalise/bank-lines.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import { chargeable } from './fees.ts';
import { roundingWays } from './rounding-ways.ts';

const feeType = lineTypes.indexOf('FEE');

/** Fee and VAT of payments: line by line half up and cut, and what the rates give on the sum of their amounts. */
interface Charges {
  half: Charge;
  cut: Charge;
  /** By rate, the sum of what no cap and no fee of each payment changes; what else is charged, line by line. */
  amounts: Map<Rate, number>;
  besides: Charge;
}
interface Charge {
  feeMinor: number;
  vatMinor: number;
}
const add = (to: Charge, { feeMinor, vatMinor }: Charge): void => {
  to.feeMinor += feeMinor;
  to.vatMinor += vatMinor;
};
const none = (): Charge => ({ feeMinor: 0, vatMinor: 0 });

/** What was agreed to be kept of lines that do not say it, by the dated rates of their payments. */
export function agreedCharges(lines: BankLines, records: PortalRecords, matches: Matches): AgreedCharges {
  const paidBy = recordsOfSums(records, matches);
  const { type, flags, grossMinor, chargeMinor } = lines.columns;
  const isPaid = (line: number): boolean => ((flags[line] as number) & lineFlag.unpaid) === 0;
  return {
    of: (stretches) => {
      const charges: Charges = { half: none(), cut: none(), amounts: new Map(), besides: none() };
      let isKnown = true;
      let feeLinesMinor = 0;
      let hasFeeLines = false;
      for (const line of linesIn(stretches)) {
        if (!isPaid(line)) continue;
        if (type[line] === feeType) {
          hasFeeLines = true;
          feeLinesMinor += (chargeMinor[line] as number) - (grossMinor[line] as number);
        } else isKnown = addUnsaid(charges, lines, records, matches, paidBy, line) && isKnown;
      }
      if (!hasFeeLines) return isKnown ? waysOf(charges) : null;
      return withFeeLines(isKnown ? waysOf(charges) : null, feeLinesMinor);
    },
  };
}

/**
 * Lines of fees may be what was kept of the payments, and are where they come to what was agreed. Else they may be other
 * fees, kept besides; where it is not known what was agreed, no other figure is held against them.
 */
function withFeeLines(agreed: UnsaidCharge[] | null, feeLinesMinor: number): UnsaidCharge[] {
  const these: UnsaidCharge = {
    netMinor: 0,
    feeMinor: feeLinesMinor,
    vatMinor: Number.NaN,
    chargeMinor: feeLinesMinor,
  };
  if (agreed === null) return [{ ...these, isPart: true }];
  if (agreed.some(({ chargeMinor }) => chargeMinor === feeLinesMinor)) return [these];
  const besides = agreed.map((way) => ({
    ...way,
    feeMinor: way.feeMinor + feeLinesMinor,
    chargeMinor: way.chargeMinor + feeLinesMinor,
  }));
  return [these, ...agreed, ...besides];
}

function* linesIn(stretches: readonly number[]): Generator<number> {
  for (let at = 0; at < stretches.length; at += 2)
    for (let line = stretches[at] as number; line <= (stretches[at + 1] as number); line++) yield line;
}

/** By line that adds up payments, these. */
function recordsOfSums(records: PortalRecords, matches: Matches): ReadonlyMap<number, number[]> {
  const found = new Map<number, number[]>();
  const batchCode = keyCode('batch');
  if (!matches.matchedBy.includes(batchCode)) return found;
  for (let record = 0; record < records.count; record++) {
    const line = matches.lineOf[record] as number;
    if (line < 0 || matches.matchedBy[line] !== batchCode) continue;
    const known = found.get(line);
    if (known) known.push(record);
    else found.set(line, [record]);
  }
  return found;
}

/** Adds what was agreed of a line that does not say its charge; false where that is not known. */
function addUnsaid(
  charges: Charges,
  lines: BankLines,
  records: PortalRecords,
  matches: Matches,
  paidBy: ReadonlyMap<number, number[]>,
  line: number,
): boolean {
  const flags = lines.columns.flags[line] as number;
  if ((flags & lineFlag.chargeKnown) !== 0 || !isPaymentLine(lines, line)) return true;
  const record = matches.recordOf[line] as number;
  if (record < 0 || (flags & lineFlag.chargeOfOther) !== 0) return false;
  const sum = paidBy.get(line);
  // Of what was never approved nothing was agreed.
  if (!sum && records.columns.approved[record] !== 1) return false;
  if (!sum) return addRecord(charges, records, record, lines.columns.grossMinor[line] as number);
  return sum.every((each) => addRecord(charges, records, each, records.columns.amountMinor[each] as number));
}

function addRecord(charges: Charges, records: PortalRecords, record: number, grossMinor: number): boolean {
  const { columns } = records;
  // Refunds and reversals carry no fee (rules D4).
  if (columns.kind[record] !== 0) return true;
  const rate = records.rates[columns.rate[record] as number];
  if (!rate) return false;
  const amount = chargeable(records, record, grossMinor);
  const stored = {
    feeMinor: columns.feeMinor[record] as number,
    vatMinor: columns.vatMinor[record] as number,
  };
  const isStored =
    grossMinor === columns.amountMinor[record] && !Number.isNaN(stored.feeMinor + stored.vatMinor);
  const half = isStored ? stored : chargesFor(amount, rate);
  add(charges.half, half);
  const cut = roundingWays(amount, rate)
    .filter(({ way }) => way === 'cut')
    .at(-1);
  add(charges.cut, { feeMinor: cut?.feeMinor ?? half.feeMinor, vatMinor: cut?.vatMinor ?? half.vatMinor });
  const isCapped = rate.capLimitMinor !== null && half.feeMinor >= rate.capLimitMinor;
  if (!isCapped && rate.processingFeeMinor === 0)
    charges.amounts.set(rate, (charges.amounts.get(rate) ?? 0) + amount);
  else add(charges.besides, half);
  return true;
}

function waysOf({ half, cut, amounts, besides }: Charges): UnsaidCharge[] {
  const whole = { ...besides };
  for (const [rate, amount] of amounts) add(whole, chargesFor(amount, { ...rate, capLimitMinor: null }));
  return [half, cut, whole].map(({ feeMinor, vatMinor }) => {
    const chargeMinor = feeMinor + vatMinor;
    return { netMinor: chargeMinor, feeMinor, vatMinor, chargeMinor };
  });
}
