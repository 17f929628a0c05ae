import { type LineType, lineTypes, type Outcome, outcomes } from '@mizan/contract/reconciliation-terms.ts';
import { broughtBefore, isPaymentLine, keyCode, type Matches, recordState } from '../match/matches.ts';
import { type BankLines, lineFlag } from '../normalise/bank-lines.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import type { FileCoverage } from './cover-file.ts';
import { judgeFeeLines, type OpenFees } from './fee-lines.ts';
import { type FeeFindings, feeFinding, judgeFees } from './fees.ts';
import type { JudgeRules } from './judge-rules.ts';
import { type NearLines, pairNearLines } from './near-lines.ts';
import { type UnreadCharge, type UnreadCharges, unreadCharges } from './unread-charges.ts';
import { holdBackUndecided, holdBackUnread } from './unread-rows.ts';

/** No entry of its own: the record is told by its line, or is not this file's business. */
export const noOutcome = 255;

/** What every line and record came to. Differences are signed minor units: negative where the bank paid too little. */
export interface Judged {
  /** 1 for each record that this file ought to pay, or names as not due within its days. */
  expected: Uint8Array;
  fees: FeeFindings;
  /** Index into outcomes, by line. */
  lineOutcome: Uint8Array;
  lineDifference: Float64Array;
  /** What was agreed to be kept back of a line; the bar 'charges' adds them up. */
  agreedCharge: Float64Array;
  /** 1 for a line whose fee is left as the bank took it, because no rate is agreed for its payment. */
  notJudged: Uint8Array;
  /** Index into outcomes by record, `noOutcome` where a line tells it. */
  recordOutcome: Uint8Array;
  recordDifference: Float64Array;
  /** 1 for a payment that waits for the bank: it is covered, or what it is of is absent from the file. */
  awaited: Uint8Array;
  /** Payments that wait for a line which may be theirs. */
  near: NearLines;
  /** By payment that an undecided line may be of, the first of these lines. */
  undecidedLineOf: ReadonlyMap<number, number>;
  /** How many payments were missing of which a row that could not be read may have any. */
  perhapsUnread: number;
  /** Lines of which it is not known whether they are the bank's sum of others. */
  mayBeTotals: Set<number>;
  /** By line what columns that nothing is read from explain of its charge. */
  unreadCharges: Map<number, UnreadCharge>;
  /** Lines of fees that agreed rates do not explain. */
  openFees: OpenFees[];
}

const codeOf = (outcome: Outcome): number => outcomes.indexOf(outcome);
const matched = codeOf('matched');
const missingInPortal = codeOf('missingInPortal');
const withoutPayment = [missingInPortal, codeOf('duplicate')];
const payout = lineTypes.indexOf('PAYOUT');

/** What a line comes to that is about no payment. */
const otherOutcomes: Partial<Record<LineType, Outcome>> = {
  CHARGEBACK: 'chargeback',
  FEE: 'bankFee',
  MONTHLY_FEE: 'bankFee',
  RENT: 'rent',
  CHARGEBACK_FEE: 'chargebackFee',
  INVOICE: 'invoice',
  CARRIED_OVER: 'carriedOver',
  UNNAMED: 'unnamedLine',
};
const outcomeOfOther = (type: number): Outcome =>
  otherOutcomes[lineTypes[type] ?? 'ADJUSTMENT'] ?? 'adjustment';

/** A payout moves what was settled to the account: it is neither sold nor owed, and stands outside the bridge. */
export const isOutsideBridge = (lines: BankLines, line: number): boolean =>
  lines.columns.type[line] === payout;

export const isPaid = (lines: BankLines, line: number): boolean =>
  ((lines.columns.flags[line] as number) & lineFlag.unpaid) === 0;

