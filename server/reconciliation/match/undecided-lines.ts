import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { mayBeAgain } from './earlier-line.ts';
import { compareRecords, isFar, isNoWorse } from './evidence.ts';
import { giveUndecided, keyCode, type Matches, recordState } from './matches.ts';
import type { Pass } from './pass.ts';
import { hashesOf, keyedBy, recordsByKey } from './records-by-key.ts';
import { isBySale } from './refunds-by-sale.ts';
import type { Sides } from './sides.ts';

/**
 * Parts lines from payments that a pass gave them where another one fits as well (docs/decisions/0452-what-fits-two-alike.md): one without a line, and
 * the line is undecided, or one whose line of an earlier file it may be again, which is asked. Which of them is meant nothing
 * tells, so none is confirmed and none is called missing. What a line lets go may be another's rival, whatever the order of
 * the lines.
 *
 * @param several the lines that more than one payment fits by this pass
 * @param pending the lines that the pass left without a payment
 */
export function partUndecided(
  sides: Sides,
  matches: Matches,
  pass: Pass,
  several: ReadonlySet<number>,
  pending: Int32Array,
): void {
  const { lineOf, recordOf, matchedBy } = matches;
  const joined = Array.from(several).filter((line) => matchedBy[line] === keyCode(pass.key));
  if (joined.length === 0) return;
  const heldBy = new Map(joined.map((line) => [line, recordOf[line] as number]));
  const twins = twinsOf(sides, pass, heldBy);
  const freeTwins = (line: number): number[] =>
    (twins.get(line) as number[]).filter((record) => lineOf[record] === recordState.free);
  const spare = spareLines(matches, pass, pending);
  /** The payment of an earlier file whose line it may be again, where no line besides can be that one; else -1. */
  const againOf = (line: number): number => {
    const before = (twins.get(line) as number[]).filter(
      (record) =>
        lineOf[record] === recordState.claimedBefore &&
        !matches.againBy.has(record) &&
        mayBeAgain(sides, line, record),
    );
    if (before.length === 0 || before.length <= spare(before)) return -1;
    return before.sort((one, other) => compareRecords(sides, () => 0, line, one, other))[0] as number;
  };
  const parted = new Set<number>();
  for (let isNew = true; isNew; ) {
    const found = joined.filter(
      (line) => !parted.has(line) && (freeTwins(line).length > 0 || againOf(line) >= 0),
    );
    isNew = found.length > 0;
    for (const line of found) {
      parted.add(line);
      lineOf[heldBy.get(line) as number] = recordState.free;
      recordOf[line] = -1;
      matchedBy[line] = -1;
    }
  }
  const told = Array.from(parted, (line) => {
    const records = [heldBy.get(line) as number, ...freeTwins(line)];
    return { line, records, again: records.length === 1 ? againOf(line) : -1 };
  });
  for (const { line, records, again } of told) {
    if (again >= 0) {
      matches.duplicateOf[line] = again;
      matches.againBy.set(again, line);
    }
    const of = isBySale(pass) ? 'refunds' : 'payments';
    matches.undecidedSums.set(line, { ways: records.length, records, of, key: pass.key });
  }
}

/**
 * Gives undecided lines their payment where other keys gave all the others of theirs away: such as tell the amount besides, as
 * by one of another amount a payment may be another line's by chance. Returns the lines of which nothing is left.
 */
export function decideWhatIsLeft(matches: Matches): number[] {
  const { lineOf, duplicateOf, undecidedSums } = matches;
  const without: number[] = [];
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const [line, { records }] of undecidedSums) {
      const left = records.filter((record) => lineOf[record] === recordState.free);
      const isAgain = duplicateOf[line] !== -1;
      if (isAgain ? left.length === 1 : left.length > 1) continue;
      isNew = true;
      const [only = -1] = left;
      if (only >= 0) giveUndecided(matches, line, only);
      else undecidedSums.delete(line);
      if (only < 0 && !isAgain) without.push(line);
    }
  }
  return without;
}

