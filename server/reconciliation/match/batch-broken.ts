import {
  type FreePayment,
  hasMoreWays,
  isGivenUp,
  type Runs,
  type Search,
  type Span,
  type SumLine,
  searched,
} from './batch-runs.ts';

/** Batches of a terminal of which one line has another sum than its payments. Pure, as batch-runs.ts is. */

/** A way of cutting in which the line at `broken` may have any sum. */
interface Way {
  spans: readonly Span[];
  broken: number;
}

export interface BrokenRuns extends Runs {
  /** The one line that fits nothing in any way, and the payments between its neighbours where these are decided. */
  broken: { line: number; records: number[] } | null;
  /** Whether each line has one payment in every way: they may be payments whose keys were left out, and none is decided. */
  isOfOne: boolean;
}

/**
 * The payments of lines that follow one another but for one of them, whichever it is. A line is decided only where every way
 * gives it the same payments, whichever line is broken in it, and where it stands beside another one without a gap or at an
 * edge: a sum that may stand anywhere is a chance. Ways are followed with and without such an edge, so that the true one is
 * always among them.
 */
export function runsBesideBroken(lines: readonly SumLine[], payments: readonly FreePayment[]): BrokenRuns {
  const runs: BrokenRuns = {
    members: new Map(),
    undecided: new Map(),
    isGivenUp: false,
    broken: null,
    isOfOne: false,
  };
  const ways: Way[] = [];
  let steps = 0;
  let isWhole = true;
  for (const broken of lines.keys()) {
    const search: Search = searched(lines, payments, { broken, steps });
    if (isGivenUp(search)) return { ...runs, isGivenUp: true };
    steps = search.steps;
    isWhole &&= !hasMoreWays(search);
    ways.push(...search.chains.map((spans) => ({ spans, broken })));
  }
  const isOfOne = ways.length > 0 && !ways.some((way) => addsUp(lines, way));
  const recordsOf = ([from, to]: Span): number[] => payments.slice(from, to).map(({ record }) => record);
  lines.forEach(({ line }, index) => {
    const own = ways.filter(({ broken }) => broken !== index).map(({ spans }) => spans[index] as Span);
    const spans = new Map(own.map((span) => [String(span), span]));
    const [only] = spans.values();
    const isOne = isWhole && !isOfOne && spans.size === 1 && own.length === ways.length;
    if (only && isOne && ways.every((way) => isSound(lines, payments, way, index)))
      runs.members.set(line, recordsOf(only));
    else if (only)
      runs.undecided.set(line, {
        ways: spans.size + (own.length < ways.length ? 1 : 0),
        longest: Math.max(...[...spans.values()].map(([from, to]) => to - from)),
        records: [...new Set([...spans.values()].flatMap(recordsOf))],
      });
  });
  return { ...runs, isOfOne, broken: brokenOf(lines, ways, runs, recordsOf) };
}

const addsUp = (lines: readonly SumLine[], { spans, broken }: Way): boolean =>
  lines.every(({ count }) => count >= 0) ||
  spans.some(([from, to], index) => index !== broken && to - from > 1);

/** Whether a line of a way stands beside another one without a gap, or begins or ends where something else says so. */
function isSound(
  lines: readonly SumLine[],
  payments: readonly FreePayment[],
  { spans, broken }: Way,
  index: number,
): boolean {
  const own = [...spans.keys()]
    .filter((each) => each !== broken)
    .toSorted((a, b) => (spans[a] as Span)[0] - (spans[b] as Span)[0]);
  const at = own.indexOf(index);
  const isNext = (one: number | undefined, other: number | undefined): boolean =>
    one !== undefined && other !== undefined && (spans[one] as Span)[1] === (spans[other] as Span)[0];
  let [from, to] = [at, at];
  while (from > 0 && isNext(own[from - 1], own[from])) from--;
  while (isNext(own[to], own[to + 1])) to++;
  const run = own.slice(from, to + 1);
  if (run.length > 1) {
    const isSum = run.some((each) => (spans[each] as Span)[1] - (spans[each] as Span)[0] > 1);
    return isSum || run.every((each) => (lines[each] as SumLine).count >= 0);
  }
  const [start, end] = spans[index] as Span;
  const isCut = payments[start]?.isCut === true || (payments[end]?.isCut ?? true);
  return isCut || (lines[index] as SumLine).count > 1;
}

/** The line that is broken in all ways, with what lies between its neighbours where both are decided. */
function brokenOf(
  lines: readonly SumLine[],
  ways: readonly Way[],
  { members }: Runs,
  recordsOf: (span: Span) => number[],
): BrokenRuns['broken'] {
  const [first] = ways;
  if (!first || ways.some(({ broken }) => broken !== first.broken)) return null;
  const { line } = lines[first.broken] as SumLine;
  const isDecided = members.size === lines.length - 1;
  return { line, records: isDecided ? recordsOf(first.spans[first.broken] as Span) : [] };
}
