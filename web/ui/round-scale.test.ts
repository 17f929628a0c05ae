import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scaleOf } from './round-scale.ts';

describe('the scale behind the bars', () => {
  const holds = (max: number): void => {
    const lines = scaleOf(max);
    expect(lines[0]).toBe(0);
    expect(lines.at(-1)).toBeGreaterThanOrEqual(max * (1 - 1e-9));
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines.length).toBeLessThanOrEqual(5);
  };

  it('reaches the highest bar with one to four round steps', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 10 ** 12 }), holds));
  });

  it('does so for fractions, as payments a minute are', () => {
    fc.assert(fc.property(fc.double({ min: 1 / 60, max: 1_000, noNaN: true }), holds));
  });

  it('is a single line where there is nothing to show', () => {
    expect(scaleOf(0)).toEqual([0]);
  });
});
