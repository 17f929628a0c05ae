import { currencies } from '@mizan/contract/money.ts';
import { lineTypes, outcomes } from '@mizan/contract/reconciliation-terms.ts';
import { isPaymentLine, keyCode, type Matches } from '../match/matches.ts';
import { type BankLines, lineFlag } from '../normalise/bank-lines.ts';
import type { FeeFindings } from './fees.ts';

const feeType = lineTypes.indexOf('FEE');
const matched = outcomes.indexOf('matched');
const feeDiffers = outcomes.indexOf('feeDiffers');

/** Lines of fees of one currency of which it is not known what they are for. */
export interface OpenFees {
  count: number;
  /** What they took above what was agreed of payments with a rate; negative below it. */
  aboveMinor: number;
}

/** What is known and said of lines, by line: a part of what `judge` makes of a file. */
interface JudgedLines {
  fees: Pick<FeeFindings, 'expectedMinor' | 'hasRate'>;
  lineOutcome: Uint8Array;
  lineDifference: Float64Array;
  agreedCharge: Float64Array;
  notJudged: Uint8Array;
}

/** The fee lines of one currency beside the payments that they may be of. */
interface OfCurrency {
  feeLines: number[];
  takenMinor: number;
  agreedMinor: number;
  /** Payments of which no rate is agreed. */
  unratedCount: number;
  /** A line of a payment says itself what was kept: lines of fees are others then. */
  lineSays: boolean;
}

/**
 * Where no line says what the bank took, but fee lines do: what they took against the fees agreed on all payments. All of them
 * together, or one alone, that come to it are these fees. Above it what they took more is a difference, where every payment
 * has a rate; anything else they may be is not known, is claimed by nobody, and is named
 * (docs/decisions/0277-fee-lines-that-nothing-explains.md).
 */
export function judgeFeeLines(lines: BankLines, matches: Matches, judged: JudgedLines): OpenFees[] {
  if (!lines.columns.type.subarray(0, lines.count).includes(feeType)) return [];
  const open: OpenFees[] = [];
  for (const currency of currencies.keys()) {
    const of = feesOf(lines, matches, judged, currency);
    const { feeLines, takenMinor, agreedMinor, unratedCount, lineSays } = of;
    if (lineSays || feeLines.length === 0) continue;
    const exact = takenMinor === agreedMinor ? feeLines : aloneAsAgreed(lines, of);
    // Without a fee that was agreed, and with every payment's rate known, they are none of these payments.
    if (agreedMinor === 0 && unratedCount === 0) continue;
    if (exact && agreedMinor !== 0) {
      settleFeeLines(judged, matches, exact, agreedMinor, agreedMinor);
      const others = feeLines.filter((line) => !exact.includes(line));
      if (unratedCount > 0 && others.length > 0) open.push(leaveFeeLines(lines, judged, others, 0));
    } else if (unratedCount === 0 && takenMinor > agreedMinor)
      settleFeeLines(judged, matches, feeLines, agreedMinor, takenMinor);
    else open.push(leaveFeeLines(lines, judged, feeLines, agreedMinor));
  }
  return open;
}

const takenBy = ({ columns }: BankLines, line: number): number =>
  (columns.chargeMinor[line] as number) - (columns.grossMinor[line] as number);

function feesOf(lines: BankLines, matches: Matches, judged: JudgedLines, currency: number): OfCurrency {
  const { columns } = lines;
  const found: OfCurrency = { feeLines: [], takenMinor: 0, agreedMinor: 0, unratedCount: 0, lineSays: false };
  for (let line = 0; line < lines.count; line++) {
    const flags = columns.flags[line] as number;
    if (columns.currency[line] !== currency || (flags & lineFlag.unpaid) !== 0) continue;
    if (columns.type[line] === feeType) {
      found.feeLines.push(line);
      found.takenMinor += takenBy(lines, line);
    } else if (isPaymentLine(lines, line)) {
      found.lineSays ||= (flags & lineFlag.chargeKnown) !== 0;
      if ((matches.recordOf[line] as number) < 0) continue;
      if (judged.fees.hasRate[line] === 1) found.agreedMinor += judged.fees.expectedMinor[line] as number;
      else found.unratedCount++;
    }
  }
  // The one that took the most carries what differs.
  found.feeLines.sort(
    (a, b) =>
      (columns.grossMinor[a] as number) - (columns.grossMinor[b] as number) || matches.compareLines(a, b),
  );
  return found;
}

/** The one line of fees that comes to what was agreed; null where none does, or several do. */
function aloneAsAgreed(lines: BankLines, { feeLines, agreedMinor }: OfCurrency): number[] | null {
  const [first, ...others] = feeLines.filter((line) => takenBy(lines, line) === agreedMinor);
  return first !== undefined && others.length === 0 ? [first] : null;
}

/** What a bank may keep is not known: its fee lines stand as it took them, and nothing of them is claimed. */
function leaveFeeLines(
  lines: BankLines,
  judged: JudgedLines,
  feeLines: readonly number[],
  agreedMinor: number,
): OpenFees {
  let takenMinor = 0;
  for (const line of feeLines) {
    takenMinor += takenBy(lines, line);
    judged.lineOutcome[line] = matched;
    judged.lineDifference[line] = 0;
    judged.agreedCharge[line] = takenBy(lines, line);
    judged.notJudged[line] = 1;
  }
  return { count: feeLines.length, aboveMinor: takenMinor - agreedMinor };
}

function settleFeeLines(
  judged: JudgedLines,
  matches: Matches,
  feeLines: readonly number[],
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
  judged.lineOutcome[first] = feeDiffers;
  judged.lineDifference[first] = agreedMinor - takenMinor;
}
