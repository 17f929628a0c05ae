import { recordKinds } from '../normalise/portal-records.ts';
import { type BrokenRuns, runsBesideBroken } from './batch-broken.ts';
import { type BatchWork, claim, groupName, keyOf } from './batch-groups.ts';
import { type FreePayment, type Runs, runsOf, type SumLine } from './batch-runs.ts';
import { compareLines } from './evidence.ts';
import { recordState } from './matches.ts';
import type { Sides } from './sides.ts';

/** More lines than these of one terminal, scheme and day are no sums but payments whose keys the bank left out. */
export const groupLinesMax = 4;

/** So many of a day are still tried as batches closed one after the other, where all of a terminal's lines fit so. */
export const rowLinesMax = 40;

/** In the column of kinds. */
const reversalKind = recordKinds.indexOf('REVERSAL');

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

/** What the days of lines give them: the payments of each line that its own day explains to the halala. */
export type DaysTold = ReadonlyMap<number, readonly number[]>;

/**
 * All lines of a terminal and scheme as one row of batches, where their days do not explain each of them; `daysOf` says what
 * these tell, and what of it is a guess by signs. Where the days explain all, what else fits all makes it undecided.
 */
export function takeLanes(
  work: BatchWork,
  groups: readonly Group[],
  isLeft: (line: number) => boolean,
  daysOf: (days: readonly Group[]) => { told: DaysTold; bySign: ReadonlySet<number> },
): void {
  eachLane(work, groups, (days, members) => {
    const lines = days.flatMap(([, own]) => own.filter(isLeft));
    const { told, bySign } = daysOf(days);
    if (lines.every((line) => told.has(line))) doubtDays(work, lines, members, told);
    else if (lines.length > 1) {
      takeRow(work, lines, members, new Map([...told].filter(([line]) => bySign.has(line))));
      const isUntold = lines.every(isLeft);
      // One sum a day, or one of its purchases and one of its refunds, may as well be a day that lacks a payment.
      const { epochDay, grossMinor } = work.sides.lines.columns;
      const days = new Set(lines.map((line) => `${epochDay[line]} ${Math.sign(grossMinor[line] as number)}`));
      if (isUntold && days.size < lines.length) takeBroken(work, lines, members, told);
      else if (isUntold && areOfOneDay(work.sides, lines)) doubtBesideBroken(work, lines, members, told);
    }
    for (const [, own] of days) {
      const open = own.filter(isLeft);
      const isGuess = open.some((line) => bySign.has(line)) && open.every((line) => told.has(line));
      if (isGuess && open.length < lines.length) doubtDays(work, open, members, told);
    }
  });
}

/** The lines of each day that still want payments, as a row of their own: a line that nothing fits breaks a longer one. */
export function takeDays(work: BatchWork, groups: readonly Group[], isLeft: (line: number) => boolean): void {
  const left = groups.filter(([, lines]) => lines.some(isLeft));
  eachLane(work, left, (days, members) => {
    for (const [, lines] of days) {
      const open = lines.filter(isLeft);
      const doubted = lines.filter((line) => work.matches.undecidedSums.has(line));
      if (doubted.length === 0) takeRow(work, open, members, new Map());
      else takeBesideDoubted(work, open, doubted, members);
    }
  });
}

/**
 * What is undecided of a day has payments, too: what is left of the day gets those that leave room for them in every way. What only by
 * itself would have some is undecided (docs/decisions/0449-a-sum-beside-an-undecided-one.md).
 */
function takeBesideDoubted(
  work: BatchWork,
  open: readonly number[],
  doubted: readonly number[],
  all: readonly number[],
): void {
  const free = freeOf(work, all);
  const alone = runsOf(sumLines(work, open), free);
  const runs = runsOf(sumLines(work, [...open, ...doubted]), free);
  const ofOpen = <T>(found: ReadonlyMap<number, T>): Map<number, T> =>
    new Map([...found].filter(([line]) => open.includes(line)));
  giveRuns(work, { ...runs, members: ofOpen(runs.members), undecided: ofOpen(runs.undecided) });
  for (const line of open)
    if (!runs.members.has(line) && (alone.isGivenUp || alone.members.has(line) || alone.undecided.has(line)))
      work.beyond.set(line, { bound: 'ways', lineCount: open.length });
}

