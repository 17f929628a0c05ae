import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { compareLines, compareRecords, compareRivals, isFar } from './evidence.ts';
import { buildIndex, type KeyIndex, noHash, wantedBits } from './key-index.ts';
import { keyCode, type Matches, recordState } from './matches.ts';
import type { Pass } from './pass.ts';
import type { Sides } from './sides.ts';

/** What a look at the payments of a key can come to beside a payment: nothing, or more of them than are looked at. */
const none = -1;
const crowd = -2;

/** What a pass says of lines beside the payments that it gave them. */
export interface PassFound {
  /** Lines that more than one payment fits. */
  several: Set<number>;
  /** Lines whose key is that of too many payments to tell which. */
  crowded: Set<number>;
}

export const nothingFound = (): PassFound => ({ several: new Set(), crowded: new Set() });

interface Run {
  sides: Sides;
  matches: Matches;
  pass: Pass;
  index: KeyIndex;
  /** Lines that several payments fit, which are told apart by how well they do, and those of too many. */
  found: PassFound;
  /** Payments of earlier files whose lines came again by this pass: a line that fits one better has it. */
  again: Set<number>;
}

/**
 * Runs one pass over the lines that are still without a payment; returns those that stay so, and adds to `found` what it says
 * of lines besides. Every line asks for the payment that it fits best, and a payment stays with the line that
 * fits it best; the other asks for its next. So the strongest pairs of the pass come together, whatever the order of the lines.
 */
export function runPass(
  sides: Sides,
  matches: Matches,
  pass: Pass,
  pending: Int32Array,
  found = nothingFound(),
): Int32Array {
  const hashes = lineHashes(pass, pending);
  if (!hashes.some((hash) => hash !== noHash)) return pending;
  const usable = (lineOf: number): boolean =>
    lineOf === recordState.free || lineOf === recordState.claimedBefore;
  const run: Run = {
    sides,
    matches,
    pass,
    index: indexFor(pass, matches, hashes, usable),
    found,
    again: new Set(),
  };
  const last: number[] = [];
  for (const line of pending) settle(run, line, bankFileLimits.sameKeyMax, (crowded) => last.push(crowded));
  last.sort((a, b) => compareLines(sides, a, b));
  for (const line of last) {
    settle(run, line, Number.POSITIVE_INFINITY, (crowded) => found.crowded.add(crowded));
  }
  return pending.filter((line) => matches.recordOf[line] === -1 && matches.duplicateOf[line] === -1);
}

/** Gives a line the payment that it fits best; a line that loses its payment to it goes on looking at once. */
function settle(run: Run, asking: number, fittingMax: number, leave: (line: number) => void): void {
  for (let line = asking; line >= 0; ) {
    const best = bestFor(run, line, fittingMax);
    if (best === crowd) leave(line);
    line = best >= 0 ? join(run, line, best) : none;
  }
}

/** Gives a payment to a line; returns the line that it had, or -1. */
function join(run: Run, line: number, record: number): number {
  const { matches, pass } = run;
  const holder = matches.lineOf[record] as number;
  if (holder === recordState.claimedBefore) return joinAgain(run, line, record);
  if (holder >= 0) {
    matches.recordOf[holder] = -1;
    matches.matchedBy[holder] = -1;
  }
  matches.recordOf[line] = record;
  matches.lineOf[record] = line;
  matches.matchedBy[line] = keyCode(pass.key);
  return holder >= 0 ? holder : none;
}

/** Gives a line the payment of an earlier file, as the line that has it again or as that one's duplicate; returns the line that had it. */
function joinAgain(run: Run, line: number, record: number): number {
  const { againBy, duplicateOf } = run.matches;
  duplicateOf[line] = record;
  if (isSpent(run, line, record)) return none;
  const had = againBy.get(record) ?? line;
  againBy.set(record, line);
  run.again.add(record);
  if (had === line) return none;
  duplicateOf[had] = -1;
  return had;
}

/** Whether another line has a payment of an earlier file again, with better right. */
function isSpent({ sides, matches, again }: Run, line: number, record: number): boolean {
  const had = matches.againBy.get(record) ?? line;
  return had !== line && (!again.has(record) || compareRivals(sides, record, line, had) > 0);
}

function lineHashes(pass: Pass, pending: Int32Array): Int32Array {
  const hashes = new Int32Array(pending.length * pass.lineKeys);
  for (let at = 0; at < pending.length; at++) {
    for (let key = 0; key < pass.lineKeys; key++)
      hashes[at * pass.lineKeys + key] = pass.lineHash(pending[at] as number, key);
  }
  return hashes;
}

function indexFor(
  pass: Pass,
  matches: Matches,
  hashes: Int32Array,
  usable: (lineOf: number) => boolean,
): KeyIndex {
  const hashOf = (record: number): number =>
    usable(matches.lineOf[record] as number) ? pass.recordHash(record) : noHash;
  return buildIndex(matches.lineOf.length, hashOf, wantedBits(hashes));
}

/** What a line can have by a key: free, or held by a line that it fits less; of an earlier file; and what fits it least. */
interface Fitting {
  best: number;
  before: number;
  last: number;
}

/** Of what fits a line as well a free payment goes before one that an earlier file has. */
const freeFirst =
  ({ lineOf }: Matches) =>
  (record: number): number =>
    lineOf[record] === recordState.claimedBefore ? 1 : 0;

/** And one of an earlier file that no line has again before one that another line has. */
const freeThenAgain =
  (run: Run, line: number) =>
  (record: number): number =>
    run.matches.lineOf[record] === recordState.claimedBefore ? 1 + Number(isSpent(run, line, record)) : 0;

/**
 * The best payment that a line can have. One that an earlier file has is its payment where it fits better: by a key that names one
 * payment it is enough that no free one is left, by others it has to fit better than one that was free.
 */
