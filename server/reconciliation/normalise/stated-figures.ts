import type { AgreedCharges } from './agreed-charges.ts';
import type { BankLines } from './bank-lines.ts';
import { allStretches, type Stretches } from './line-stretches.ts';
import type { OtherFile } from './paid-elsewhere.ts';
import { checkPayouts, type PaidOfFile } from './payout-checks.ts';
import type { NotCounted } from './rows-not-counted.ts';
import { checkStatedCounts, type LackingLines, type StatedCount } from './stated-counts.ts';
import { checkTotals, type TotalCheck } from './total-checks.ts';
import type { TotalRow } from './total-rows.ts';

/** An amount in words above or below the lines, minor units: what it is of, nobody knows. */
export interface StatedRemark {
  line: number;
  minor: number;
  /** The same as a total of the net, where the words name one: it is held against the lines, and asked where it differs. */
  net: TotalRow | null;
}

/** What a file states of itself: its totals, and the numbers of lines above its headings. */
export interface StatedFigures {
  totals: readonly TotalRow[];
  /** How many more totals there are than those. */
  beyondCount: number;
  /** Those above the names of columns, which close the whole file. */
  above: readonly TotalRow[];
  counts: readonly StatedCount[];
  remarks: readonly StatedRemark[];
  /** Amounts as printed have other signs than ours. */
  turnsSigns: boolean;
  /** The lines, ascending, that were read and taken back again at the end. */
  takenBack: readonly number[];
}

interface FileWithFigures {
  lines: BankLines;
  notCounted: NotCounted;
  rejectedCount: number;
  figures: StatedFigures;
}

/**
 * Holds what a file states against its lines; `agreed` is known only once these have their payments. `others`: files whose lines its
 * deposits may pay.
 */
export function checkFigures(
  { lines, notCounted, rejectedCount, figures }: FileWithFigures,
  agreed: AgreedCharges | null,
  others: readonly OtherFile[] = [],
): {
  totals: TotalCheck[];
  figuresBeyond: number;
  lacking: LackingLines;
  chargesStated: Stretches[];
  paid: PaidOfFile;
} {
  const { takenBack, turnsSigns } = figures;
  const kept = allStretches();
  const seen: Stretches[] = [];
  const checks = checkTotals(lines, figures.totals, { turnsSigns, takenBack, kept, agreed, seen });
  /** A total of the whole file, wherever it stands. */
  const closing = (total: TotalRow): TotalCheck[] =>
    checkTotals(lines, [{ ...total, line: Number.MAX_SAFE_INTEGER, rejectedAbove: rejectedCount }], {
      turnsSigns,
      takenBack,
      kept,
      agreed,
      seen,
    }).map((check) => ({ ...check, line: total.line }));
  const above = figures.above.flatMap(closing);
  const counts = checkStatedCounts(lines, figures.counts, { rejectedCount, takenBack });
  const remarks = figures.remarks.map((remark) => {
    const net = remark.net && closing(remark.net).find(({ agrees }) => agrees === true);
    return net ?? remarkOf(remark);
  });
  const byLine = new Map(
    [...above, ...checks, ...counts.byRow, ...remarks].map((check) => [check.line, check]),
  );
  for (const row of notCounted.rows) row.total = byLine.get(row.line) ?? null;
  const payouts = checkPayouts(lines, kept, agreed, seen, others);
  return {
    totals: [...counts.own, ...above, ...checks, ...remarks, ...payouts.checks],
    figuresBeyond: figures.beyondCount + payouts.beyondCount,
    lacking: counts.lacking,
    chargesStated: seen,
    paid: payouts.paid,
  };
}

const remarkOf = ({ line, minor }: StatedRemark): TotalCheck => ({
  line,
  kind: 'total',
  currency: null,
  measure: null,
  stated: minor,
  sum: null,
  lineCount: 0,
  fromLine: null,
  toLine: null,
  isRun: false,
  rows: null,
  agrees: null,
});

/** Whether a figure was stated that could be compared with nothing. */
export const isNotCompared = ({ agrees, stated }: TotalCheck): boolean => agrees === null && stated !== null;
