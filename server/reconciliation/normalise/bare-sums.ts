import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import type { Row } from '../read/row.ts';
import type { BankLines } from './bank-lines.ts';
import type { LineProblem } from './line-problem.ts';
import { allStretches } from './line-stretches.ts';
import type { LineShape } from './row-shapes.ts';
import { keepNotCounted, type NotCounted } from './rows-not-counted.ts';
import { checkTotals } from './total-checks.ts';
import { type TotalReader, type TotalRow, totalRowOf, trailerLabel } from './total-rows.ts';

/** Rows of amounts alone: a total where it is as much as lines above it, else a line that cannot be read. */
export interface BareSums {
  /** Holds back a row that is one; false for any other. */
  hold: (row: Row, texts: readonly string[], problem: LineProblem, seen: Seen) => boolean;
  /** Once all lines are known: takes those that agree into the totals, and hands on the others to be rejected. */
  settle: (
    file: FileOfSums,
    figures: FiguresOfSums,
    reject: (line: number, problem: LineProblem) => void,
  ) => void;
}

interface Seen {
  totalReader: TotalReader;
  shape: LineShape;
  rejectedAbove: number;
}

interface FileOfSums {
  lines: BankLines;
  notCounted: NotCounted;
  rejections: { line: number }[];
}

interface FiguresOfSums {
  totals: TotalRow[];
  stated: readonly { line: number; rejectedAbove: number }[];
  turnsSigns: boolean;
  takenBack: readonly number[];
}

interface BareSum {
  total: TotalRow;
  texts: readonly string[];
  problem: LineProblem;
}

/** A sum without a word may be of a part or of everything. */
const bareLabel: TotalRow['label'] = { ...trailerLabel, level: 'plain' };

export function createBareSums(): BareSums {
  const held: BareSum[] = [];
  return {
    hold: (row, texts, problem, { totalReader, shape, rejectedAbove }) => {
      if (problem.code !== 'missing' || held.length >= bankFileLimits.totalsKeptMax) return false;
      if (!hasAmountsAlone(texts, totalReader, shape)) return false;
      const total = totalRowOf(totalReader, row, texts, { label: bareLabel, cell: -1 }, rejectedAbove);
      if (total) held.push({ total, texts, problem });
      return total !== null;
    },
    settle: (file, { totals, stated, ...facts }, reject) => {
      if (held.length === 0) return;
      const agreeing = agreeingSums(file.lines, totals, held, facts);
      for (const { total, texts, problem } of held) {
        const { line } = total;
        if (agreeing.has(total)) {
          keepNotCounted(file.notCounted, line, 'total', texts);
          totals.push(total);
          continue;
        }
        reject(line, problem);
        for (const below of [...totals, ...stated]) if (below.line > line) below.rejectedAbove++;
      }
      for (const rows of [totals, file.notCounted.rows, file.rejections])
        rows.sort((a, b) => a.line - b.line);
    },
  };
}

/** Whether a row has amounts, the currency and the number of lines at most, in a file whose lines have more. */
function hasAmountsAlone(
  texts: readonly string[],
  { at, countColumns }: TotalReader,
  { always }: LineShape,
): boolean {
  const money = [at.credit, at.debit, at.net, at.netCredit, at.netDebit, at.totalFee];
  const amounts = new Set([...at.amounts, ...at.fees, ...at.vats, ...money]);
  const own = new Set([...amounts, at.currency, ...countColumns]);
  const filled = [...texts.keys()].filter((cell) => texts[cell] !== '');
  return (
    (always?.some((isAlways, cell) => isAlways && !own.has(cell)) ?? false) &&
    filled.every((cell) => own.has(cell)) &&
    filled.some((cell) => amounts.has(cell))
  );
}

/**
 * Which of these rows are as much as lines above them. An amount by itself may be a line as much as the one above it: where it closes
 * a single line it is a sum only if it states more.
 */
function agreeingSums(
  lines: BankLines,
  totals: readonly TotalRow[],
  bare: readonly BareSum[],
  facts: Pick<FiguresOfSums, 'turnsSigns' | 'takenBack'>,
): ReadonlySet<TotalRow> {
  const byLine = new Map(bare.map(({ total }) => [total.line, total]));
  const all = [...totals, ...byLine.values()].sort((one, other) => one.line - other.line);
  const checks = checkTotals(lines, all, { ...facts, kept: allStretches(), agreed: null, seen: [] });
  return new Set(
    checks.flatMap(({ line, agrees, lineCount }) => {
      const total = byLine.get(line);
      const isOfMore = lineCount > 1 || Object.keys(total?.stated ?? {}).length > 1;
      return total && agrees === true && isOfMore ? [total] : [];
    }),
  );
}
