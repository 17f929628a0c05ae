import { type Currency, currencies } from '@mizan/contract/money.ts';
import { schemeNames } from '@mizan/contract/reconciliation-terms.ts';
import { type HoleKind, holeLimits } from '@mizan/contract/verdict-parts.ts';
import { isoDayOf } from '../normalise/date-text.ts';
import type { FileCoverage } from './cover-file.ts';
import type { Explained } from './explanation.ts';
import { numbersOf, type Place, placesOf, sumOfPlaces } from './hole-places.ts';
import type { JudgeRules } from './judge-rules.ts';
import { type Absent, stretchName } from './verdict.ts';

/** What of a file is not whole, as contract/verdict-parts.ts says it; instants are epoch milliseconds. */
export interface Hole {
  kind: HoleKind;
  value: string;
  currency: Currency | null;
  count: number;
  earlierCount: number;
  hereCount: number;
  waitsCount: number;
  missingCount: number;
  waitsMinor: number;
  outsideMinor: number;
  fromMs: number | null;
  toMs: number | null;
  edge: 'after' | 'before' | null;
  edgeMs: number | null;
  schemes: { scheme: (typeof schemeNames)[number]; count: number }[];
  terminals: { tid: string; count: number }[];
}

export interface FileHoles {
  /** Those that something waits in first, by currency and amount. */
  list: Hole[];
  /** Holes without anything that waits, beyond the list. */
  hiddenCount: number;
  /** By payment, the place in the list of the hole that it waits in, -1 for none; null where nothing waits. */
  holeOf: Int32Array | null;
}

/**
 * What of a file is not whole. Every payment that waits stands in one hole: rows that could not be read, sums that it may be
 * in, a line that may be its own, lines that the file lacks, an absent terminal, an absent scheme, or else its business day; behind these what else `absent` names.
 */
export function holesOf(
  work: Explained,
  cover: FileCoverage,
  absent: readonly Absent[],
  rules: JudgeRules,
): FileHoles {
  const places = [...placesOf(work, cover, rules).values()];
  const waiting = places.filter(({ waitsCount }) => waitsCount > 0).sort(bySize);
  const list: Hole[] = [];
  const numberOf = new Map<number, number>();
  for (const currency of currencies.keys()) {
    const own = waiting.filter((place) => place.currency === currency);
    const kept = own.length > holeLimits.waitingMax ? own.slice(0, holeLimits.waitingMax - 1) : own;
    const rest = own.slice(kept.length);
    for (const place of kept) {
      numberOf.set(place.key, list.length);
      list.push(holeOfPlace(place, work, absent));
    }
    for (const { key } of rest) numberOf.set(key, list.length);
    if (rest.length > 0) {
      const sum = holeOfPlace(sumOfPlaces(rest), work, absent);
      list.push({ ...sum, kind: 'more', value: String(rest.length), count: 0, edge: null, edgeMs: null });
    }
  }
  const others = otherHoles(absent, cover, places, work);
  const shown = others.slice(0, holeLimits.othersMax);
  return {
    list: [...list, ...shown],
    hiddenCount: others.length - shown.length,
    holeOf: waiting.length === 0 ? null : numbersOf(work, cover, rules, numberOf),
  };
}

const bySize = (a: Place, b: Place): number =>
  Math.abs(b.waitsMinor) - Math.abs(a.waitsMinor) || b.waitsCount - a.waitsCount || a.key - b.key;

const finite = (atMs: number): number | null => (Number.isFinite(atMs) ? atMs : null);

function edgeOf(place: Place): Pick<Hole, 'edge' | 'edgeMs'> {
  if (place.kind !== 'day' || !Number.isFinite(place.confirmedToMs)) return { edge: null, edgeMs: null };
  if (place.fromMs > place.confirmedToMs) return { edge: 'after', edgeMs: place.confirmedToMs };
  if (place.toMs < place.confirmedFromMs) return { edge: 'before', edgeMs: place.confirmedFromMs };
  return { edge: null, edgeMs: null };
}

