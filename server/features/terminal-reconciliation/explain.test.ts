import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Candidate, explain } from './explain.ts';

const of = (...amounts: number[]): Candidate[] =>
  amounts.map((amountMinor, at) => ({ id: `${at}`, amountMinor }));

test('the one payment of the amount is named, wherever it stands', () => {
  expect(explain({ count: -1, minor: -19_875 }, [of(5_000, 19_875, 7_000)])).toEqual({
    found: 'ONE',
    ids: ['1'],
  });
});

test('two of the same amount: several explain it, and none is named', () => {
  expect(explain({ count: 1, minor: 5_000 }, [of(5_000, 5_000)])).toEqual({ found: 'SEVERAL', ids: [] });
});

test('two payments together, and another two with the same sum: several', () => {
  expect(explain({ count: 2, minor: 300 }, [of(100, 200, 700)])).toMatchObject({
    found: 'ONE',
    ids: ['0', '1'],
  });
  expect(explain({ count: 2, minor: 300 }, [of(100, 200, 150, 150)])).toMatchObject({ found: 'SEVERAL' });
});

test('the sum with another count explains nothing', () => {
  expect(explain({ count: 1, minor: 300 }, [of(100, 200)])).toMatchObject({ found: 'NONE' });
});

test('one that lacks here and one that lacks there: nothing is said', () => {
  expect(explain({ count: 0, minor: 300 }, [of(300)])).toMatchObject({ found: 'NONE' });
  expect(explain({ count: -1, minor: 300 }, [of(300)])).toMatchObject({ found: 'NONE' });
});

test('the group that fits best decides; only where it has none the others are asked', () => {
  const [likely, other] = [
    { id: 'likely', amountMinor: 500 },
    { id: 'other', amountMinor: 500 },
  ];
  expect(explain({ count: 1, minor: 500 }, [[likely], [likely, other]])).toMatchObject({ ids: ['likely'] });
  expect(explain({ count: 1, minor: 500 }, [[], [likely, other]])).toMatchObject({ found: 'SEVERAL' });
});

test('one payment in two groups is one: twice the same explains nothing', () => {
  const [one] = of(500);
  if (!one) throw new Error('there is one');
  expect(explain({ count: 2, minor: 1_000 }, [[one], [one]])).toEqual({ found: 'NONE', ids: [] });
});

test('a search that would take too long says nothing, rather than that there is one', () => {
  const many = Array.from({ length: 200 }, (_, at) => ({
    id: `${at}`,
    amountMinor: 1_000 + ((at * 7_919) % 997),
  }));
  expect(explain({ count: 6, minor: 6 * 1_499 + 1 }, [many]).found).not.toBe('ONE');
});

const seed = Number(process.env.MIZAN_SEED ?? Date.now() % 2 ** 31);
test(`as trying every set does (seed ${seed})`, () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 9 });
  const property = fc.property(
    amounts,
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 1, max: 60 }),
    (all, count, minor) => {
      const sets: string[][] = [];
      for (let mask = 0; mask < 2 ** all.length; mask += 1) {
        const ids = all.flatMap((_, at) => (mask & (1 << at) ? [`${at}`] : []));
        const sum = ids.reduce((total, id) => total + (all[Number(id)] ?? 0), 0);
        if (ids.length === count && sum === minor) sets.push(ids);
      }
      const found = explain({ count, minor }, [of(...all)]);
      expect(found.found).toBe(sets.length === 0 ? 'NONE' : sets.length === 1 ? 'ONE' : 'SEVERAL');
      if (sets.length === 1) expect([...found.ids].toSorted()).toEqual(sets[0]?.toSorted());
    },
  );
  fc.assert(property, { seed, numRuns: 300 });
});
