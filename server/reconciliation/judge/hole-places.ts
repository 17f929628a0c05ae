import { currencies } from '@mizan/contract/money.ts';
import { outcomes } from '@mizan/contract/reconciliation-terms.ts';
import { recordState } from '../match/matches.ts';
import type { FileCoverage } from './cover-file.ts';
import type { Explained } from './explanation.ts';
import type { JudgeRules } from './judge-rules.ts';

/** Where payments wait, while they are counted. */
export interface Place {
  key: number;
  kind: (typeof placeKinds)[number];
  /** Epoch day, terminal or scheme. */
  id: number;
  currency: number;
  earlierCount: number;
  hereCount: number;
  waitsCount: number;
  missingCount: number;
  waitsMinor: number;
  fromMs: number;
  toMs: number;
  confirmedFromMs: number;
  confirmedToMs: number;
  /** How many wait, by scheme and by terminal. */
  schemes: Map<number, number>;
  terminals: Map<number, number>;
}

const placeKinds = [
  'day',
  'terminal',
  'scheme',
  'rejectedLines',
  'undecidedSums',
  'nearLines',
  'countOfTotal',
  'partOfFile',
  'sheet',
] as const;
/** Of what there is no saying which payments it has. */
type Doubt = Exclude<Place['kind'], 'day' | 'terminal' | 'scheme'>;
const missing = outcomes.indexOf('missingInBank');

const add = (counts: Map<number, number>, id: number, more: number): void => {
  counts.set(id, (counts.get(id) ?? 0) + more);
};

/** Room for the ids of one kind and currency in a key. */
const idsMax = 2 ** 32;

/** In which place a payment stands: that of rows not read, or of undecided sums, only where `doubt` says so. */
function placeFinder({ both }: Explained, { coverage }: FileCoverage) {
  const { businessDay, terminal, scheme, currency } = both.records.columns;
  const absent = { terminal: new Set<number>(), scheme: new Set<number>() };
  for (const { kind, id } of coverage?.absent ?? []) absent[kind].add(id);
  return (record: number, doubt: Doubt | null): Pick<Place, 'key' | 'kind' | 'id' | 'currency'> => {
    const own = {
      day: businessDay[record] as number,
      terminal: terminal[record] as number,
      scheme: scheme[record] as number,
      rejectedLines: 0,
      undecidedSums: 0,
      nearLines: 0,
      countOfTotal: 0,
      partOfFile: 0,
      sheet: 0,
    };
    const kind =
      doubt ??
      (absent.terminal.has(own.terminal) ? 'terminal' : absent.scheme.has(own.scheme) ? 'scheme' : 'day');
    const money = currency[record] as number;
    const key = (placeKinds.indexOf(kind) * currencies.length + money) * idsMax + own[kind] + 1;
    return { key, kind, id: own[kind], currency: money };
  };
}

/**
 * By payment that waits, whether it does because of a row that could not be read, or of a sum that it may be in. A row names
 * it, or a sum has it; or it is covered and would be past its due day, but for a row that names nothing or that the file lacks.
 */
function doubtFinder(
  { both, unread, judged }: Explained,
  { covered }: FileCoverage,
  { todayDay }: JudgeRules,
) {
  const { dueDay } = both.records.columns;
  return (record: number): Doubt | null => {
    if (unread?.rowOf.has(record)) return 'rejectedLines';
    if (judged.undecidedLineOf.has(record)) return 'undecidedSums';
    if (judged.near.lineOf.has(record)) return 'nearLines';
    if (covered[record] !== 1 || (dueDay[record] as number) >= todayDay) return null;
    return unread?.lacking && unread.namelessCount === 0 ? unread.lacking.kind : 'rejectedLines';
  };
}

const newPlace = (found: Pick<Place, 'key' | 'kind' | 'id' | 'currency'>): Place => ({
  ...found,
  earlierCount: 0,
  hereCount: 0,
  waitsCount: 0,
  missingCount: 0,
  waitsMinor: 0,
  fromMs: Number.POSITIVE_INFINITY,
  toMs: Number.NEGATIVE_INFINITY,
  confirmedFromMs: Number.POSITIVE_INFINITY,
  confirmedToMs: Number.NEGATIVE_INFINITY,
  schemes: new Map(),
  terminals: new Map(),
});

