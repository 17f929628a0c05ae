import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OpenCell, readingsOf } from './deposit-readings.ts';

const cell = (day: string, scheme: OpenCell['scheme'], remainingMinor: number, dueDay = day): OpenCell => ({
  day,
  scheme,
  dueDay,
  remainingMinor,
});
const monday = [
  cell('2026-11-16', 'Mada', 1_000, '2026-11-17'),
  cell('2026-11-16', 'Visa', 250, '2026-11-19'),
];
const tuesday = [
  cell('2026-11-17', 'Mada', 3_000, '2026-11-18'),
  cell('2026-11-17', 'Visa', 400, '2026-11-22'),
];
const wednesday = [cell('2026-11-18', 'Visa', 77, '2026-11-22')];
const open = [...monday, ...tuesday, ...wednesday];

test.each<[name: string, amount: number, kinds: readonly string[]]>([
  ['one settlement', 3_000, ['CELL']],
  ['one day', 1_250, ['DAY']],
  ['what is due on one day, of two', 477, ['DUE_DAY']],
  ['two days', 4_650, ['DAYS']],
  ['one card scheme over two days', 4_000, ['SCHEME_DAYS']],
  ['three days of one scheme', 727, ['SCHEME_DAYS']],
  ['none of the ways in which banks pay', 3_250, ['COMBINATION']],
])('%s', (_, amount, kinds) => {
  expect(readingsOf(open, amount)).toMatchObject({ exact: kinds.map((kind) => ({ kind })), nearest: null });
});

test('two that fit are both said, and none before the other', () => {
  const twice = [...monday, cell('2026-11-15', 'Mada', 1_000)];
  expect(readingsOf(twice, 1_000).exact.map(({ shares }) => shares)).toEqual([
    [{ day: '2026-11-16', scheme: 'Mada', amountMinor: 1_000 }],
    [{ day: '2026-11-15', scheme: 'Mada', amountMinor: 1_000 }],
  ]);
});

test('a day of refunds alone is kept back from the day beside it', () => {
  const refunds = cell('2026-11-18', 'Mada', -300);
  expect(readingsOf([...tuesday, refunds], 3_100).exact).toMatchObject([{ kind: 'DAYS', sumMinor: 3_100 }]);
});

test('what fits nothing has the nearest way beside it, with its own sum', () => {
  expect(readingsOf(open, 2_990)).toMatchObject({ exact: [], nearest: { kind: 'CELL', sumMinor: 3_000 } });
  expect(readingsOf([], 500)).toEqual({ exact: [], more: false, nearest: null });
});

test('many that fit are cut, and it is said that there are more', () => {
  const same = Array.from({ length: 12 }, (_, at) => cell(`2026-11-${at + 10}`, 'Mada', 500));
  expect(readingsOf(same, 500)).toMatchObject({ more: true });
});

test('whatever is open, each exact reading comes to the amount and names no settlement twice', () => {
  const anyCell = fc.record({
    day: fc.integer({ min: 10, max: 20 }).map((day) => `2026-11-${day}`),
    scheme: fc.constantFrom('Mada' as const, 'Visa' as const, 'MasterCard' as const),
    dueDay: fc.integer({ min: 10, max: 25 }).map((day) => `2026-11-${day}`),
    remainingMinor: fc.integer({ min: -200, max: 900 }),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(anyCell, { maxLength: 20, selector: ({ day, scheme }) => `${day} ${scheme}` }),
      fc.integer({ min: 1, max: 2_500 }),
      (cells, amount) => {
        const { exact, nearest } = readingsOf(cells, amount);
        for (const { shares, sumMinor } of nearest ? [nearest] : exact) {
          expect(shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(sumMinor);
          expect(new Set(shares.map(({ day, scheme }) => `${day} ${scheme}`)).size).toBe(shares.length);
          for (const { day, scheme, amountMinor } of shares) {
            const own = cells.find((each) => each.day === day && each.scheme === scheme);
            expect(amountMinor).toBe(own?.remainingMinor);
          }
        }
        expect(exact.filter(({ sumMinor }) => sumMinor !== amount)).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});
