import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

const waits = { firstMs: 500, mostMs: 15_000 };

test('a wait doubles from try to try up to the most, and chance cuts it by half at most', () => {
  const longest = Array.from({ length: 8 }, (_, tries) => backoffMs(waits, tries, 1));
  expect(longest).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  expect(longest.map((_, tries) => backoffMs(waits, tries, 0))).toEqual(longest.map((ms) => ms / 2));
  expect(backoffMs(waits, 2_000, 1)).toBe(15_000);
});
