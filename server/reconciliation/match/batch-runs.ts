/**
 * Which payments lines stand for that add up several of them: payments that a terminal took one after the other, cut where a
 * batch was closed. Pure; amounts are signed minor units, days epoch days.
 */

/** A line that adds up payments; `count` is how many it says they are, -1 where it does not. */
export interface SumLine {
  line: number;
  grossMinor: number;
  count: number;
  day: number;
  /** Lines of the same place were closed one before the other, nobody knows which; a later place is a later batch. */
  place: number;
}

/** A payment that is free, in the order of time. */
export interface FreePayment {
  record: number;
  amountMinor: number;
  /** Its first and last day: the calendar's and the business day may be two. */
  fromDay: number;
  toDay: number;
  /** Whether a day or another file's payments end right before it: a batch may have been closed there. */
  isCut: boolean;
}

interface UndecidedRun {
  ways: number;
  records: number[];
  /** How many payments the longest of the ways has. */
  longest: number;
}

export interface Runs {
  /** The payments of each line of which one way alone fits all. */
  members: Map<number, number[]>;
  /** Of other lines in how many ways they could be made up, and of which payments. */
  undecided: Map<number, UndecidedRun>;
  /** Whether so many ways are possible that they were not followed: then nothing is known. */
  isGivenUp: boolean;
}

/** Ways of adding up that are followed; where there are more, it is undecided all the same. */
const waysMax = 20;
/** So many starts and ends are looked at; a lane of more is left alone. */
const stepsMax = 200_000;
/** A batch may be closed after midnight, and be dated by its opening or its end. */
const daysApart = 1;

/** Payments by their places, `to` excluded. */
export type Span = readonly [from: number, to: number];

export interface Search {
  lines: readonly SumLine[];
  payments: readonly FreePayment[];
  /** What all payments before a place add up to, and the places of each sum. */
  sumBefore: readonly number[];
  placesOf: ReadonlyMap<number, readonly number[]>;
  isMeant: (line: SumLine, span: Span) => boolean;
  mayStandAnywhere: boolean;
  /** Payments, by their places, that some line has to have: other ways are not meant. */
  covering: Span | null;
  /** The one line that may have any sum, by its index; -1 where each has its own. What it has lies between its neighbours. */
  broken: number;
  chains: Span[][];
  steps: number;
}

type Wanted = Partial<Pick<Search, 'isMeant' | 'mayStandAnywhere' | 'covering' | 'broken' | 'steps'>>;

/**
 * The payments of lines that follow one another: without a gap between them, each line its own sum, its own count where it
 * says one, and its own day or the one beside it. Where more than one way fits, a line is decided only if all ways give it
 * the same payments. `isMeant` leaves out what a line cannot stand for; with `mayStandAnywhere` one sum alone needs no edge,
 * and with `covering` the lines have all of these payments and need none either.
 */
export function runsOf(
  lines: readonly SumLine[],
  payments: readonly FreePayment[],
  wanted: Wanted = {},
): Runs {
  const search = searched(lines, payments, wanted);
  return isGivenUp(search) ? { members: new Map(), undecided: new Map(), isGivenUp: true } : toldBy(search);
}

/** Whether so many ways are possible that they were not followed. */
export const isGivenUp = ({ steps }: Search): boolean => steps > stepsMax;

/** Whether more ways are there than were followed. */
export const hasMoreWays = ({ chains }: Search): boolean => chains.length >= waysMax;

/** Every way in which lines follow one another, as far as it is followed. */
export function searched(
  lines: readonly SumLine[],
  payments: readonly FreePayment[],
  { isMeant = () => true, mayStandAnywhere = false, covering = null, broken = -1, steps = 0 }: Wanted,
): Search {
  const sumBefore = [0];
  for (const { amountMinor } of payments) sumBefore.push((sumBefore.at(-1) as number) + amountMinor);
  const placesOf = Map.groupBy(sumBefore.keys(), (at) => sumBefore[at] as number);
  const search: Search = {
    lines,
    payments,
    sumBefore,
    placesOf,
    isMeant,
    mayStandAnywhere,
    covering,
    broken,
    chains: [],
    steps,
  };
  const spans: (Span | null)[] = lines.map(() => null);
  const lastStart = covering ? covering[0] : payments.length - 1;
  for (let at = 0; at <= lastStart && isOpen(search); at++) follow(search, spans, at, at);
  return search;
}

const isOpen = ({ chains, steps }: Search): boolean => chains.length < waysMax && steps <= stepsMax;

