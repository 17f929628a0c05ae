import { currencies } from '@mizan/contract/money.ts';
import { lineTypes, type Outcome, outcomes } from '@mizan/contract/reconciliation-terms.ts';
import { isPaymentLine, keyCode, type Matches, recordState } from '../match/matches.ts';
import { type BankLines, lineFlag } from '../normalise/bank-lines.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import { coveredDays, expectedRecords } from './coverage.ts';
import { type FeeFindings, feeFinding, judgeFees } from './fees.ts';
import type { JudgeRules } from './judge-rules.ts';

/** No entry of its own: the record is told by its line, or is not this file's business. */
export const noOutcome = 255;

/** What every line and record came to. Differences are signed minor units: negative where the bank paid too little. */
export interface Judged {
  days: { fromDay: number; toDay: number };
  /** 1 for each record that this file ought to pay. */
  expected: Uint8Array;
  fees: FeeFindings;
  /** Index into outcomes, by line. */
  lineOutcome: Uint8Array;
  lineDifference: Float64Array;
  /** What was agreed to be kept back of a line; the bar 'charges' adds them up. */
  agreedCharge: Float64Array;
  /** Index into outcomes by record, `noOutcome` where a line tells it. */
  recordOutcome: Uint8Array;
  recordDifference: Float64Array;
}

const codeOf = (outcome: Outcome): number => outcomes.indexOf(outcome);
const matched = codeOf('matched');
const payout = lineTypes.indexOf('PAYOUT');
const chargeback = lineTypes.indexOf('CHARGEBACK');
const feeType = lineTypes.indexOf('FEE');

/** A payout moves what was settled to the account: it is neither sold nor owed, and stands outside the bridge. */
export const isOutsideBridge = (lines: BankLines, line: number): boolean =>
  lines.columns.type[line] === payout;

export const isPaid = (lines: BankLines, line: number): boolean =>
  ((lines.columns.flags[line] as number) & lineFlag.unpaid) === 0;

/** Gives every line and every expected payment its outcome and its signed difference (rules D6). */
export function judge(lines: BankLines, records: PortalRecords, matches: Matches, rules: JudgeRules): Judged {
  const days = rules.period ?? coveredDays(lines, rules);
  const judged: Judged = {
    days,
    expected: expectedRecords(records, matches, days),
    fees: judgeFees(lines, records, matches),
    lineOutcome: new Uint8Array(lines.count),
    lineDifference: new Float64Array(lines.count),
    agreedCharge: new Float64Array(lines.count),
    recordOutcome: new Uint8Array(records.count).fill(noOutcome),
    recordDifference: new Float64Array(records.count),
  };
  const batchSums = sumsOfBatches(lines, records, matches);
  for (let line = 0; line < lines.count; line++) judgeLine(lines, records, matches, judged, batchSums, line);
  judgeFeeLines(lines, matches, judged);
  judgeRecords(records, matches, judged, rules);
  return judged;
}

function sumsOfBatches(lines: BankLines, records: PortalRecords, matches: Matches): Map<number, number> {
  const sums = new Map<number, number>();
  const batchCode = keyCode('batch');
  if (!matches.matchedBy.includes(batchCode)) return sums;
  for (let record = 0; record < records.count; record++) {
    const line = matches.lineOf[record] as number;
    if (line < 0 || line >= lines.count || matches.matchedBy[line] !== batchCode) continue;
    sums.set(line, (sums.get(line) ?? 0) + (records.columns.amountMinor[record] as number));
  }
  return sums;
}

