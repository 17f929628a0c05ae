import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { lineFlag } from '../normalise/bank-lines.ts';
import { absentKey } from '../normalise/key-text.ts';
import { type BatchWork, claim, groupOfLine, groupRecords } from './batch-groups.ts';
import {
  type DaysTold,
  freeOf,
  groupLinesMax,
  rowLinesMax,
  sumLineOf,
  takeDays,
  takeLanes,
} from './batch-rows.ts';
import { runsOf } from './batch-runs.ts';
import { compareLines } from './evidence.ts';
import { type Matches, recordState } from './matches.ts';
import { minutePass } from './passes.ts';
import { keyedBy, recordsByKey } from './records-by-key.ts';
import { markRepeatedSums } from './repeated-sums.ts';
import type { Sides } from './sides.ts';

/** Whether so many lines of a day may each be held against all of it. */
const areSums = (sides: Sides, lines: readonly number[]): boolean =>
  lines.length <= groupLinesMax || areBatches(sides, lines);

/** Whether each of these lines is a batch by its own number. */
function areBatches({ lines }: Sides, some: readonly number[]): boolean {
  const { batch } = lines.columns;
  return (
    some.every((line) => (batch[line] as number) >= 0) &&
    new Set(some.map((line) => batch[line])).size === some.length
  );
}

/**
 * Lines without any key that are the sum of several payments: of one terminal, scheme and day, as far as the line
 * says. First whole groups, then batches of a terminal that were closed one after the other, also after midnight
 * (batch-runs.ts). Where the file has no key columns at all, its lines are sums by nature and the payments of a group
 * belong to its line even where the sum differs, provided that no other line speaks of the same payments. A line that
 * different payments could make up has none of them, and is undecided. Returns the lines that stay without payments.
 */
export function matchBatches(
  sides: Sides,
  matches: Matches,
  pending: Int32Array,
  hasKeyColumns: boolean,
): Int32Array {
  const isOpen = (record: number): boolean => matches.lineOf[record] === recordState.free;
  const withoutKeys = pending.filter((line) => isKeyless(sides, line));
  const single = hasKeyColumns ? linesOfAMinute(sides, withoutKeys, isOpen) : new Set();
  const keyless = withoutKeys.filter((line) => !single.has(line));
  if (keyless.length === 0) return pending;
  const free = groupRecords(sides, keyless, isOpen);
  const named = [...groupLines(sides, keyless)];
  const inRows = named.filter(([, lines]) => lines.length <= rowLinesMax || areBatches(sides, lines));
  for (const [, lines] of inRows) lines.sort((a, b) => compareLines(sides, a, b));
  const groups = inRows.filter(([, lines]) => areSums(sides, lines));
  const work: BatchWork = { sides, matches, hasKeyColumns, singles: new Set(), beyond: new Map() };
  const isFree = (line: number): boolean => matches.recordOf[line] === -1 && !matches.undecidedSums.has(line);
  const isLeft = (line: number): boolean => isFree(line) && !work.singles.has(line);
  takeLanes(work, inRows, isLeft, (days) => daysOf(work, free, days));
  const takeGroups = (readings: number): void => {
    for (const [name, lines] of groups)
      for (const line of lines.filter(isLeft))
        takeWhole(work, (free.get(name) ?? []).filter(isOpen), line, lines, readings);
  };
  takeGroups(1);
  // Of a day with sums of both signs a part is found by sign, and no shorter batch is looked for.
  takeDays(
    work,
    groups.filter(([, lines]) => !isSplit(sides, lines)),
    isLeft,
  );
  takeGroups(2);
  markRepeatedSums(sides, matches, keyless.filter(isFree));
  if (!hasKeyColumns)
    for (const [name, lines] of named)
      if (!inRows.some(([known]) => known === name))
        for (const line of lines) work.beyond.set(line, { bound: 'lines', lineCount: lines.length });
  leaveUndecided(
    work,
    // Where no line has keys, of the single ones only a broken sum is beyond what can be told.
    keyless.filter((line) => (hasKeyColumns ? isLeft : isFree)(line) && matches.duplicateOf[line] === -1),
    isOpen,
  );
  if (!hasKeyColumns)
    for (const [name, lines] of groups)
      for (const line of lines.filter((each) => isLeft(each) && matches.duplicateOf[each] === -1))
        takeOwned(work, (free.get(name) ?? []).filter(isOpen), line, lines);
  return pending.filter((line) => matches.recordOf[line] === -1 && matches.duplicateOf[line] === -1);
}

