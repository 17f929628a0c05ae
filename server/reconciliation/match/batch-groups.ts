import { schemeNames } from '@mizan/contract/reconciliation-terms.ts';
import { keyCode, type Matches, type SumBound } from './matches.ts';
import type { Sides } from './sides.ts';

/** What lines that add up payments name of them, and the payments of that. */

/** What a line names of the payments it adds up; what it does not name is open. */
interface BatchKey {
  terminal: boolean;
  scheme: boolean;
}

/** Schemes the portal has a name for; 'Other' and 'None' name nothing. */
const namedScheme = (scheme: number): boolean => scheme > 0 && scheme < schemeNames.length - 1;

export const keyOf = ({ lines }: Sides, line: number): BatchKey => ({
  terminal: (lines.columns.terminal[line] as number) >= 0,
  scheme: namedScheme(lines.columns.scheme[line] as number),
});

export const groupName = (
  key: BatchKey,
  terminal: number,
  scheme: number,
  day: number,
  currency: number,
): string => `${key.terminal ? terminal : '*'}|${key.scheme ? scheme : '*'}|${day}|${currency}`;

/**
 * Approved payments that `isMeant`, by every combination of terminal, scheme and day that some line names; with
 * `daysApart` also those of the days beside it.
 */
export function groupRecords(
  sides: Sides,
  keyless: Int32Array,
  isMeant: (record: number) => boolean,
  daysApart = 0,
): Map<string, number[]> {
  const { columns } = sides.records;
  const patterns = new Map<string, BatchKey>();
  for (const line of keyless) {
    const key = keyOf(sides, line);
    patterns.set(`${key.terminal}${key.scheme}`, key);
  }
  const groups = new Map<string, number[]>();
  for (let record = 0; record < sides.records.count; record++) {
    if (columns.approved[record] !== 1 || !isMeant(record)) continue;
    for (const key of patterns.values()) {
      for (let apart = -daysApart; apart <= daysApart; apart++) {
        const name = groupName(
          key,
          columns.terminal[record] as number,
          columns.scheme[record] as number,
          (columns.businessDay[record] as number) + apart,
          columns.currency[record] as number,
        );
        const group = groups.get(name);
        if (group) group.push(record);
        else groups.set(name, [record]);
      }
    }
  }
  return groups;
}

/** The group a line speaks of. */
export function groupOfLine(sides: Sides, line: number): string {
  const { terminal, scheme, epochDay, currency } = sides.lines.columns;
  return groupName(
    keyOf(sides, line),
    terminal[line] as number,
    scheme[line] as number,
    epochDay[line] as number,
    currency[line] as number,
  );
}

export interface BatchWork {
  sides: Sides;
  matches: Matches;
  hasKeyColumns: boolean;
  /** Lines that a row of batches explained as one payment whose keys were left out: no sum is looked for in them again. */
  singles: Set<number>;
  /** Lines that were not followed to the end, and why: more sums of a day than are tried, or too many ways of adding up. */
  beyond: Map<number, { bound: SumBound; lineCount: number }>;
}

export function claim({ matches }: BatchWork, line: number, members: readonly number[]): void {
  matches.recordOf[line] = members[0] ?? -1;
  matches.matchedBy[line] = keyCode('batch');
  for (const record of members) matches.lineOf[record] = line;
}