function judgeLine(
  lines: BankLines,
  records: PortalRecords,
  matches: Matches,
  judged: Judged,
  batchSums: Map<number, number>,
  line: number,
): void {
  const { grossMinor, chargeMinor, type } = lines.columns;
  const gross = grossMinor[line] as number;
  const charge = chargeMinor[line] as number;
  const record = matches.recordOf[line] as number;
  const settle = (outcome: Outcome, difference: number, agreed = 0): void => {
    judged.lineOutcome[line] = codeOf(outcome);
    judged.lineDifference[line] = difference;
    judged.agreedCharge[line] = agreed;
  };
  if (isOutsideBridge(lines, line)) return settle('adjustment', 0);
  if (!isPaid(lines, line)) return judgeUnpaid(records, record, settle);
  if (!isPaymentLine(lines, line))
    return settle(type[line] === chargeback ? 'chargeback' : 'adjustment', gross - charge);
  if (record < 0) {
    const known = matches.duplicateOf[line] !== -1 || matches.repeats[line] !== -1;
    return settle(known ? 'duplicate' : 'missingInPortal', gross, charge);
  }
  const batchSum = batchSums.get(line);
  if (batchSum === undefined && records.columns.approved[record] !== 1)
    return settle('statusConflict', gross, charge);
  const finding = judged.fees.finding[line];
  const known = ((lines.columns.flags[line] as number) & lineFlag.chargeKnown) !== 0;
  // What the fee takes more than agreed; 0 where the line does not say what it took.
  const agreed =
    known && finding !== feeFinding.unknown ? (judged.fees.expectedMinor[line] as number) : charge;
  const feeDifference = agreed - charge;
  const amountDifference = gross - (batchSum ?? (records.columns.amountMinor[record] as number));
  if (amountDifference !== 0) return settle('amountDiffers', amountDifference + feeDifference, agreed);
  if (finding === feeFinding.differs) return settle('feeDiffers', feeDifference, agreed);
  return settle(finding === feeFinding.rounding ? 'rounding' : 'matched', feeDifference, agreed);
}

/** A line that the bank lists without paying it: right where the portal says the same, else a conflict. */
function judgeUnpaid(
  records: PortalRecords,
  record: number,
  settle: (outcome: Outcome, difference: number) => void,
): void {
  if (record < 0) return settle('missingInPortal', 0);
  if (records.columns.approved[record] !== 1) return settle('matched', 0);
  return settle('statusConflict', -(records.columns.amountMinor[record] as number));
}

/** Fee lines this far from the agreed fees are the bank's other fees (rent of a terminal), not its commission. */
const commissionShareMin = 0.5;
const commissionShareMax = 2;

/**
 * Where no line says what the bank took, but fee lines do: their sum against the fees agreed on all payments. The
 * first fee line carries what differs.
 */
function judgeFeeLines(lines: BankLines, matches: Matches, judged: Judged): void {
  for (const currency of currencies.keys()) {
    const feeLines: number[] = [];
    let takenMinor = 0;
    let agreedMinor = 0;
    let lineSays = false;
    for (let line = 0; line < lines.count; line++) {
      if (lines.columns.currency[line] !== currency || !isPaid(lines, line)) continue;
      const known = ((lines.columns.flags[line] as number) & lineFlag.chargeKnown) !== 0;
      if (lines.columns.type[line] === feeType) {
        feeLines.push(line);
        takenMinor -=
          (lines.columns.grossMinor[line] as number) - (lines.columns.chargeMinor[line] as number);
      } else if (isPaymentLine(lines, line)) {
        lineSays ||= known;
        if ((matches.recordOf[line] as number) >= 0) agreedMinor += judged.fees.expectedMinor[line] as number;
      }
    }
    const isCommission =
      takenMinor >= agreedMinor * commissionShareMin && takenMinor <= agreedMinor * commissionShareMax;
    if (lineSays || feeLines.length === 0 || !isCommission || agreedMinor === 0) continue;
    settleFeeLines(judged, matches, feeLines, agreedMinor, takenMinor);
  }
}

function settleFeeLines(
  judged: Judged,
  matches: Matches,
  feeLines: number[],
  agreedMinor: number,
  takenMinor: number,
): void {
  feeLines.forEach((line, index) => {
    matches.matchedBy[line] = keyCode('feeTotal');
    judged.lineOutcome[line] = matched;
    judged.lineDifference[line] = 0;
    judged.agreedCharge[line] = index === 0 ? agreedMinor : 0;
    judged.fees.expectedMinor[line] = index === 0 ? agreedMinor : 0;
  });
  const [first] = feeLines;
  if (first === undefined || takenMinor === agreedMinor) return;
  judged.lineOutcome[first] = codeOf('feeDiffers');
  judged.lineDifference[first] = agreedMinor - takenMinor;
}

function judgeRecords(records: PortalRecords, matches: Matches, judged: Judged, rules: JudgeRules): void {
  const { amountMinor, businessDay } = records.columns;
  for (let record = 0; record < records.count; record++) {
    if (judged.expected[record] !== 1) continue;
    const lineOf = matches.lineOf[record] as number;
    if (lineOf >= 0) continue;
    if (lineOf === recordState.netted) {
      judged.recordOutcome[record] = matched;
      continue;
    }
    const dueDay = (businessDay[record] as number) + rules.lateDays;
    judged.recordOutcome[record] = codeOf(dueDay > judged.days.toDay ? 'timing' : 'missingInBank');
    judged.recordDifference[record] = -(amountMinor[record] as number);
  }
}