function bestFor(run: Run, line: number, fittingMax: number): number {
  const { sides, pass } = run;
  const found = fittingOf(run, line, fittingMax);
  if (found === crowd) return crowd;
  const { best, before, last } = found;
  const turn = freeThenAgain(run, line);
  const isBetter = (than: number): boolean =>
    than >= 0 && compareRecords(sides, turn, line, before, than) < 0;
  if (before < 0 || (!pass.isNaming && !isBetter(last))) return best;
  return best < 0 || isBetter(best) ? before : best;
}

/** Payments of years ago count only where no nearer one has the key. `crowd` where more of them fit, or have it, than are looked at. */
function fittingOf(run: Run, line: number, fittingMax: number): Fitting | typeof crowd {
  const { sides, matches, pass, index } = run;
  const { lineOf } = matches;
  const turn = freeThenAgain(run, line);
  let found: Fitting = { best: none, before: none, last: none };
  let bestIsFar = true;
  let fitting = 0;
  let steps = 0;
  for (let key = 0; key < pass.lineKeys; key++) {
    const hash = pass.lineHash(line, key);
    if (hash === noHash) continue;
    for (
      let entry = index.heads[hash & index.mask] as number;
      entry >= 0;
      entry = index.next[entry] as number
    ) {
      if (++steps > bankFileLimits.sameKeyStepsMax) return crowd;
      const record = index.owners[entry] as number;
      if (!pass.fits(line, record)) continue;
      if (++fitting > fittingMax) return crowd;
      if (fitting === 2) run.found.several.add(line);
      const far = isFar(sides, line, record);
      if (far && !bestIsFar) continue;
      if (!far && bestIsFar) {
        found = { best: none, before: none, last: none };
        bestIsFar = false;
      }
      const compared = (other: number): number =>
        other < 0 ? 0 : compareRecords(sides, turn, line, record, other);
      const holder = lineOf[record] as number;
      if (holder === recordState.claimedBefore) {
        if (found.before < 0 || compared(found.before) < 0) found.before = record;
        continue;
      }
      if (found.last < 0 || compared(found.last) > 0) found.last = record;
      if (holder === line || (holder >= 0 && compareRivals(sides, record, line, holder) > 0)) continue;
      if (found.best < 0 || compared(found.best) < 0) found.best = record;
    }
  }
  return found;
}

/**
 * The best payment that any pass, taken in their order, joins to a line, among those that `usable` admits. Nothing is
 * claimed; returns the lines for which there is none.
 */
export function lookUp(
  sides: Sides,
  matches: Matches,
  passes: readonly Pass[],
  pending: Int32Array,
  usable: (lineOf: number) => boolean,
  take: (line: number, record: number) => void,
): Int32Array {
  let left = pending;
  for (const pass of passes) {
    const hashes = lineHashes(pass, left);
    if (!hashes.some((hash) => hash !== noHash)) continue;
    const index = indexFor(pass, matches, hashes, usable);
    left = left.filter((line) => {
      const record = anyBest({ sides, pass, index }, freeFirst(matches), line);
      if (record >= 0) take(line, record);
      return record < 0;
    });
  }
  return left;
}

/**
 * Marks lines whose payment is taken, by another line of this file or by an earlier file, as its duplicates; returns the others.
 * Of what fits a line as well it is rather the line of an earlier file come again, each of which one line may be.
 */
export function markDuplicates(
  sides: Sides,
  matches: Matches,
  passes: readonly Pass[],
  pending: Int32Array,
): Int32Array {
  const { duplicateOf } = matches;
  const isTaken = (holder: number): boolean => holder >= 0 || holder === recordState.claimedBefore;
  let left = pending;
  for (const pass of passes) {
    const hashes = lineHashes(pass, left);
    if (!hashes.some((hash) => hash !== noHash)) continue;
    const index = indexFor(pass, matches, hashes, isTaken);
    const run: Run = { sides, matches, pass, index, found: nothingFound(), again: new Set() };
    for (const asking of left) for (let line = asking; line >= 0; ) line = markDuplicate(run, line);
    left = left.filter((line) => duplicateOf[line] === -1);
  }
  return left;
}

/** Marks a line where its payment is taken; returns the line that had that again with less right, which asks anew, or -1. */
function markDuplicate(run: Run, line: number): number {
  const { lineOf, duplicateOf } = run.matches;
  const isBefore = (record: number): boolean => lineOf[record] === recordState.claimedBefore;
  const turn = (record: number): number => (isBefore(record) && !isSpent(run, line, record) ? 0 : 1);
  const record = anyBest(run, turn, line);
  if (record < 0) return none;
  if (isBefore(record)) return joinAgain(run, line, record);
  duplicateOf[line] = record;
  return none;
}

/** The best payment of a key, whoever has it. */
function anyBest(
  { sides, pass, index }: Pick<Run, 'sides' | 'pass' | 'index'>,
  turn: (record: number) => number,
  line: number,
): number {
  let best = none;
  let steps = 0;
  for (let key = 0; key < pass.lineKeys; key++) {
    const hash = pass.lineHash(line, key);
    if (hash === noHash) continue;
    for (
      let entry = index.heads[hash & index.mask] as number;
      entry >= 0 && ++steps <= bankFileLimits.sameKeyStepsMax;
      entry = index.next[entry] as number
    ) {
      const record = index.owners[entry] as number;
      if (!pass.fits(line, record)) continue;
      const isNearer = best >= 0 ? Number(isFar(sides, line, best)) - Number(isFar(sides, line, record)) : 1;
      if (isNearer > 0 || (isNearer === 0 && compareRecords(sides, turn, line, record, best) < 0))
        best = record;
    }
  }
  return best;
}
