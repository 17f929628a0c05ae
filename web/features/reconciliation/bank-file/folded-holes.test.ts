import type { Hole } from '@mizan/contract/verdict-parts.ts';
import { expect, test } from 'vitest';
import { foldHoles, holesIn, isFolded } from './folded-holes.ts';

const holeOf = (index: number, more: Partial<Hole> = {}): Hole => ({
  kind: 'terminal',
  value: String(88_600_000 + index),
  currency: 'SAR',
  count: 0,
  earlierCount: index % 3,
  hereCount: index % 4,
  waitsCount: 1 + (index % 5),
  missingCount: index % 2,
  waitsMinor: -100 * (50 - index),
  outsideMinor: 0,
  from: `2026-11-${String(1 + (index % 20)).padStart(2, '0')}T09:00:00.000Z`,
  to: `2026-11-${String(5 + (index % 20)).padStart(2, '0')}T09:00:00.000Z`,
  edge: null,
  edgeAt: null,
  schemes: [{ scheme: index % 2 ? 'Mada' : 'Visa', count: 1 + (index % 5) }],
  terminals: [{ tid: String(88_600_000 + index), count: 1 + (index % 5) }],
  ...more,
});
const nothing = { waitsCount: 0, waitsMinor: 0, from: null, to: null, schemes: [], terminals: [] };
const sums = (holes: readonly Hole[]) =>
  (['earlierCount', 'hereCount', 'waitsCount', 'missingCount', 'waitsMinor'] as const).map((figure) =>
    holes.reduce((sum, hole) => sum + hole[figure], 0),
  );

test('the smaller holes of a currency are one row, whose figures are the sums of the holes inside it', () => {
  const riyals = Array.from({ length: 45 }, (_, index) => holeOf(index));
  const dollars = Array.from({ length: 30 }, (_, index) => holeOf(index, { currency: 'USD' }));
  const others = Array.from({ length: 33 }, (_, index) => holeOf(index, { ...nothing, currency: null }));
  const holes = [...riyals, ...dollars, ...others];
  const { rows, beyond } = foldHoles(holes);
  const folded = rows.filter(isFolded);
  expect(folded).toMatchObject([
    { kind: 'more', value: '16', currency: 'SAR', from: riyals[40]?.from, to: riyals[39]?.to },
  ]);
  expect(sums(folded)).toEqual(sums(riyals.slice(29)));
  expect(folded[0]?.schemes.reduce((sum, { count }) => sum + count, 0)).toBe(sums(riyals.slice(29))[2]);
  expect(rows.flatMap((row) => (isFolded(row) ? row.inside : [row])).concat(beyond)).toEqual(holes);
  expect([
    rows.length,
    beyond.length,
    [...rows, ...beyond].reduce((sum, row) => sum + holesIn(row), 0),
  ]).toEqual([90, 3, holes.length]);
});
