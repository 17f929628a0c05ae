import { type BatchWork, claim, groupName, keyOf } from './batch-groups.ts';
import { type FreePayment, type Runs, runsOf, type SumLine } from './batch-runs.ts';
import { compareLines } from './evidence.ts';
import { recordState } from './matches.ts';
import type { Sides } from './passes.ts';

/** More lines than these of one terminal, scheme and day are no sums but payments whose keys the bank left out. */
export const groupLinesMax = 4;

/** Batches of a terminal that one minute can hold. */
const placesOfMinute = 10_000;

/** The order of batches by their numbers: of many lines of a day nothing else tells which came first. */
function batchRanks({ lines }: Sides, some: readonly number[]): [line: number, rank: number][] {
  const numberOf = (line: number): number => {
    const batch = lines.columns.batch[line] as number;
    return batch < 0 ? 0 : Number(lines.batches.text(batch)) || 0;
  };
  return some.toSorted((a, b) => numberOf(a) - numberOf(b)).map((line, rank) => [line, rank]);
}

export const sumLineOf = ({ lines }: Sides, line: number, place: number): SumLine => ({
  line,
  grossMinor: lines.columns.grossMinor[line] as number,
  count: lines.columns.count[line] as number,
  day: lines.columns.epochDay[line] as number,
  place,
});

/** Free payments in the order of time, with where a batch may have been closed before them. */
export function freeOf({ sides, matches }: BatchWork, members: readonly number[]): FreePayment[] {
  const { columns } = sides.records;
  const at = (record: number): number =>
    (columns.epochDay[record] as number) * 1440 + (columns.minute[record] as number);
  const ordered = members.toSorted(
    (a, b) => at(a) - at(b) || (columns.id[a] as number) - (columns.id[b] as number),
  );
  const days = (record: number): number[] => [
    columns.epochDay[record] as number,
    columns.businessDay[record] as number,
  ];
  let isCut = true;
  let last = -1;
  return ordered.flatMap((record) => {
    if (matches.lineOf[record] !== recordState.free) {
      isCut = true;
      return [];
    }
    const isNewDay = last < 0 || days(record).some((day, index) => day !== days(last)[index]);
    const payment: FreePayment = {
      record,
      amountMinor: columns.amountMinor[record] as number,
      fromDay: Math.min(...days(record)),
      toDay: Math.max(...days(record)),
      isCut: isCut || isNewDay,
    };
    isCut = false;
    last = record;
    return [payment];
  });
}

type Group = readonly [name: string, lines: readonly number[]];

/** All lines of a terminal and scheme as one row of batches, unless `isPlain` says that their days explain them. */
export function takeLanes(
  work: BatchWork,
  groups: readonly Group[],
  isLeft: (line: number) => boolean,
  isPlain: (days: readonly Group[]) => boolean,
): void {
  eachLane(work, groups, (days, members) => {
    const lines = days.flatMap(([, own]) => own.filter(isLeft));
    if (lines.length > 1 && !isPlain(days)) takeRow(work, lines, members);
  });
}

/** The lines of each day that still want payments, as a row of their own: a line that nothing fits breaks a longer one. */
export function takeDays(work: BatchWork, groups: readonly Group[], isLeft: (line: number) => boolean): void {
  const left = groups.filter(([, lines]) => lines.some(isLeft));
  eachLane(work, left, (days, members) => {
    for (const [, lines] of days) takeRow(work, lines.filter(isLeft), members);
  });
}

function eachLane(
  { sides }: BatchWork,
  groups: readonly Group[],
  take: (days: readonly Group[], members: readonly number[]) => void,
): void {
  if (groups.length === 0) return;
  const members = laneRecords(
    sides,
    groups.flatMap(([, lines]) => lines),
  );
  const lanes = Map.groupBy(groups, ([, [first = 0]]) => laneOfLine(sides, first));
  for (const [lane, days] of lanes) take(days, members.get(lane) ?? []);
}

/** Gives lines that follow one another their payments. */
function takeRow(work: BatchWork, unordered: readonly number[], all: readonly number[]): void {
  const { sides, matches, hasKeyColumns } = work;
  const lines = unordered.toSorted((a, b) => compareLines(sides, a, b));
  const { epochDay, minute } = sides.lines.columns;
  const perDay = Map.groupBy(lines, (line) => epochDay[line] as number);
  const ranks = new Map(
    perDay.values().flatMap((own) => (own.length > groupLinesMax ? batchRanks(sides, own) : [])),
  );
  const placeOf = (line: number): number =>
    ((epochDay[line] as number) * 1440 + Math.max(0, minute[line] as number)) * placesOfMinute +
    (ranks.get(line) ?? 0);
  const payments = freeOf(work, all);
  const runs = runsOf(
    lines.map((line) => sumLineOf(sides, line, placeOf(line))),
    payments,
  );
  if (!hasKeyColumns && !areClosedApart(work, lines, runs)) return;
  const isSingle = (line: number, count: number): boolean =>
    // One payment whose keys a bank left out is none of a sum.
    hasKeyColumns && count < 2 && (sides.lines.columns.count[line] as number) < 0;
  for (const [line, members] of runs.members) if (!isSingle(line, members.length)) claim(work, line, members);
  for (const [line, { ways, records, longest }] of runs.undecided)
    if (!isSingle(line, longest)) matches.undecidedSums.set(line, { ways, records });
}

/**
 * Whether lines tell of batches that were closed at another time than the day: several of a day, their number, or payments of
 * another day say so. A part of a day alone is none: what is lacking is named beside the whole day.
 */
function areClosedApart(
  { sides }: BatchWork,
  lines: readonly number[],
  { members, undecided }: Runs,
): boolean {
  const { epochDay, count } = sides.lines.columns;
  if (new Set(lines.map((line) => epochDay[line])).size < lines.length) return true;
  if (lines.every((line) => (count[line] as number) >= 0)) return true;
  const meant = [...members, ...[...undecided].map(([line, { records }]) => [line, records] as const)];
  return meant.some(([line, records]) =>
    records.some((record) => sides.records.columns.businessDay[record] !== epochDay[line]),
  );
}

/** What a line names beside its day. */
function laneOfLine(sides: Sides, line: number): string {
  const { terminal, scheme, currency } = sides.lines.columns;
  return groupName(
    keyOf(sides, line),
    terminal[line] as number,
    scheme[line] as number,
    0,
    currency[line] as number,
  );
}

/** Approved payments by the terminal and scheme that lines name, around the days of these lines. */
function laneRecords(sides: Sides, lines: readonly number[]): Map<string, number[]> {
  const { columns } = sides.records;
  const keys = new Map(
    lines.map((line) => {
      const key = keyOf(sides, line);
      return [`${key.terminal}${key.scheme}`, key];
    }),
  );
  const days = lines.map((line) => sides.lines.columns.epochDay[line] as number);
  const [fromDay, toDay] = [Math.min(...days) - 2, Math.max(...days) + 2];
  const members = new Map<string, number[]>();
  for (let record = 0; record < sides.records.count; record++) {
    const day = columns.businessDay[record] as number;
    if (columns.approved[record] !== 1 || day < fromDay || day > toDay) continue;
    for (const key of keys.values()) {
      const [terminal, scheme] = [columns.terminal[record] as number, columns.scheme[record] as number];
      const name = groupName(key, terminal, scheme, 0, columns.currency[record] as number);
      const known = members.get(name);
      if (known) known.push(record);
      else members.set(name, [record]);
    }
  }
  return members;
}