/** So often a line of a crowd is held beside a payment; past these every payment of its key counts as one that it may be of. */
const looksMax = 10_000_000;

/**
 * Lines whose key is that of more payments than are looked at, and that no other key gave a payment: undecided, with whatever
 * payments of that key have no line. Returns the lines that stay without a payment for certain.
 */
export function leaveCrowdsUndecided(
  sides: Sides,
  matches: Matches,
  crowded: ReadonlyMap<number, Pass>,
  pending: Int32Array,
): Int32Array {
  const { againBy, duplicateOf, lineOf, undecidedSums } = matches;
  const { approved } = sides.records.columns;
  const isFree = (record: number): boolean => lineOf[record] === recordState.free && approved[record] === 1;
  const isAgain = (record: number): boolean =>
    lineOf[record] === recordState.claimedBefore && !againBy.has(record);
  const partOpen = (records: number[]): { open: number[]; free: number[] } => ({
    open: records.filter((record) => isFree(record) || isAgain(record)),
    free: records.filter(isFree),
  });
  let looks = 0;
  const byPass = Map.groupBy(
    pending.filter((line) => crowded.has(line) && duplicateOf[line] === -1),
    (line) => crowded.get(line) as Pass,
  );
  for (const [pass, lines] of byPass) {
    const named = recordsByKey(pass, sides.records.count, Number.POSITIVE_INFINITY, lines);
    // Lines of one crowd mostly have the same payments, of which one list is kept.
    const lists = new Map<string, { open: number[]; free: number[] }>();
    const listOf = (line: number): { open: number[]; free: number[] } => {
      const key = hashesOf(pass, line).join();
      const known = lists.get(key) ?? partOpen(keyedBy(pass, named, line));
      lists.set(key, known);
      return known;
    };
    for (const line of lines) {
      const all = listOf(line);
      looks += all.open.length;
      const fitting = looks > looksMax ? all.open : all.open.filter((record) => pass.fits(line, record));
      if (fitting.length === 0) continue;
      const { free } = fitting.length === all.open.length ? all : partOpen(fitting);
      const of = isBySale(pass) ? 'refunds' : 'payments';
      undecidedSums.set(line, { ways: fitting.length, records: free, of, key: pass.key });
    }
  }
  return pending.filter((line) => !undecidedSums.has(line));
}

/** By line the payments besides its own that the pass fits to it as well. */
function twinsOf(sides: Sides, pass: Pass, heldBy: ReadonlyMap<number, number>): Map<number, number[]> {
  const named = recordsByKey(pass, sides.records.count, bankFileLimits.sameKeyStepsMax, [...heldBy.keys()]);
  const { approved } = sides.records.columns;
  const twins = new Map<number, number[]>();
  for (const [line, held] of heldBy) {
    const fitting = keyedBy(pass, named, line).filter((record) => pass.fits(line, record));
    const alike = fitting.filter(
      (record) =>
        record !== held &&
        approved[record] === 1 &&
        isNoWorse(sides, line, record, held) &&
        (isFar(sides, line, held) || !isFar(sides, line, record)),
    );
    twins.set(line, alike);
  }
  return twins;
}

/** How many lines without a payment may be of one of these, by the same key. */
function spareLines({ recordOf }: Matches, pass: Pass, pending: Int32Array) {
  let byKey: Map<number, number[]> | null = null;
  const all = (): Map<number, number[]> => {
    const found = new Map<number, number[]>();
    for (const line of pending)
      for (const hash of hashesOf(pass, line)) found.set(hash, [...(found.get(hash) ?? []), line]);
    return found;
  };
  return (records: readonly number[]): number => {
    byKey ??= all();
    const lines = new Set(records.flatMap((record) => byKey?.get(pass.recordHash(record)) ?? []));
    return [...lines].filter(
      (line) => recordOf[line] === -1 && records.some((record) => pass.fits(line, record)),
    ).length;
  };
}
