import { isPlainRrn, rrnText } from '../normalise/bank-lines.ts';
import { isoDayOf } from '../normalise/date-text.ts';
import { cellText } from '../read/row.ts';
import { type Reading, readSo } from './reading.ts';
import { readRows, type TrialFile } from './trial-file.ts';
import type { Ways } from './ways.ts';

/** Which payments a trial needs: those that its lines name, however they are read. */
export interface TrialScope {
  rrns: string[];
  /** Payment and order references as they stand in the file. */
  references: string[];
  /** For lines with neither: the business days, ISO, on which their payments could lie, and their amounts without sign. */
  days: string[];
  amountsMinor: number[];
}

/** How far before a line's date its payment may lie, and behind it where clocks and cut-offs differ. */
const daysBefore = 7;
const daysAfter = 1;

/** The payments to ask for, from the lines as every way of amounts and dates has them. */
export function trialScopeOf(file: TrialFile, base: Reading, ways: Ways): TrialScope {
  const scope = { rrns: new Set<string>(), days: new Set<number>(), amounts: new Set<number>() };
  for (const amount of ways.amounts) {
    for (const order of ways.dateOrder) {
      const reading = readSo(readSo(base, 'amounts', amount), 'dateOrder', order);
      gather(file, reading, scope);
    }
  }
  const references = file.rows.flatMap((row) =>
    [file.at.paymentReference, file.at.orderReference].map((index) => cellText(row, index)),
  );
  return {
    rrns: [...scope.rrns],
    references: [...new Set(references.filter((text) => text !== '' && text.length <= 255))],
    days: [...scope.days].sort((a, b) => a - b).map(isoDayOf),
    amountsMinor: [...scope.amounts],
  };
}

function gather(
  file: TrialFile,
  reading: Reading,
  scope: { rrns: Set<string>; days: Set<number>; amounts: Set<number> },
): void {
  const { columns, count } = readRows(file, reading).lines;
  for (let line = 0; line < count; line++) {
    const high = columns.rrnHigh[line] as number;
    if (isPlainRrn(high)) {
      scope.rrns.add(rrnText(high, columns.rrnLow[line] as number, file.shared));
      continue;
    }
    const day = columns.epochDay[line] as number;
    for (let each = day - daysBefore; each <= day + daysAfter; each++) scope.days.add(each);
    scope.amounts.add(Math.abs(columns.grossMinor[line] as number));
  }
}
