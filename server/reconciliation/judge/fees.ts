import { chargesFor, type Rate, shareHalfUp, shareTruncated } from '@mizan/contract/money.ts';
import { keyCode, type Matches } from '../match/matches.ts';
import { type BankLines, lineFlag } from '../normalise/bank-lines.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import { roundingWays } from './rounding-ways.ts';

/** What the fee of a line turned out to be. */
export const feeFinding = { agreed: 0, rounding: 1, differs: 2, unknown: 3 } as const;

export interface FeeFindings {
  /** One of `feeFinding` by line. */
  finding: Uint8Array;
  /** Fee and VAT that the rate of the payment's day gives on what the bank paid, by line. */
  expectedMinor: Float64Array;
  /** 1 for a line with a payment whose fee is agreed; without a rate a fee is not judged and never claimed. */
  hasRate: Uint8Array;
}

/** A halala each for fee and VAT: further apart, no way of rounding explains a line. */
export const roundingMinorMax = 2;

/**
 * Compares what the bank took for each matched payment with the dated rate. Before anything is called an
 * overcharge it is worked out half-up, truncated, on the unrounded fee, and over the whole batch: banks that
 * round once per batch spread the rest over its lines.
 */
export function judgeFees(lines: BankLines, records: PortalRecords, matches: Matches): FeeFindings {
  const findings: FeeFindings = {
    finding: new Uint8Array(lines.count).fill(feeFinding.unknown),
    expectedMinor: new Float64Array(lines.count),
    hasRate: new Uint8Array(lines.count),
  };
  const near: number[] = [];
  const batchCode = keyCode('batch');
  const { grossMinor, chargeMinor, flags } = lines.columns;
  for (let line = 0; line < lines.count; line++) {
    const record = matches.recordOf[line] as number;
    const known = ((flags[line] as number) & lineFlag.chargeKnown) !== 0;
    if (record < 0 || matches.matchedBy[line] === batchCode) continue;
    const expected = expectedCharge(records, record, grossMinor[line] as number);
    findings.expectedMinor[line] = Number.isNaN(expected) ? (chargeMinor[line] as number) : expected;
    findings.hasRate[line] = Number.isNaN(expected) ? 0 : 1;
    if (!known || Number.isNaN(expected)) continue;
    findings.finding[line] = findingOf(
      records,
      record,
      grossMinor[line] as number,
      chargeMinor[line] as number,
      expected,
    );
    const away = Math.abs((chargeMinor[line] as number) - expected);
    if (findings.finding[line] === feeFinding.differs && away <= roundingMinorMax) near.push(line);
  }
  judgeBatchLines(lines, records, matches, findings);
  if (near.length > 0) settleBatches(lines, records, matches, findings, near);
  return findings;
}

/** Fee and VAT of a payment of `grossMinor` by its dated rate, NaN where none was agreed for it. */
function expectedCharge(records: PortalRecords, record: number, grossMinor: number): number {
  const { columns } = records;
  const rate = records.rates[columns.rate[record] as number];
  // Refunds and reversals carry no fee (rules D4).
  if (!rate && columns.kind[record] === 0) return Number.NaN;
  const stored = (columns.feeMinor[record] as number) + (columns.vatMinor[record] as number);
  if (grossMinor === columns.amountMinor[record] && !Number.isNaN(stored)) return stored;
  if (!rate || columns.kind[record] !== 0) return 0;
  const { feeMinor, vatMinor } = chargesFor(chargeable(records, record, grossMinor), rate);
  return feeMinor + vatMinor;
}

/** What of an amount carries a fee: cash paid out with a purchase does not. */
export const chargeable = ({ columns }: PortalRecords, record: number, grossMinor: number): number =>
  Math.max(0, Math.abs(grossMinor) - (columns.cashMinor[record] as number));

function findingOf(
  records: PortalRecords,
  record: number,
  gross: number,
  charge: number,
  expected: number,
): number {
  if (charge === expected) return feeFinding.agreed;
  const rate = records.rates[records.columns.rate[record] as number];
  if (!rate || records.columns.kind[record] !== 0) return feeFinding.differs;
  const amount = chargeable(records, record, gross);
  const recomputed = chargesFor(amount, rate);
  if (charge === recomputed.feeMinor + recomputed.vatMinor) return feeFinding.agreed;
  return roundingWays(amount, rate).some(({ chargeMinor }) => chargeMinor === charge)
    ? feeFinding.rounding
    : feeFinding.differs;
}

/** What rounds together: the lines of a batch and a rate, or where there are no batches, of a day and a rate. */
function groupKey(lines: BankLines, records: PortalRecords, matches: Matches, line: number): string {
  const { batch, epochDay, terminal } = lines.columns;
  const rate = records.columns.rate[matches.recordOf[line] as number];
  if ((batch[line] as number) >= 0) return `${batch[line]}|${terminal[line]}|${rate}`;
  return `${epochDay[line]}|${rate}`;
}

/** A batch with all its rates: its VAT may be that of the sum of its fees. Null of a line without one. */
function batchKey({ columns: { batch, terminal } }: BankLines, line: number): string | null {
  return (batch[line] as number) >= 0 ? `${batch[line]}|${terminal[line]}` : null;
}

interface BatchSums {
  chargeMinor: number;
  expectedMinor: number;
  /** What carries a fee: purchases without their cash. */
  amountMinor: number;
}
const noSums: BatchSums = { chargeMinor: 0, expectedMinor: 0, amountMinor: 0 };

interface GroupSums extends BatchSums {
  /** The fees of its lines, each half up, without VAT. */
  feeMinor: number;
  vatBps: Set<number>;
}