/** Gives every line and every expected payment its outcome and its signed difference (rules D6). */
export function judge(
  lines: BankLines,
  records: PortalRecords,
  matches: Matches,
  { expected, covered, coverage, counts }: Pick<FileCoverage, 'expected' | 'covered' | 'coverage' | 'counts'>,
  rules: JudgeRules,
): Judged {
  const judged: Judged = {
    expected,
    fees: judgeFees(lines, records, matches),
    lineOutcome: new Uint8Array(lines.count),
    lineDifference: new Float64Array(lines.count),
    agreedCharge: new Float64Array(lines.count),
    notJudged: new Uint8Array(lines.count),
    recordOutcome: new Uint8Array(records.count).fill(noOutcome),
    recordDifference: new Float64Array(records.count),
    awaited: new Uint8Array(records.count),
    near: { lineOf: new Map(), recordOf: new Map() },
    undecidedLineOf: new Map(),
    perhapsUnread: 0,
    unreadCharges: new Map(),
    mayBeTotals: new Set(),
    openFees: [],
  };
  const batchSums = sumsOfBatches(lines, records, matches);
  for (let line = 0; line < lines.count; line++) judgeLine(lines, records, matches, judged, batchSums, line);
  if (rules.unreadCells) leaveUnread(lines, judged, unreadCharges(lines, matches, rules.unreadCells));
  for (const [line, { first }] of matches.parts) {
    const outcome = judged.lineOutcome[first] as number;
    if (withoutPayment.includes(outcome)) judged.lineOutcome[line] = outcome;
  }
  judged.openFees = judgeFeeLines(lines, matches, judged);
  judgeRecords(records, matches, judged, covered, rules);
  // First what may be in an undecided line, then what is near one: a row that could not be read may be another one's.
  judged.undecidedLineOf = holdBackUndecided(judged.recordOutcome, matches);
  judged.near = pairNearLines({ lines, records, matches }, judged, counts);
  for (const line of rules.mayBeTotals ?? []) {
    if (judged.lineOutcome[line] !== missingInPortal) continue;
    judged.lineOutcome[line] = codeOf('undecidedSum');
    judged.mayBeTotals.add(line);
  }
  judged.perhapsUnread = holdBackUnread(judged.recordOutcome, records.columns, rules.unread);
  markAwaited(judged, coverage?.ofAbsent);
  return judged;
}

const waits = codeOf('waits');
const timing = codeOf('timing');

