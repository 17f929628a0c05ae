import type { Measured } from './scenario.ts';

/** A file as the report tells it: its lines, and how often as long as DuckDB the portal took from upload to verdict. */
interface FileRatio {
  bankLines: number;
  timesDuckDb: number;
}

/**
 * By how much the ratio to DuckDB of the same run may be above the last one on record. A ratio leaves the speed of the machine
 * out, not what else runs on it: records of 27 and 28 November 2026 lie 1.4 to 1.8 apart, at loads of 4.8 and 1.8. Half as much
 * again is a choice between these; no two records of the same code are there to measure the noise by.
 */
const grownMost = 1.5;
/** Files are drawn, and have some lines more or less from run to run. */
const sameSizeShare = 0.02;

/** The ratios of a section of the report: rows that begin with a number of lines and have '9.6 x DuckDB' in a cell. */
export const ratiosIn = (section: string): FileRatio[] =>
  section.split('\n').flatMap((row) => {
    const found = /^\| (\d+) \|.*\| (\d+(?:\.\d+)?) x DuckDB \|/.exec(row);
    return found ? [{ bankLines: Number(found[1]), timesDuckDb: Number(found[2]) }] : [];
  });

/** Each file of which an earlier section has one as large, held against it: a row that grew by more than the noise is missed. */
export function heldAgainst(before: readonly FileRatio[], now: readonly FileRatio[]): Measured[] {
  return now.flatMap(({ bankLines, timesDuckDb }) => {
    const then = before.find((one) => Math.abs(one.bankLines - bankLines) <= sameSizeShare * bankLines);
    if (!then) return [];
    const most = grownMost * then.timesDuckDb;
    return [
      {
        what: `${bankLines} lines, against the last record`,
        value: `${timesDuckDb.toFixed(1)} x DuckDB`,
        budget: `<= ${most.toFixed(1)} x (${grownMost} times the ${then.timesDuckDb.toFixed(1)} x before)`,
        isWithin: timesDuckDb <= most,
      },
    ];
  });
}
