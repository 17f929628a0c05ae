import { schemeNames } from '@mizan/contract/reconciliation-terms.ts';
import { lineFlag, noDay } from '../normalise/bank-lines.ts';
import { absentKey } from '../normalise/key-text.ts';
import { compareLines } from './evidence.ts';
import { broughtBefore, keyCode, type Matches, recordState } from './matches.ts';
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
 * to its line even where the sum differs, provided that no other line speaks of the same payments. Returns the lines
 * that stay without payments.
 */
export function matchBatches(
  sides: Sides,
  matches: Matches,
  pending: Int32Array,
  hasKeyColumns: boolean,
): Int32Array {
  const keyless = pending.filter((line) => isKeyless(sides, line));
  if (keyless.length === 0) return pending;
  const free = groupRecords(sides, keyless, (record) => matches.lineOf[record] === recordState.free);
  for (const [name, lines] of groupLines(sides, keyless)) {
    if (lines.length > groupLinesMax) continue;
    lines.sort((a, b) => compareLines(sides, a, b));
    for (const line of lines) {
      const members = membersOf(sides, matches, free.get(name) ?? [], line, lines, !hasKeyColumns);
      const [first] = members;
      if (first === undefined) continue;
      matches.recordOf[line] = first;
      matches.matchedBy[line] = keyCode('batch');
      for (const record of members) matches.lineOf[record] = line;
    }
  }
  markRepeatedSums(sides, matches, keyless);
  return pending.filter((line) => matches.recordOf[line] === -1 && matches.duplicateOf[line] === -1);
}

/** Lines by the group of payments they speak of. */
function groupLines(sides: Sides, keyless: Int32Array): Map<string, number[]> {
  const lines = new Map<string, number[]>();
  for (const line of keyless) {
    const name = groupOfLine(sides, line);
    const known = lines.get(name);
    if (known) known.push(line);
    else lines.set(name, [line]);
  }
  return lines;
}

/**
 * Sums whose payments an earlier file's line has, all of them and to the halala: likely that line come again. What
 * it kept back of them together is not known of its payments, so it is asked and never taken for granted.
 */
function markRepeatedSums(sides: Sides, matches: Matches, keyless: Int32Array): void {
  const open = keyless.filter((line) => matches.recordOf[line] === -1);
  if (open.length === 0) return;
  const { claimant, claimedLine, claimedDay, amountMinor } = sides.records.columns;
  const { grossMinor, settlementDay } = sides.lines.columns;
  const held = groupRecords(
    sides,
    open,
    (record) => matches.lineOf[record] === recordState.claimedBefore && (claimedLine[record] as number) > 0,
  );
  for (const line of open) {
    const sums = new Map<string, { first: number; minor: number; count: number }>();
    for (const record of held.get(groupOfLine(sides, line)) ?? []) {
      const [earlier, later] = [claimedDay[record] as number, settlementDay[line] as number];
      if (earlier !== noDay && later !== noDay && earlier !== later) continue;
      const name = `${claimant[record]}|${claimedLine[record]}`;
      const sum = sums.get(name) ?? { first: record, minor: 0, count: 0 };
      sums.set(name, { ...sum, minor: sum.minor + (amountMinor[record] as number), count: sum.count + 1 });
    }
    const same = [...sums.values()].find(({ minor, count }) => count > 1 && minor === grossMinor[line]);
    if (!same) continue;
    matches.duplicateOf[line] = same.first;
    matches.before[line] = broughtBefore.asked;
  }
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

/** Approved payments that `isMeant`, by every combination of terminal, scheme and day that some line names. */
function groupRecords(
  sides: Sides,
  keyless: Int32Array,
  isMeant: (record: number) => boolean,
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
 * The payments a line adds up: all of its group, or only its purchases or only its refunds, whichever sums right.
 * Where the group is the line's anyway, also where none does: then each payment that alone would explain what is
 * lacking, in either way of adding up, is named as a candidate, and none of them is said to be it.
 */
function membersOf(
  sides: Sides,
  matches: Matches,
  group: readonly number[],
  line: number,
  rivals: readonly number[],
  ownsGroup: boolean,
): number[] {
  const { grossMinor } = sides.lines.columns;
  const amountOf = (record: number): number => sides.records.columns.amountMinor[record] as number;
  const sumOf = (records: readonly number[]): number =>
    records.reduce((sum, record) => sum + amountOf(record), 0);
  const gross = grossMinor[line] as number;
  const isSameSign = (minor: number): boolean => minor < 0 === gross < 0;
  const free = group.filter((record) => matches.lineOf[record] === recordState.free);
  const sameSign = free.filter((record) => isSameSign(amountOf(record)));
  // A line for what was paid and another for what was taken back: neither holds the other's.
  const isSplit = rivals.some((rival) => !isSameSign(grossMinor[rival] as number));
  const readings = isSplit ? [sameSign] : [free, sameSign];
  const exact = readings.find((members) => sumOf(members) === gross);
  if (exact) return exact;
  const isAlone = rivals.every((rival) => rival === line || !isSameSign(grossMinor[rival] as number));
  const [members] = readings;
  if (!ownsGroup || !isAlone || !members) return [];
  const candidates = readings.flatMap((reading) =>
    reading.filter((record) => amountOf(record) === sumOf(reading) - gross),
  );
  if (candidates.length > 0) matches.sumCandidates.set(line, [...new Set(candidates)]);
  return members;
}