/** What is not due yet waits for the bank all the same where its terminal or scheme is absent from the file. */
function markAwaited({ recordOutcome, awaited }: Judged, ofAbsent: Uint8Array | undefined): void {
  recordOutcome.forEach((outcome, record) => {
    if (outcome === waits || (outcome === timing && ofAbsent?.[record] === 1)) awaited[record] = 1;
  });
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
  // Its money is judged with that of the line that it was joined to.
  if (matches.joined.has(line) || matches.parts.has(line)) return settle('matched', 0);
  if (!isPaid(lines, line)) return judgeUnpaid(records, record, settle);
  if (!isPaymentLine(lines, line)) return settle(outcomeOfOther(type[line] as number), gross - charge);
  if (record < 0) {
    if (matches.before[line] !== broughtBefore.no)
      return judgeBroughtBefore(lines, records, matches, line, settle);
    if (matches.undecidedSums.has(line)) return settle('undecidedSum', gross, charge);
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
  if (known && judged.fees.hasRate[line] === 0 && charge !== 0) judged.notJudged[line] = 1;
  const amountDifference = gross - (batchSum ?? (records.columns.amountMinor[record] as number));
  if (amountDifference !== 0) return settle('amountDiffers', amountDifference + feeDifference, agreed);
  if (finding === feeFinding.differs) return settle('feeDiffers', feeDifference, agreed);
  if (matches.countsDiffer.has(line)) return settle('countDiffers', feeDifference, agreed);
  if (finding === feeFinding.rounding) return settle('rounding', feeDifference, agreed);
  const isElsewhere = batchSum === undefined && otherTerminal(lines, records, line, record);
  return settle(isElsewhere ? 'otherTerminal' : 'matched', feeDifference, agreed);
}

const ofCharges = (['amountDiffers', 'feeDiffers', 'matched', 'otherTerminal', 'countDiffers'] as const).map(
  codeOf,
);
const undecidedCharge = codeOf('undecidedCharge');

/** What a column that nothing is read from explains is no fee of anybody's: the whole line is undecided. */
function leaveUnread(lines: BankLines, judged: Judged, unreadOf: UnreadCharges): void {
  const { agreedCharge, lineDifference, lineOutcome, notJudged } = judged;
  const { chargeMinor, flags } = lines.columns;
  for (let line = 0; line < lines.count; line++) {
    const outcome = lineOutcome[line] as number;
    const isKnown = ((flags[line] as number) & lineFlag.chargeKnown) !== 0;
    const isOpen = notJudged[line] === 1 || chargeMinor[line] !== agreedCharge[line];
    if (!isKnown || !isOpen || !ofCharges.includes(outcome)) continue;
    const isRated = notJudged[line] === 0;
    const unread = unreadOf(line, isRated ? (agreedCharge[line] as number) : null);
    if (unread === null) continue;
    lineOutcome[line] = undecidedCharge;
    if (!isRated) {
      agreedCharge[line] = (agreedCharge[line] as number) - unread.amountMinor;
      lineDifference[line] = (lineDifference[line] as number) - unread.amountMinor;
    }
    judged.unreadCharges.set(line, unread);
  }
}

/** Whether both sides name a terminal, and not the same one. */
function otherTerminal(lines: BankLines, records: PortalRecords, line: number, record: number): boolean {
  const [theirs, ours] = [lines.columns.terminal[line] as number, records.columns.terminal[record] as number];
  return theirs >= 0 && ours >= 0 && theirs !== ours;
}

/** What an earlier file's line of the same payment said before fees; of a line that was not changed, its own gross. */
export function earlierGross(
  lines: BankLines,
  records: PortalRecords,
  matches: Matches,
  line: number,
): number {
  return matches.before[line] === broughtBefore.corrected
    ? (records.columns.claimedGrossMinor[matches.duplicateOf[line] as number] as number)
    : (lines.columns.grossMinor[line] as number);
}

/** A line that an earlier file brought: nothing differs where its figures are the same, else what they differ by. */
function judgeBroughtBefore(
  lines: BankLines,
  records: PortalRecords,
  matches: Matches,
  line: number,
  settle: (outcome: Outcome, difference: number, agreed: number) => void,
): void {
  const { grossMinor, chargeMinor, flags } = lines.columns;
  const charge = chargeMinor[line] as number;
  if (matches.before[line] === broughtBefore.same) return settle('confirmedBefore', 0, charge);
  if (matches.before[line] === broughtBefore.asked) return settle('sameAsBefore', 0, charge);
  const earlierCharge = records.columns.claimedChargeMinor[matches.duplicateOf[line] as number] as number;
  const known = ((flags[line] as number) & lineFlag.chargeKnown) !== 0 && !Number.isNaN(earlierCharge);
  const agreed = known ? earlierCharge : charge;
  const amountDifference = (grossMinor[line] as number) - earlierGross(lines, records, matches, line);
  settle(amountDifference === 0 ? 'feeDiffers' : 'amountDiffers', amountDifference + agreed - charge, agreed);
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

/** Covered without a line: awaited until the due day has passed, missing after. What is not covered is not due yet. */
function judgeRecords(
  records: PortalRecords,
  matches: Matches,
  judged: Judged,
  covered: Uint8Array,
  { todayDay }: JudgeRules,
): void {
  const { amountMinor, dueDay } = records.columns;
  for (let record = 0; record < records.count; record++) {
    if (judged.expected[record] !== 1) continue;
    const lineOf = matches.lineOf[record] as number;
    if (lineOf >= 0) continue;
    if (lineOf === recordState.netted) {
      judged.recordOutcome[record] = matched;
      continue;
    }
    const late = (dueDay[record] as number) < todayDay ? 'missingInBank' : 'waits';
    judged.recordOutcome[record] = codeOf(covered[record] === 1 ? late : 'timing');
    judged.recordDifference[record] = -(amountMinor[record] as number);
  }
}