function valueOf({ kind, id }: Pick<Place, 'kind' | 'id'>, { both, unread }: Explained): string {
  if (kind === 'countOfTotal' || kind === 'partOfFile' || kind === 'sheet')
    return unread?.lacking?.value ?? '';
  if (kind === 'day') return isoDayOf(id) ?? '';
  if (kind === 'terminal') return both.shared.terminalNames[id] ?? '';
  return kind === 'scheme' ? (schemeNames[id] ?? 'None') : '';
}

const most = (counts: ReadonlyMap<number, number>): [id: number, count: number][] =>
  [...counts].sort(([a, one], [b, other]) => other - one || a - b).slice(0, holeLimits.namesMax);

/** How many lines of a currency add up payments that nobody knows. */
const sumsIn = (currency: number, { both, matches }: Explained): number =>
  [...matches.undecidedSums.keys()].filter((line) => both.lines.columns.currency[line] === currency).length;

/** How many lines of a currency come near a payment that waits for one of them. */
const nearIn = (currency: number, { both, judged }: Explained): number =>
  [...judged.near.recordOf.keys()].filter((line) => both.lines.columns.currency[line] === currency).length;

function countOf(
  { kind, currency }: Place,
  value: string,
  work: Explained,
  absent: readonly Absent[],
): number {
  if (kind === 'undecidedSums') return sumsIn(currency, work);
  if (kind === 'nearLines') return nearIn(currency, work);
  return absent.find((each) => each.kind === kind && each.value === value)?.count ?? 0;
}

function holeOfPlace(place: Place, work: Explained, absent: readonly Absent[]): Hole {
  const { kind, earlierCount, hereCount, waitsCount, missingCount, waitsMinor } = place;
  const value = valueOf(place, work);
  return {
    kind,
    value,
    currency: currencies[place.currency] ?? 'SAR',
    count: countOf(place, value, work, absent),
    earlierCount,
    hereCount,
    waitsCount,
    missingCount,
    // Adding 0 turns a negative zero into the plain one.
    waitsMinor: waitsMinor + 0,
    outsideMinor: 0,
    fromMs: finite(place.fromMs),
    toMs: finite(place.toMs),
    ...edgeOf(place),
    schemes: most(place.schemes).map(([id, count]) => ({ scheme: schemeNames[id] ?? 'None', count })),
    terminals: most(place.terminals).map(([id, count]) => ({
      tid: work.both.shared.terminalNames[id] ?? '',
      count,
    })),
  };
}

const plain = ({ kind, value, count }: Absent): Hole => ({
  kind,
  value,
  currency: null,
  count,
  earlierCount: 0,
  hereCount: 0,
  waitsCount: 0,
  missingCount: 0,
  waitsMinor: 0,
  outsideMinor: 0,
  fromMs: null,
  toMs: null,
  edge: null,
  edgeMs: null,
  schemes: [],
  terminals: [],
});

/** What `absent` names without a payment that waits: the money of a stretch that no file holds stands with it. */
function otherHoles(
  absent: readonly Absent[],
  { summary }: FileCoverage,
  places: readonly Place[],
  work: Explained,
): Hole[] {
  return absent.flatMap((one): Hole[] => {
    const own = places.filter((place) => place.kind === one.kind && valueOf(place, work) === one.value);
    if (own.some(({ waitsCount }) => waitsCount > 0)) return [];
    if (one.kind !== 'withoutFile')
      return [{ ...plain(one), missingCount: own.reduce((sum, { missingCount }) => sum + missingCount, 0) }];
    const sums = (summary?.withoutFile ?? [])
      .filter(({ fromMs, toMs }) => stretchName(fromMs, toMs) === one.value)
      .flatMap((stretch) => stretch.sums);
    return currencies.flatMap((currency) => {
      const ofOne = sums.filter((sum) => sum.currency === currency);
      if (ofOne.length === 0) return [];
      const count = ofOne.reduce((all, sum) => all + sum.count, 0);
      const outsideMinor = ofOne.reduce((all, sum) => all + sum.amountMinor, 0);
      return [{ ...plain(one), currency, count, outsideMinor }];
    });
  });
}
