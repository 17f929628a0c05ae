import { chargesFor } from '@mizan/contract/money.ts';
import { keyCode, type Matches } from '../match/matches.ts';
import { type BankLines, lineFlag } from '../normalise/bank-lines.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import { chargeable, roundingMinorMax } from './fees.ts';
import { roundingWays } from './rounding-ways.ts';

/** Lines that say their VAT and no fee, where it is not that of the agreed fee. */
export interface VatAlone {
  count: number;
  /** What it is above the agreed VAT; negative below it. */
  aboveMinor: number;
}

/**
 * The VAT of purchases that say nothing else of what was kept, held against that of the agreed fee. As far away as rounding goes is not
 * named; where no rate was agreed nothing is judged.
 */
export function judgeVatAlone(lines: BankLines, records: PortalRecords, matches: Matches): VatAlone {
  const { flags, vatMinor, feeMinor, grossMinor } = lines.columns;
  const found: VatAlone = { count: 0, aboveMinor: 0 };
  const batchCode = keyCode('batch');
  for (let line = 0; line < lines.count; line++) {
    const vat = vatMinor[line] as number;
    if (Number.isNaN(vat) || !Number.isNaN(feeMinor[line] as number)) continue;
    if (((flags[line] as number) & (lineFlag.chargeKnown | lineFlag.unpaid | lineFlag.chargeOfOther)) !== 0)
      continue;
    const record = matches.recordOf[line] as number;
    // A sum of several payments has no rate of its own.
    if (record < 0 || matches.matchedBy[line] === batchCode || records.columns.kind[record] !== 0) continue;
    const rate = records.rates[records.columns.rate[record] as number];
    if (!rate) continue;
    const amount = chargeable(records, record, grossMinor[line] as number);
    const agreed = chargesFor(amount, rate).vatMinor;
    const isRounded =
      Math.abs(vat - agreed) <= roundingMinorMax ||
      roundingWays(amount, rate).some((way) => way.vatMinor === vat);
    if (isRounded) continue;
    found.count++;
    found.aboveMinor += vat - agreed;
  }
  return found;
}