/** A purchase and its whole reversal are in one batch or in the next, and change no sum and no fee of either. */
function withoutReversed({ sides }: BatchWork, payments: readonly FreePayment[]): FreePayment[] {
  const places = new Map(payments.map(({ record, amountMinor }) => [record, amountMinor]));
  const gone = new Set<number>();
  for (const { record, amountMinor } of payments) {
    const original = sides.originalOf[record] as number;
    const isReversal = sides.records.columns.kind[record] === reversalKind;
    if (isReversal && places.get(original) === -amountMinor) gone.add(record).add(original);
  }
  return payments.filter(({ record }) => !gone.has(record));
}

/**
 * Lines that their days explain are undecided all the same where another way of cutting batches has every payment of these
 * days as well, and gives a line others than its day does.
 */
function doubtDays(work: BatchWork, lines: readonly number[], all: readonly number[], told: DaysTold): void {
  const { sides, matches } = work;
  const isCounted = lines.some((line) => (sides.lines.columns.count[line] as number) >= 0);
  const free = freeOf(work, all);
  const payments = isCounted ? free : withoutReversed(work, free);
  const own = new Set(lines.flatMap((line) => told.get(line) ?? []));
  const places = [...payments.keys()].filter((at) => own.has((payments[at] as FreePayment).record));
  const [from, to] = [places[0], places.at(-1)];
  if (from === undefined || to === undefined) return;
  const runs = runsOf(sumLines(work, lines), payments, { covering: [from, to + 1] });
  const left = new Set(payments.map(({ record }) => record));
  for (const line of lines) {
    const ofDay = told.get(line) ?? [];
    const meant = ofDay.filter((record) => left.has(record));
    if (isOther(runs, line, meant)) matches.undecidedSums.set(line, doubtOf(runs, line, ofDay));
  }
}

/** Whether runs give a line other payments than these, or more than one set. */
function isOther({ members, undecided, isGivenUp }: Runs, line: number, ofDay: readonly number[]): boolean {
  const run = members.get(line);
  if (!run) return isGivenUp || undecided.has(line);
  return run.length !== ofDay.length || run.some((record) => !ofDay.includes(record));
}

const doubtOf = ({ members, undecided }: Runs, line: number, ofDay: readonly number[]) => ({
  ways: Math.max(2, undecided.get(line)?.ways ?? 0),
  records: [...new Set([...ofDay, ...(members.get(line) ?? undecided.get(line)?.records ?? [])])],
});

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

/** Lines with their places in time. */
function sumLines({ sides }: BatchWork, unordered: readonly number[]): SumLine[] {
  const lines = unordered.toSorted((a, b) => compareLines(sides, a, b));
  const { batch, epochDay, minute } = sides.lines.columns;
  const perDay = Map.groupBy(lines, (line) => epochDay[line] as number);
  const hasNumbers = (own: readonly number[]): boolean => own.every((line) => (batch[line] as number) >= 0);
  const ranks = new Map(
    perDay
      .values()
      .flatMap((own) => (own.length > groupLinesMax && hasNumbers(own) ? batchRanks(sides, own) : [])),
  );
  const placeOf = (line: number): number =>
    ((epochDay[line] as number) * 1440 + Math.max(0, minute[line] as number)) * placesOfMinute +
    (ranks.get(line) ?? 0);
  return lines.map((line) => sumLineOf(sides, line, placeOf(line)));
}

/** Gives lines that follow one another their payments, unless `bySign` explains some of them by others. */
function takeRow(work: BatchWork, lines: readonly number[], all: readonly number[], bySign: DaysTold): void {
  const { matches, hasKeyColumns } = work;
  const runs = runsOf(sumLines(work, lines), freeOf(work, all));
  if (runs.isGivenUp)
    for (const line of lines) work.beyond.set(line, { bound: 'ways', lineCount: lines.length });
  if (!hasKeyColumns && !areClosedApart(work, lines, runs)) return;
  const found = [...runs.members.keys(), ...runs.undecided.keys()];
  if (found.some((line) => bySign.has(line) && isOther(runs, line, bySign.get(line) ?? []))) {
    for (const line of found)
      if (!bySign.has(line) || isOther(runs, line, bySign.get(line) ?? []))
        matches.undecidedSums.set(line, doubtOf(runs, line, bySign.get(line) ?? []));
    return;
  }
  giveRuns(work, runs);
}

/** Gives lines what runs decide of them, and says of the others that it is undecided. */
function giveRuns(work: BatchWork, { members, undecided }: Runs): void {
  const { sides, matches, hasKeyColumns } = work;
  const isSingle = (line: number, count: number): boolean =>
    // One payment whose keys a bank left out is none of a sum.
    hasKeyColumns && count < 2 && (sides.lines.columns.count[line] as number) < 0;
  for (const [line, own] of members)
    if (isSingle(line, own.length)) work.singles.add(line);
    else claim(work, line, own);
  for (const [line, { ways, records, longest }] of undecided)
    if (isSingle(line, longest)) work.singles.add(line);
    else matches.undecidedSums.set(line, { ways, records });
}

