import { type Currency, currencies } from '@mizan/contract/money.ts';
import {
  type DifferenceGroup,
  type Outcome,
  outcomes,
  ownersOfNone,
} from '@mizan/contract/reconciliation-terms.ts';
import { broughtBefore, keyCode, type Matches } from '../match/matches.ts';
import type { BankLines } from '../normalise/bank-lines.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import { earlierGross, isOutsideBridge, isPaid, type Judged, noOutcome } from './judge.ts';
import { isOwnEntry, sumRest } from './sum-lines.ts';

/** One cause between what was expected and what the bank paid. */
export interface BridgeCause {
  outcome: Outcome;
  differenceMinor: number;
  /** Entries with this outcome, whether or not they differ. */
  count: number;
  portalMinor: number;
  bankMinor: number;
}

/**
 * From the portal's total to the bank's, of one currency. It closes exactly: portalMinor + beforeMinor + chargesMinor +
 * notJudgedMinor = expectedMinor, and expectedMinor + the causes' differences = bankMinor.
 */
export interface Bridge {
  currency: Currency;
  portalMinor: number;
  portalCount: number;
  /** What earlier files' lines said of the payments that this file brings again, before fees, and how many they are. */
  beforeMinor: number;
  beforeCount: number;
  /** Agreed fees and VAT on what the bank paid; negative. */
  chargesMinor: number;
  /** Fees and VAT as the bank took them, where no rate is agreed to judge them by; negative; and how many lines. */
  notJudgedMinor: number;
  notJudgedCount: number;
  expectedMinor: number;
  causes: BridgeCause[];
  bankMinor: number;
  bankCount: number;
  differenceMinor: number;
  groups: Record<DifferenceGroup, number>;
  /** How many entries each of the groups is of. */
  groupCounts: Record<DifferenceGroup, number>;
  /** How many entries other figures are of. */
  figureCounts: Rows;
}

/** Entries by what of the bridge they are of. */
interface Rows {
  here: number;
  bank: number;
  charges: number;
  notJudged: number;
}

interface Totals {
  rows: Rows;
  portalMinor: number;
  portalCount: number;
  beforeMinor: number;
  beforeCount: number;
  chargesMinor: number;
  notJudgedMinor: number;
  notJudgedCount: number;
  bankMinor: number;
  bankCount: number;
  causes: BridgeCause[];
  groups: Record<DifferenceGroup, number>;
  groupCounts: Record<DifferenceGroup, number>;
}

const newTotals = (): Totals => ({
  rows: { here: 0, bank: 0, charges: 0, notJudged: 0 },
  portalMinor: 0,
  portalCount: 0,
  beforeMinor: 0,
  beforeCount: 0,
  chargesMinor: 0,
  notJudgedMinor: 0,
  notJudgedCount: 0,
  bankMinor: 0,
  bankCount: 0,
  causes: outcomes.map((outcome) => ({
    outcome,
    differenceMinor: 0,
    count: 0,
    portalMinor: 0,
    bankMinor: 0,
  })),
  groups: { toClaim: 0, notDueYet: 0, paidTooMuch: 0 },
  groupCounts: { toClaim: 0, notDueYet: 0, paidTooMuch: 0 },
});

/** The sum to which a difference belongs; of rounding and what is carried over nobody asks for anything or gives it back. */
const groupByOutcome = outcomes.map((outcome): 'waits' | 'nobody' | 'signed' => {
  if (outcome === 'timing' || outcome === 'waits') return 'waits';
  return ownersOfNone.includes(outcome) ? 'nobody' : 'signed';
});
function differenceGroup(outcome: number, difference: number): DifferenceGroup | null {
  if (groupByOutcome[outcome] === 'waits') return 'notDueYet';
  if (difference === 0 || groupByOutcome[outcome] === 'nobody') return null;
  return difference < 0 ? 'toClaim' : 'paidTooMuch';
}
const matchedOutcome = outcomes.indexOf('matched');