/** Gives the next batch, whose payments begin at `at`, to each line that may be it. */
function follow(search: Search, spans: (Span | null)[], first: number, at: number): void {
  const { lines, sumBefore, placesOf } = search;
  const left = lines.flatMap((line, index) => (spans[index] ? [] : [{ line, index }]));
  if (left.length === 0) {
    const chain = spans.map((span) => span as Span);
    if (isTold(search, first, at) && !isKnown(search, chain)) search.chains.push(chain);
    return;
  }
  const place = Math.min(...left.map(({ line }) => line.place));
  const tried = new Set<string>();
  for (const { line, index } of left) {
    const isBroken = index === search.broken;
    const likeness = `${line.grossMinor} ${line.count} ${line.day} ${isBroken}`;
    // Of two lines that say the same it is the same which comes first.
    if (line.place !== place || tried.has(likeness)) continue;
    tried.add(likeness);
    const ends = isBroken
      ? endsOfBroken(search, left.length, at)
      : (placesOf.get((sumBefore[at] as number) + line.grossMinor) ?? []);
    for (const end of ends) {
      if (!isOpen(search)) return;
      search.steps++;
      if (!isBroken && (end <= at || !fits(search, line, [at, end]))) continue;
      spans[index] = [at, end];
      follow(search, spans, first, end);
      spans[index] = null;
    }
    search.steps++;
  }
}

/** Where the payments of a broken line may end: before or behind all others nobody knows it, and it is not looked for. */
function endsOfBroken({ lines, payments }: Search, leftCount: number, at: number): readonly number[] {
  if (leftCount === lines.length || leftCount === 1) return [at];
  return Array.from({ length: payments.length - at }, (_, more) => at + more);
}

/** Where a broken line stands among others that say the same is no further way. */
const isKnown = ({ chains, broken }: Search, chain: readonly Span[]): boolean =>
  broken >= 0 &&
  chains.some((known) =>
    known.every((span, index) => index === broken || String(span) === String(chain[index])),
  );

function fits({ payments, isMeant }: Search, line: SumLine, [from, to]: Span): boolean {
  if (line.count >= 0 && line.count !== to - from) return false;
  const [oldest, newest] = [payments[from] as FreePayment, payments[to - 1] as FreePayment];
  const isNear = oldest.toDay >= line.day - daysApart && newest.fromDay <= line.day + daysApart;
  return isNear && isMeant(line, [from, to]);
}

function isTold(search: Search, first: number, end: number): boolean {
  // What one line breaks is judged over all ways (batch-broken.ts).
  if (search.broken >= 0) return true;
  if (search.covering) return end >= search.covering[1];
  return search.mayStandAnywhere || isEdged(search, first, end);
}

/** Lines of one payment each are payments whose keys were left out, and no sums, where they do not say how many they have. */
const addsUp = ({ lines }: Search, chain: readonly Span[]): boolean =>
  lines.length === 1 || chain.some(([from, to]) => to - from > 1) || lines.every(({ count }) => count >= 0);

/**
 * One sum alone is a chance where it may begin and end anywhere: it has to begin or end where something else says so, or say
 * how many it adds up. Several that follow one another without a gap are none.
 */
function isEdged({ lines, payments }: Search, first: number, end: number): boolean {
  if (lines.length > 1 || lines.every(({ count }) => count > 1)) return true;
  return payments[first]?.isCut === true || (payments[end]?.isCut ?? true);
}

function toldBy(search: Search): Runs {
  const { lines, payments, chains } = search;
  const runs: Runs = { members: new Map(), undecided: new Map(), isGivenUp: false };
  const mayBeOfOne = search.mayStandAnywhere || search.covering !== null;
  // Where a way has one payment for each line, and another one several, either may be meant.
  if (!chains.some((chain) => mayBeOfOne || addsUp(search, chain))) return runs;
  const recordsOf = ([from, to]: Span): number[] => payments.slice(from, to).map(({ record }) => record);
  lines.forEach(({ line }, index) => {
    const spans = new Map(chains.map((chain) => [String(chain[index]), chain[index] as Span]));
    const [only] = spans.values();
    // Of ways that were not followed nobody knows what they say.
    if (only && spans.size === 1 && chains.length < waysMax) runs.members.set(line, recordsOf(only));
    else
      runs.undecided.set(line, {
        ways: spans.size,
        longest: Math.max(...[...spans.values()].map(([from, to]) => to - from)),
        records: [...new Set([...spans.values()].flatMap(recordsOf))],
      });
  });
  return runs;
}
