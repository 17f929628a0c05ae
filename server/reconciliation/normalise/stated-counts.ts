import { latinDigits } from '@mizan/contract/money.ts';
import { lineTypes } from '@mizan/contract/reconciliation-terms.ts';
import { comparableHeader } from '../read/header-text.ts';
import type { BankLines } from './bank-lines.ts';
import { plainKey } from './key-text.ts';
import { linesAbove, type TotalCheck } from './total-checks.ts';
import { countForm } from './total-rows.ts';

/** How many lines a row above headings says the file, or the set that it is part of, has. */
export interface StatedCount {
  line: number;
  count: number;
  /** How many rows were rejected above it. */
  rejectedAbove: number;
}

/** What the check needs to know of the file beside its lines. */
interface CountFacts {
  rejectedCount: number;
  /** The lines, ascending, that were read and taken back again at the end; they are among those rejected. */
  takenBack: readonly number[];
}

const moment =
  /^\d{4}[-/.]?\d{2}[-/.]?\d{2}(?:[ T]?\d{2}:?\d{2}(?::?\d{2})?)?$|^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}(?:\s.*)?$/;
const countWords =
  /^(?:total )?(?:(?:no|number|count) of )?(?:txns?|transactions?|records?|lines?|rows?|items?)(?: count)?(?: (\d{1,7}))?$|^total count(?: (\d{1,7}))?$|^(?:اجمالي )?عدد (?:العمليات|عمليات|السجلات|الاسطر|الحركات)(?: (\d{1,7}))?$/;

/**
 * The number of lines that a row above headings states, or null for none: behind two moments as PayBy writes it
 * (period | from | to | count), or behind words that say so: 'Number of transactions: 3', 'عدد العمليات | 3'.
 */
export function statedCountIn(texts: readonly string[]): number | null {
  const filled = texts.filter((text) => text !== '').map((text) => latinDigits(text).trim());
  const last = plainKey(filled.at(-1) ?? '');
  const momentCount = filled.slice(0, -1).filter((text) => moment.test(text)).length;
  if (momentCount >= 2 && filled.length <= periodCellsMax && countForm.test(last)) return Number(last);
  for (const [index, text] of filled.entries()) {
    const words = text.length > wordsCharsMax ? null : countWords.exec(comparableHeader(text));
    if (!words) continue;
    const behind = words.slice(1).find((figure) => figure !== undefined);
    const beside = plainKey(filled[index + 1] ?? '').replace(/,(?=\d{3}$)/, '');
    if (behind !== undefined) return Number(behind);
    if (countForm.test(beside)) return Number(beside);
  }
  return null;
}

const periodCellsMax = 5;
const wordsCharsMax = 80;

/** The checks of stated numbers of lines: one for each row that states one, and those that stand for something by itself. */
export interface CountChecks {
  byRow: TotalCheck[];
  /** Without those that say of the whole set again what the first one says. */
  own: TotalCheck[];
  lacking: LackingLines;
}

/** How many lines more are stated than there are, and at most, where parts may each lack some of their own. */
export interface LackingLines {
  count: number;
  most: number;
}

/**
 * Holds stated numbers of lines against the lines below them. A file of several parts may state in each the number of
 * its own lines or that of all: all is meant where every part states the same, none has as many by itself, and all of them
 * together have no more. Where they have just as many in a small file, either may be meant, and each part lacks lines
 * (docs/decisions/0311-parts-that-state-the-same-number.md).
 */
export function checkStatedCounts(
  lines: BankLines,
  stated: readonly StatedCount[],
  facts: CountFacts,
): CountChecks {
  const parts = stated.map((one, index) => {
    const next = stated[index + 1];
    return checkOf(lines, one, one, next ?? null, facts);
  });
  const [first] = stated;
  const total = parts.reduce((sum, part) => sum + (part.sum ?? 0), 0);
  const isOfAll =
    first !== undefined &&
    stated.length > 1 &&
    stated.every(({ count }) => count === first.count) &&
    parts.every(({ agrees }) => agrees === false) &&
    (total < first.count || (total === first.count && total >= splitFromLines));
  const inParts = linesLacking(parts);
  if (!isOfAll) return { byRow: parts, own: parts, lacking: { count: inParts, most: inParts } };
  const byRow = stated.map((one) => checkOf(lines, one, first, null, facts));
  const own = byRow.slice(0, 1);
  const count = linesLacking(own);
  return { byRow, own, lacking: { count, most: count === 0 ? 0 : inParts } };
}

/** A day is split by its number of lines from here on; below it, parts of a set are of branches or of terminals. */
const splitFromLines = 1_000;

function checkOf(
  lines: BankLines,
  { line, count }: StatedCount,
  from: StatedCount,
  to: StatedCount | null,
  { rejectedCount, takenBack }: CountFacts,
): TotalCheck {
  const toLine = to?.line ?? Number.POSITIVE_INFINITY;
  const start = linesAbove(lines, from.line);
  const end = to ? linesAbove(lines, to.line) : lines.count;
  const taken = takenBack.filter((each) => each > from.line && each < toLine).length;
  const rejected = (to?.rejectedAbove ?? rejectedCount - takenBack.length) - from.rejectedAbove + taken;
  const all = end - start + rejected;
  const sum = fewerLines(lines, start, end).some((left) => left + rejected === count) ? count : all;
  return {
    line,
    kind: 'total',
    currency: null,
    measure: 'count',
    stated: count,
    sum,
    lineCount: end - start,
    fromLine: end > start ? (lines.columns.line[start] as number) : null,
    toLine: end > start ? (lines.columns.line[end - 1] as number) : null,
    isRun: end > start,
    rows: null,
    agrees: sum === count,
  };
}

/**
 * How many lines there are without deposits, and without every other line that is no payment's: banks count either. Where a file has more
 * lines than it states, those may be the ones that it does not count; one that has fewer lacks some by any count
 * (docs/decisions/0371-which-lines-a-file-counts.md).
 */
function fewerLines({ columns }: BankLines, start: number, end: number): number[] {
  let [withoutPayouts, ofPayments] = [0, 0];
  for (let line = start; line < end; line++) {
    const type = lineTypes[columns.type[line] as number];
    if (type !== 'PAYOUT') withoutPayouts++;
    if (type !== undefined && ofPayment.includes(type)) ofPayments++;
  }
  return [withoutPayouts, ofPayments];
}
const ofPayment: readonly string[] = ['PURCHASE', 'REFUND', 'REVERSAL', 'CHARGEBACK'];

const linesLacking = (checks: readonly TotalCheck[]): number =>
  checks.reduce((sum, { stated, sum: found }) => sum + Math.max(0, (stated ?? 0) - (found ?? 0)), 0);