/** One bridge for each currency that either side has. Throws where one does not close: that is a fault of ours. */
export function buildBridges(
  lines: BankLines,
  records: PortalRecords,
  matches: Matches,
  judged: Judged,
): Bridge[] {
  const totals = currencies.map(newTotals);
  const used = currencies.map(() => false);
  const add = (
    currency: number,
    outcome: number,
    difference: number,
    portalMinor: number,
    bankMinor: number,
  ): void => {
    const total = totals[currency] as Totals;
    used[currency] = true;
    const cause = total.causes[outcome] as BridgeCause;
    cause.count++;
    cause.differenceMinor += difference;
    cause.portalMinor += portalMinor;
    cause.bankMinor += bankMinor;
    if (difference !== 0 && groupByOutcome[outcome] !== 'waits') total.rows.here++;
    const group = differenceGroup(outcome, difference);
    if (group === null) return;
    total.groups[group] += difference;
    total.groupCounts[group]++;
  };
  const batchCode = keyCode('batch');
  const isBatch = (line: number): boolean => line >= 0 && matches.matchedBy[line] === batchCode;
  for (let record = 0; record < records.count; record++) {
    if (judged.expected[record] !== 1) continue;
    const currency = records.columns.currency[record] as number;
    const amount = records.columns.amountMinor[record] as number;
    const total = totals[currency] as Totals;
    used[currency] = true;
    total.portalMinor += amount;
    total.portalCount++;
    const outcome = judged.recordOutcome[record] as number;
    if (outcome !== noOutcome) add(currency, outcome, judged.recordDifference[record] as number, amount, 0);
    else if (isBatch(matches.lineOf[record] as number)) {
      add(currency, matchedOutcome, 0, amount, amount);
      total.rows.bank++;
    }
  }
  for (let line = 0; line < lines.count; line++) {
    if (isOutsideBridge(lines, line)) continue;
    const currency = lines.columns.currency[line] as number;
    const total = totals[currency] as Totals;
    const paid = isPaid(lines, line);
    if (paid) addPaid(total, lines, judged, line);
    if (paid && matches.before[line] !== broughtBefore.no) {
      total.beforeMinor += earlierGross(lines, records, matches, line);
      total.beforeCount++;
    }
    const outcome = judged.lineOutcome[line] as number;
    const difference = judged.lineDifference[line] as number;
    // The payments of a batch carry its amounts; its line counts only where it differs.
    const isSum = isBatch(line);
    const portalMinor = isSum ? null : portalAmount(lines, records, matches, judged, line);
    const bankMinor = isSum ? sumRest(lines.columns, judged, line) : paid ? grossOf(lines, line) : 0;
    if (!isSum || outcome !== matchedOutcome) add(currency, outcome, difference, portalMinor ?? 0, bankMinor);
    if (paid && isOwnEntry(matches, judged, line)) countRow(total.rows, lines, judged, line, portalMinor);
  }
  return currencies.flatMap((currency, index) =>
    used[index] ? [closed(currency, totals[index] as Totals)] : [],
  );
}

/** What the bank paid by a line, and the fees that belong to it. */
function addPaid(total: Totals, { columns }: BankLines, judged: Judged, line: number): void {
  total.bankMinor += (columns.grossMinor[line] as number) - (columns.chargeMinor[line] as number);
  total.bankCount++;
  const charge = judged.agreedCharge[line] as number;
  if (judged.notJudged[line] !== 1) total.chargesMinor -= charge;
  else {
    total.notJudgedMinor -= charge;
    total.notJudgedCount++;
  }
}

/** Of which figures the entry of a line is: what was agreed lies between its sides and is no difference (contract/entry-figures.ts). */
function countRow(
  rows: Rows,
  { columns }: BankLines,
  judged: Judged,
  line: number,
  portalMinor: number | null,
): void {
  rows.bank++;
  // Of a line that adds up payments its entry has what was kept back of all of them.
  const isKept =
    portalMinor === null
      ? judged.agreedCharge[line] !== 0
      : paidBy(columns, line) - (judged.lineDifference[line] as number) !== portalMinor;
  if (!isKept) return;
  if (judged.notJudged[line] === 1) rows.notJudged++;
  else rows.charges++;
}

const grossOf = ({ columns }: BankLines, line: number): number => columns.grossMinor[line] as number;
const paidBy = ({ grossMinor, chargeMinor }: BankLines['columns'], line: number): number =>
  (grossMinor[line] as number) - (chargeMinor[line] as number);

/** What this file ought to pay for a line. */
function portalAmount(
  lines: BankLines,
  records: PortalRecords,
  matches: Matches,
  judged: Judged,
  line: number,
): number {
  if (matches.before[line] !== broughtBefore.no && isPaid(lines, line))
    return earlierGross(lines, records, matches, line);
  const record = matches.recordOf[line] as number;
  return record >= 0 && judged.expected[record] === 1 ? (records.columns.amountMinor[record] as number) : 0;
}

function closed(currency: Currency, { rows, ...totals }: Totals): Bridge {
  const expectedMinor = totals.portalMinor + totals.beforeMinor + totals.chargesMinor + totals.notJudgedMinor;
  const differenceMinor = totals.causes.reduce((sum, cause) => sum + cause.differenceMinor, 0);
  if (expectedMinor + differenceMinor !== totals.bankMinor) {
    throw new Error(
      `the bridge of ${currency} does not close: ${expectedMinor} ${differenceMinor} ${totals.bankMinor}`,
    );
  }
  const causes = totals.causes.filter((cause) => cause.count > 0);
  // Adding 0 turns a negative zero into the plain one.
  return {
    currency,
    ...totals,
    figureCounts: rows,
    chargesMinor: totals.chargesMinor + 0,
    notJudgedMinor: totals.notJudgedMinor + 0,
    causes,
    expectedMinor,
    differenceMinor: differenceMinor + 0,
  };
}