/** Sums that were not followed to the end are undecided: what they may have is neither missing nor confirmed. */
function leaveUndecided(
  { sides, matches, beyond }: BatchWork,
  left: Int32Array,
  isOpen: (record: number) => boolean,
): void {
  const lines = left.filter((line) => beyond.has(line));
  if (lines.length === 0) return;
  const near = groupRecords(sides, lines, isOpen, 1);
  for (const line of lines) {
    const records = near.get(groupOfLine(sides, line)) ?? [];
    // Where nothing was sold, no sum can have it.
    if (records.length > 0) matches.undecidedSums.set(line, { ways: 0, records, ...beyond.get(line) });
  }
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

/**
 * Among lines of single payments those that print terminal, amount and minute of an open one are no sums of others, unless they say
 * that they are several.
 */
function linesOfAMinute(
  sides: Sides,
  lines: Int32Array,
  isOpen: (record: number) => boolean,
): ReadonlySet<number> {
  const { count, minute } = sides.lines.columns;
  const timed = lines.filter((line) => (count[line] as number) <= 1 && (minute[line] as number) >= 0);
  if (timed.length === 0) return new Set();
  const pass = { ...minutePass(sides), lineKeys: 1 as const };
  const named = recordsByKey(pass, sides.records.count, bankFileLimits.sameKeyStepsMax, [...timed]);
  const isOfOne = (line: number): boolean =>
    keyedBy(pass, named, line).some((record) => isOpen(record) && pass.fits(line, record));
  return new Set(timed.filter(isOfOne));
}

const sumOf = ({ records }: Sides, members: readonly number[]): number =>
  members.reduce((sum, record) => sum + (records.columns.amountMinor[record] as number), 0);

const isSameSign = (one: number, other: number): boolean => one < 0 === other < 0;

/** A line for what was paid and another for what was taken back: neither holds the other's. */
const isSplit = ({ lines }: Sides, rivals: readonly number[]): boolean =>
  rivals.some(
    (rival) =>
      !isSameSign(
        lines.columns.grossMinor[rival] as number,
        lines.columns.grossMinor[rivals[0] as number] as number,
      ),
  );

/** The ways in which a line may add its group up: all of it, or only its purchases or only its refunds. */
function readingsOf(
  { sides }: BatchWork,
  free: readonly number[],
  line: number,
  rivals: readonly number[],
): number[][] {
  const gross = sides.lines.columns.grossMinor[line] as number;
  const sameSign = free.filter((record) =>
    isSameSign(sides.records.columns.amountMinor[record] as number, gross),
  );
  return isSplit(sides, rivals) ? [sameSign] : [[...free], sameSign];
}

/** All of a line's group or, with two readings, all of one sign, whichever sums right. */
const wholeOf = (
  work: BatchWork,
  free: readonly number[],
  line: number,
  rivals: readonly number[],
  readings: number,
): number[] | undefined =>
  readingsOf(work, free, line, rivals)
    .slice(0, readings)
    .find(
      (members) =>
        members.length > 0 && sumOf(work.sides, members) === work.sides.lines.columns.grossMinor[line],
    );

/** What the days of lines alone explain of them, and which lines are so by their sign. */
function daysOf(
  work: BatchWork,
  free: ReadonlyMap<string, readonly number[]>,
  days: readonly (readonly [name: string, lines: readonly number[]])[],
): { told: DaysTold; bySign: ReadonlySet<number> } {
  const sums = days.filter(([, lines]) => areSums(work.sides, lines));
  const split = sums.filter(([, lines]) => isSplit(work.sides, lines));
  const told = sums.flatMap(([name, lines]) =>
    lines.flatMap((line) => {
      const whole = wholeOf(work, free.get(name) ?? [], line, lines, 1);
      return whole ? [[line, whole] as const] : [];
    }),
  );
  return { told: new Map(told), bySign: new Set(split.flatMap(([, lines]) => lines)) };
}

/** Gives a line its whole group, where nothing speaks against it. */
function takeWhole(
  work: BatchWork,
  free: readonly number[],
  line: number,
  rivals: readonly number[],
  readings: number,
): void {
  const { sides, matches, hasKeyColumns } = work;
  const { count } = sides.lines.columns;
  const exact = wholeOf(work, free, line, rivals, readings);
  if (!exact) return;
  const said = count[line] as number;
  const isCounted = said < 0 || said === exact.length;
  if (!hasKeyColumns && isCounted) return claim(work, line, exact);
  // Beside lines of single payments, and where the count disagrees, a part of them may be meant.
  const sum = sumLineOf(sides, line, 0);
  const within = runsOf([sum], freeOf(work, exact), {
    isMeant: (_, [from, to]) => to - from < exact.length,
    mayStandAnywhere: true,
  });
  const other = [
    ...within.members.values(),
    ...[...within.undecided.values()].map(({ records }) => records),
  ][0];
  if (!isCounted && within.members.has(line)) return claim(work, line, within.members.get(line) as number[]);
  if (other) {
    matches.undecidedSums.set(line, { ways: 1 + (within.undecided.get(line)?.ways ?? 1), records: exact });
    return;
  }
  claim(work, line, exact);
  if (!isCounted) matches.countsDiffer.set(line, exact.length);
}

/**
 * A line that is its group's by nature has it also where the sum differs: then each payment that alone would explain what
 * is lacking, in either way of adding up, is named as a candidate, and none of them is said to be it.
 */
function takeOwned(work: BatchWork, free: readonly number[], line: number, rivals: readonly number[]): void {
  const { sides, matches } = work;
  const { grossMinor } = sides.lines.columns;
  const gross = grossMinor[line] as number;
  const isAlone = rivals.every((rival) => rival === line || !isSameSign(grossMinor[rival] as number, gross));
  const readings = readingsOf(work, free, line, rivals);
  const [members] = readings;
  if (!isAlone || !members || members.length === 0) return;
  const candidates = readings.flatMap((reading) =>
    reading.filter((record) => sides.records.columns.amountMinor[record] === sumOf(sides, reading) - gross),
  );
  if (candidates.length > 0) matches.sumCandidates.set(line, [...new Set(candidates)]);
  claim(work, line, members);
}
