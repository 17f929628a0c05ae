import { expect, test } from 'vitest';
import { needsApproval } from './refund-limit.ts';

test('up to the limit one person gives back alone, and a halala above it takes a second one', () => {
  expect(needsApproval(50_000, 50_000, 0)).toBe(false);
  expect(needsApproval(50_001, 50_000, 0)).toBe(true);
  expect(needsApproval(20_000, 50_000, 30_000)).toBe(false);
  expect(needsApproval(20_001, 50_000, 30_000)).toBe(true);
});