/** Lines a halala or two away from their rate are rounding where their batch as a whole is not away at all. */
function settleBatches(
  lines: BankLines,
  records: PortalRecords,
  matches: Matches,
  findings: FeeFindings,
  near: readonly number[],
): void {
  const sums = new Map<string, GroupSums>();
  const groupsOf = (line: number): string[] => {
    const whole = batchKey(lines, line);
    return [groupKey(lines, records, matches, line), ...(whole === null ? [] : [whole])];
  };
  for (const line of near)
    for (const key of groupsOf(line)) sums.set(key, { ...noSums, feeMinor: 0, vatBps: new Set() });
  for (let line = 0; line < lines.count; line++) {
    if ((matches.recordOf[line] as number) < 0 || findings.finding[line] === feeFinding.unknown) continue;
    // A line far away is an overcharge of its own and must not be hidden in the batch, nor hide the others.
    const away = (lines.columns.chargeMinor[line] as number) - (findings.expectedMinor[line] as number);
    if (Math.abs(away) > roundingMinorMax) continue;
    for (const key of groupsOf(line)) {
      const sum = sums.get(key);
      if (sum) addToGroup(sum, lines, records, matches, findings, line);
    }
  }
  for (const line of near) {
    const rate = records.rates[records.columns.rate[matches.recordOf[line] as number] as number];
    const [own = '', whole] = groupsOf(line);
    const ofBatch = whole === undefined ? undefined : sums.get(whole);
    if (isRoundedGroup(sums.get(own), rate) || isRoundedGroup(ofBatch, null))
      findings.finding[line] = feeFinding.rounding;
  }
}

function addToGroup(
  sum: GroupSums,
  lines: BankLines,
  records: PortalRecords,
  matches: Matches,
  findings: FeeFindings,
  line: number,
): void {
  const record = matches.recordOf[line] as number;
  const expectedMinor = findings.expectedMinor[line] as number;
  const gross = lines.columns.grossMinor[line] as number;
  sum.chargeMinor += lines.columns.chargeMinor[line] as number;
  sum.expectedMinor += expectedMinor;
  if (gross <= 0) return;
  const amount = chargeable(records, record, gross);
  sum.amountMinor += amount;
  const rate = records.rates[records.columns.rate[record] as number];
  if (!rate || expectedMinor === 0) return;
  sum.feeMinor += chargesFor(amount, rate).feeMinor;
  sum.vatBps.add(rate.vatBps);
}

/** Whether lines together are charged as agreed: line by line, on their sum, or with the VAT of the sum of their fees. */
function isRoundedGroup(sum: GroupSums | undefined, rate: Rate | null | undefined): boolean {
  if (!sum) return false;
  if (sum.chargeMinor === sum.expectedMinor || isBatchCharge(sum, rate)) return true;
  const [vatBps] = sum.vatBps;
  if (vatBps === undefined || sum.vatBps.size > 1) return false;
  const { feeMinor } = sum;
  return [shareHalfUp, shareTruncated].some(
    (share) => sum.chargeMinor === feeMinor + share(feeMinor, vatBps),
  );
}

function isBatchCharge(sum: BatchSums, rate: Rate | null | undefined): boolean {
  if (!rate || rate.capLimitMinor !== null || rate.processingFeeMinor > 0) return false;
  const { feeMinor, vatMinor } = chargesFor(sum.amountMinor, rate);
  return sum.chargeMinor === feeMinor + vatMinor;
}

/** A line that adds up payments: its charge against the sum of theirs, or against the rate on the whole sum. */
function judgeBatchLines(
  lines: BankLines,
  records: PortalRecords,
  matches: Matches,
  findings: FeeFindings,
): void {
  const batchCode = keyCode('batch');
  const sums = new Map<number, BatchSums & { totalMinor: number; rates: Set<number> }>();
  for (let record = 0; record < records.count; record++) {
    const line = matches.lineOf[record] as number;
    if (line < 0 || matches.matchedBy[line] !== batchCode) continue;
    const sum = sums.get(line) ?? { ...noSums, totalMinor: 0, rates: new Set() };
    const amountMinor = records.columns.amountMinor[record] as number;
    sum.expectedMinor += expectedCharge(records, record, amountMinor);
    sum.totalMinor += amountMinor;
    if (records.columns.kind[record] === 0) {
      sum.amountMinor += chargeable(records, record, amountMinor);
      sum.rates.add(records.columns.rate[record] as number);
    }
    sums.set(line, sum);
  }
  const { chargeMinor, grossMinor, flags } = lines.columns;
  for (const [line, sum] of sums) {
    const charge = chargeMinor[line] as number;
    findings.expectedMinor[line] = charge;
    const known = ((flags[line] as number) & lineFlag.chargeKnown) !== 0;
    const isAgreed = !Number.isNaN(sum.expectedMinor);
    findings.hasRate[line] = isAgreed ? 1 : 0;
    // Lines of fees may say what this one does not.
    if (!known && isAgreed) findings.expectedMinor[line] = sum.expectedMinor;
    if (!known || !isAgreed || sum.totalMinor !== grossMinor[line]) continue;
    findings.expectedMinor[line] = sum.expectedMinor;
    const [rate] = sum.rates;
    const onWhole = isBatchCharge(
      { ...sum, chargeMinor: charge },
      sum.rates.size === 1 ? records.rates[rate ?? -1] : null,
    );
    if (charge === sum.expectedMinor) findings.finding[line] = feeFinding.agreed;
    else findings.finding[line] = onWhole ? feeFinding.rounding : feeFinding.differs;
  }
}