/**
 * Lines of a terminal of which one breaks the row: all others are batches that follow one another, and the days explain fewer.
 * A day that two sets could be is undecided. What lies between two decided batches is the broken line's, whatever its sum.
 */
function takeBroken(work: BatchWork, lines: readonly number[], all: readonly number[], told: DaysTold): void {
  const { sides, matches, hasKeyColumns } = work;
  const runs = besideBroken(work, lines, all, told);
  const { broken } = runs;
  const leave = (left: readonly number[]): void => {
    for (const line of left) work.beyond.set(line, { bound: 'ways', lineCount: lines.length });
  };
  if (runs.isGivenUp) leave(lines);
  if (runs.members.size + runs.undecided.size === 0) return;
  giveRuns(work, runs);
  for (const [line, ofDay] of told)
    if (matches.undecidedSums.has(line)) matches.undecidedSums.set(line, doubtOf(runs, line, ofDay));
  if (runs.undecided.size > 0) leave(lines.filter((line) => !runs.members.has(line)));
  if (hasKeyColumns || !broken) return;
  // Before or behind all others nothing tells where it ends: it is undecided, and no day is given to it.
  if (broken.records.length === 0) {
    work.singles.add(broken.line);
    leave([broken.line]);
    return;
  }
  const { amountMinor } = sides.records.columns;
  const sum = broken.records.reduce((minor, record) => minor + (amountMinor[record] as number), 0);
  const lacking = sum - (sides.lines.columns.grossMinor[broken.line] as number);
  const candidates = broken.records.filter((record) => amountMinor[record] === lacking);
  if (candidates.length > 0) matches.sumCandidates.set(broken.line, candidates);
  claim(work, broken.line, broken.records);
}

/** Lines of one payment each are no sums, unless the day of one of them tells that it has several: then nothing is decided. */
function besideBroken(
  work: BatchWork,
  lines: readonly number[],
  all: readonly number[],
  told: DaysTold,
): BrokenRuns {
  const runs = runsBesideBroken(sumLines(work, lines), freeOf(work, all));
  const isSum = told.entries().some(([line, { length }]) => length > 1 && runs.undecided.has(line));
  return runs.isOfOne && !isSum ? { ...runs, undecided: new Map(), broken: null } : runs;
}

/**
 * Of several sums a day, each with its own sign, nothing tells whether they are a day's or batches of which one is broken. As
 * batches they are claimed by nobody, but a day that is told to have other payments than its batch would is undecided.
 */
function doubtBesideBroken(
  work: BatchWork,
  lines: readonly number[],
  all: readonly number[],
  told: DaysTold,
): void {
  const runs = besideBroken(work, lines, all, told);
  if (runs.isGivenUp) return;
  const { undecidedSums } = work.matches;
  // Of two lines one may be wrong by its day as well: a batch is as likely where both would be, or where it has others.
  const isPair = lines.length === 2;
  const isEitherTold = lines.some((line) => told.has(line));
  const isDoubted = (line: number): boolean => {
    const [ofDay, inRuns] = [told.get(line), runs.members.get(line) ?? runs.undecided.get(line)?.records];
    if (!inRuns) return false;
    if (!ofDay) return isPair ? !isEitherTold : runs.undecided.has(line);
    return isPair ? inRuns.some((record) => !ofDay.includes(record)) : isOther(runs, line, ofDay);
  };
  for (const line of lines.filter(isDoubted))
    undecidedSums.set(line, doubtOf(runs, line, told.get(line) ?? []));
  // What one of two has is not the other's.
  if (isPair && lines.some((line) => undecidedSums.has(line)))
    for (const line of lines) work.beyond.set(line, { bound: 'ways', lineCount: lines.length });
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
  if (areOfOneDay(sides, lines)) return true;
  if (lines.every((line) => (count[line] as number) >= 0)) return true;
  const meant = [...members, ...[...undecided].map(([line, { records }]) => [line, records] as const)];
  return meant.some(([line, records]) =>
    records.some((record) => sides.records.columns.businessDay[record] !== epochDay[line]),
  );
}

/** Whether some of these lines are of the same day. */
const areOfOneDay = ({ lines: { columns } }: Sides, lines: readonly number[]): boolean =>
  new Set(lines.map((line) => columns.epochDay[line])).size < lines.length;

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
