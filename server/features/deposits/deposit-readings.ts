import { type DepositReading, type DepositShare, readingsMax } from '@mizan/contract/deposits.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';

/**
 * Which open settlements an amount may pay. Pure: what banks do (a cell, a day, all that is due on one day, days after each
 * other, one card scheme over days) before any combination, and nothing is chosen here: several that fit are a question.
 */
export interface OpenCell {
  day: string;
  scheme: Scheme;
  dueDay: string;
  /** What is still to come of it, signed; cells of which that is not known take no part. */
  remainingMinor: number;
}

/** Business days after each other in one payment: a long Eid with its weekends. */
const daysTogetherMax = 10;
/** Of so many cells every combination is tried: 65,536 sums. */
const combinedMax = 16;

type Kind = DepositReading['kind'];

const readingOf = (kind: Kind, cells: readonly OpenCell[]): DepositReading => ({
  kind,
  sumMinor: cells.reduce((sum, { remainingMinor }) => sum + remainingMinor, 0),
  shares: cells.map(
    ({ day, scheme, remainingMinor }): DepositShare => ({ day, scheme, amountMinor: remainingMinor }),
  ),
});

/** Spans of two days and more that follow each other among those that are open. */
function spansOf(cells: readonly OpenCell[]): OpenCell[][] {
  const days = [...Map.groupBy(cells, ({ day }) => day)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return days.flatMap((_, from) =>
    Array.from({ length: Math.min(daysTogetherMax, days.length - from) - 1 }, (__, more) =>
      days.slice(from, from + more + 2).flatMap(([, ofDay]) => ofDay),
    ),
  );
}

const grouped = (cells: readonly OpenCell[], by: (cell: OpenCell) => string): OpenCell[][] =>
  [...Map.groupBy(cells, by).values()].filter((group) => group.length > 1);

/** The ways in which banks pay, each set of cells once, the plainest kind first. */
export function plainReadings(cells: readonly OpenCell[]): DepositReading[] {
  const ofSchemes = [...Map.groupBy(cells, ({ scheme }) => scheme).values()];
  const all: [Kind, OpenCell[]][] = [
    ...cells.map((cell): [Kind, OpenCell[]] => ['CELL', [cell]]),
    ...grouped(cells, ({ day }) => day).map((group): [Kind, OpenCell[]] => ['DAY', group]),
    ...grouped(cells, ({ dueDay }) => dueDay).map((group): [Kind, OpenCell[]] => ['DUE_DAY', group]),
    ...spansOf(cells).map((group): [Kind, OpenCell[]] => ['DAYS', group]),
    ...ofSchemes.flatMap(spansOf).map((group): [Kind, OpenCell[]] => ['SCHEME_DAYS', group]),
  ];
  const seen = new Set<string>();
  return all.flatMap(([kind, group]) => {
    const name = group
      .map(({ day, scheme }) => `${day} ${scheme}`)
      .toSorted()
      .join();
    if (seen.has(name)) return [];
    seen.add(name);
    return [readingOf(kind, group)];
  });
}

/** Every combination of the cells due nearest before the value date that comes to the amount. */
function combinations(cells: readonly OpenCell[], amountMinor: number): DepositReading[] {
  const among = cells.toSorted((a, b) => (a.dueDay < b.dueDay ? 1 : -1)).slice(0, combinedMax);
  const found: DepositReading[] = [];
  for (let chosen = 1; chosen < 1 << among.length; chosen += 1) {
    let sum = 0;
    for (const [at, { remainingMinor }] of among.entries()) if (chosen & (1 << at)) sum += remainingMinor;
    if (sum !== amountMinor) continue;
    found.push(
      readingOf(
        'COMBINATION',
        among.filter((_, at) => chosen & (1 << at)),
      ),
    );
    if (found.length > readingsMax) break;
  }
  return found;
}

export const stillOpen = (cells: readonly OpenCell[]): OpenCell[] =>
  cells.filter(({ remainingMinor }) => remainingMinor !== 0);

export interface Readings {
  /** Those that come to the amount exactly. */
  exact: DepositReading[];
  /** True where more fit than `exact` has. */
  more: boolean;
  /** Of the ways in which banks pay, the nearest; null where one is exact or nothing is open. */
  nearest: DepositReading | null;
}

export function readingsOf(cells: readonly OpenCell[], amountMinor: number): Readings {
  const open = stillOpen(cells);
  const plain = plainReadings(open);
  const fitting = plain.filter(({ sumMinor }) => sumMinor === amountMinor);
  const exact = fitting.length > 0 ? fitting : combinations(open, amountMinor);
  const off = ({ sumMinor }: DepositReading): number => Math.abs(sumMinor - amountMinor);
  const nearest = exact.length > 0 ? undefined : plain.toSorted((a, b) => off(a) - off(b))[0];
  return { exact: exact.slice(0, readingsMax), more: exact.length > readingsMax, nearest: nearest ?? null };
}
