import { schemeNames } from '@mizan/contract/reconciliation-terms.ts';
import { lineFlag } from '../normalise/bank-lines.ts';
import { absentKey } from '../normalise/key-text.ts';
import { keyCode, type Matches, recordState } from './matches.ts';
import type { Sides } from './passes.ts';

/** More lines than these of one terminal, scheme and day are no sums but payments whose keys the bank left out. */
const groupLinesMax = 4;

/** What a line names of the payments it adds up; what it does not name is open. */
interface BatchKey {
  terminal: boolean;
  scheme: boolean;
}

/** Schemes the portal has a name for; 'Other' and 'None' name nothing. */
const namedScheme = (scheme: number): boolean => scheme > 0 && scheme < schemeNames.length - 1;

/**
 * Lines without any key that are the sum of several payments: of one terminal, scheme and day, as far as the line
 * says. Where the file has no key columns at all, its lines are sums by nature and the payments of a group belong
 * to its line even where the sum differs, provided that no other line speaks of the same group. Returns the lines that stay without payments.
 */
export function matchBatches(
  sides: Sides,
  matches: Matches,
  pending: Int32Array,
  hasKeyColumns: boolean,
): Int32Array {
  const keyless = pending.filter((line) => isKeyless(sides, line));
  if (keyless.length === 0) return pending;
  const groups = groupRecords(sides, matches, keyless);
  const code = keyCode('batch');
  const linesOfGroup = new Map<string, number>();
  for (const line of keyless) {
    const name = groupOfLine(sides, line);
    linesOfGroup.set(name, (linesOfGroup.get(name) ?? 0) + 1);
  }
  for (const line of keyless) {
    const name = groupOfLine(sides, line);
    const rivals = linesOfGroup.get(name) ?? 0;
    if (rivals > groupLinesMax) continue;
    const members = membersOf(sides, matches, groups.get(name) ?? [], line, !hasKeyColumns && rivals === 1);
    if (members.length === 0) continue;
    matches.recordOf[line] = members[0] as number;
    matches.matchedBy[line] = code;
    for (const record of members) matches.lineOf[record] = line;
  }
  return pending.filter((line) => matches.recordOf[line] === -1);
}

function isKeyless({ lines }: Sides, line: number): boolean {
  const { columns } = lines;
  return (
    columns.rrnHigh[line] === absentKey &&
    columns.auth[line] === absentKey &&
    (columns.stan[line] as number) < 0 &&
    (columns.last4[line] as number) < 0 &&
    ((columns.flags[line] as number) & lineFlag.hasReference) === 0
  );
}

const keyOf = ({ lines }: Sides, line: number): BatchKey => ({
  terminal: (lines.columns.terminal[line] as number) >= 0,
  scheme: namedScheme(lines.columns.scheme[line] as number),
});

const groupName = (key: BatchKey, terminal: number, scheme: number, day: number, currency: number): string =>
  `${key.terminal ? terminal : '*'}|${key.scheme ? scheme : '*'}|${day}|${currency}`;

/** Free approved payments by every combination of terminal, scheme and day that some line names. */
function groupRecords(sides: Sides, matches: Matches, keyless: Int32Array): Map<string, number[]> {
  const { columns } = sides.records;
  const patterns = new Map<string, BatchKey>();
  for (const line of keyless) {
    const key = keyOf(sides, line);
    patterns.set(`${key.terminal}${key.scheme}`, key);
  }
  const groups = new Map<string, number[]>();
  for (let record = 0; record < sides.records.count; record++) {
    if (columns.approved[record] !== 1 || matches.lineOf[record] !== recordState.free) continue;
    for (const key of patterns.values()) {
      const name = groupName(
        key,
        columns.terminal[record] as number,
        columns.scheme[record] as number,
        columns.businessDay[record] as number,
        columns.currency[record] as number,
      );
      const group = groups.get(name);
      if (group) group.push(record);
      else groups.set(name, [record]);
    }
  }
  return groups;
}

/** The group a line speaks of. */
function groupOfLine(sides: Sides, line: number): string {
  const { terminal, scheme, epochDay, currency } = sides.lines.columns;
  return groupName(
    keyOf(sides, line),
    terminal[line] as number,
    scheme[line] as number,
    epochDay[line] as number,
    currency[line] as number,
  );
}

/**
 * The payments a line adds up: all of its group, or only its purchases or only its refunds, whichever sums right;
 * where the whole group is the line's anyway, also where it does not.
 */
function membersOf(
  sides: Sides,
  matches: Matches,
  group: readonly number[],
  line: number,
  isWholeGroup: boolean,
): number[] {
  const free = group.filter((record) => matches.lineOf[record] === recordState.free);
  const amountOf = (record: number): number => sides.records.columns.amountMinor[record] as number;
  const gross = sides.lines.columns.grossMinor[line] as number;
  const sameSign = free.filter((record) => amountOf(record) < 0 === gross < 0);
  for (const members of [free, sameSign]) {
    if (members.reduce((sum, record) => sum + amountOf(record), 0) === gross) return members;
  }
  return isWholeGroup ? sameSign : [];
}
