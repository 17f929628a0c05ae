import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seed, seedOf } from './seed.ts';

test('MIZAN_SEED is the seed, and what is no number is refused rather than played as NaN', () => {
  expect(seedOf('20261126', 5)).toBe(20_261_126);
  expect(seedOf('-7', 5)).toBe(-7);
  expect(seedOf(undefined, 2 ** 31 + 5)).toBe(5);
  expect(seedOf('', 5)).toBe(5);
  expect(() => seedOf('tomorrow', 5)).toThrow('MIZAN_SEED');
});

test('a property that names no seed fails with the one of this run, and plays the same under it again', () => {
  const drawn = (): number[] => {
    const seen: number[] = [];
    const failing = fc.property(fc.nat(), (one) => {
      seen.push(one);
      return false;
    });
    expect(() => fc.assert(failing, { endOnFailure: true })).toThrow(`seed: ${seed},`);
    return seen;
  };
  expect(drawn()).toEqual(drawn());
});
