import { expect, test } from 'vitest';
import { frameBucket } from './frame-bucket.ts';

/** How many of `tries` are taken at the present moment. */
const taken = (bucket: { take(): boolean }, tries: number): number =>
  Array.from({ length: tries }, () => bucket.take()).filter(Boolean).length;

test('a burst is taken, then as much as has come in since, and never more than a burst is saved up', () => {
  let now = 0;
  const bucket = frameBucket({ burst: 10, perSecond: 4 }, () => now);
  expect(taken(bucket, 12)).toBe(10);
  now += 250;
  expect(taken(bucket, 3)).toBe(1);
  now += 249;
  expect(taken(bucket, 3)).toBe(0);
  now += 1;
  expect(taken(bucket, 3)).toBe(1);
  now += 3_600_000;
  expect(taken(bucket, 100)).toBe(10);
});