/** The places in which payments wait, and absent terminals and schemes of which some are missing; by their keys. */
export function placesOf(work: Explained, cover: FileCoverage, rules: JudgeRules): Map<number, Place> {
  const { judged, both } = work;
  const { hostMs, scheme, terminal } = both.records.columns;
  const find = placeFinder(work, cover);
  const doubtOf = doubtFinder(work, cover, rules);
  const places = new Map<number, Place>();
  for (let record = 0; record < both.records.count; record++) {
    const isMissing = judged.recordOutcome[record] === missing;
    const isAwaited = judged.awaited[record] === 1;
    if (!isAwaited && !isMissing) continue;
    const found = find(record, isAwaited ? doubtOf(record) : null);
    // What is past its due day makes no day a hole: it is missing, and to claim.
    if (isMissing && found.kind === 'day') continue;
    const place = places.get(found.key) ?? newPlace(found);
    places.set(found.key, place);
    if (isMissing) continue;
    place.waitsCount++;
    place.waitsMinor += judged.recordDifference[record] as number;
    place.fromMs = Math.min(place.fromMs, hostMs[record] as number);
    place.toMs = Math.max(place.toMs, hostMs[record] as number);
    add(place.schemes, scheme[record] as number, 1);
    add(place.terminals, terminal[record] as number, 1);
  }
  if (places.size > 0) countOthers(work, cover, find, places);
  return places;
}

/** What else of the places is covered: confirmed by an earlier file, by this one, or past its due day. */
function countOthers(
  { judged, both, matches }: Explained,
  { counts }: FileCoverage,
  find: ReturnType<typeof placeFinder>,
  places: ReadonlyMap<number, Place>,
): void {
  const { approved, hostMs } = both.records.columns;
  for (let record = 0; record < both.records.count; record++) {
    if (approved[record] !== 1 || (counts && counts[record] !== 1)) continue;
    const lineOf = matches.lineOf[record] as number;
    const isMissing = judged.recordOutcome[record] === missing;
    if (!isMissing && lineOf < 0 && lineOf !== recordState.claimedBefore) continue;
    const place = places.get(find(record, null).key);
    if (!place) continue;
    const atMs = hostMs[record] as number;
    if (isMissing) {
      place.missingCount++;
      continue;
    }
    // Of an absent terminal or scheme, what earlier files brought of other days says nothing of this one.
    if (place.kind !== 'day' && (atMs < place.fromMs || atMs > place.toMs)) continue;
    if (lineOf >= 0) place.hereCount++;
    else place.earlierCount++;
    place.confirmedFromMs = Math.min(place.confirmedFromMs, atMs);
    place.confirmedToMs = Math.max(place.confirmedToMs, atMs);
  }
}

/** The smaller holes of one currency as one. */
export function sumOfPlaces(places: readonly Place[]): Place {
  const [first] = places as readonly [Place];
  const sum = newPlace(first);
  for (const place of places) {
    sum.earlierCount += place.earlierCount;
    sum.hereCount += place.hereCount;
    sum.waitsCount += place.waitsCount;
    sum.missingCount += place.missingCount;
    sum.waitsMinor += place.waitsMinor;
    sum.fromMs = Math.min(sum.fromMs, place.fromMs);
    sum.toMs = Math.max(sum.toMs, place.toMs);
    for (const [id, count] of place.schemes) add(sum.schemes, id, count);
    for (const [id, count] of place.terminals) add(sum.terminals, id, count);
  }
  return sum;
}

/** By payment that waits the number that its place has; -1 for every other one. */
export function numbersOf(
  work: Explained,
  cover: FileCoverage,
  rules: JudgeRules,
  numberOf: ReadonlyMap<number, number>,
): Int32Array {
  const find = placeFinder(work, cover);
  const doubtOf = doubtFinder(work, cover, rules);
  const { awaited } = work.judged;
  const numbers = new Int32Array(work.both.records.count).fill(-1);
  for (let record = 0; record < numbers.length; record++) {
    if (awaited[record] !== 1) continue;
    numbers[record] = numberOf.get(find(record, doubtOf(record)).key) ?? -1;
  }
  return numbers;
}
