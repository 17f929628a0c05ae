import type { Dashboard } from '@mizan/contract/dashboard.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barsOf, labelEvery, scaleOf } from './chart-scale.ts';

const hours = (sales: number[], previous: number[]) =>
  ({
    barUnit: 'hour',
    bars: sales.map((salesMinor, hour) => ({ at: `2026-11-24T${hour}:00:00.000Z`, salesMinor, count: 1 })),
    previousBars: previous.map((salesMinor, hour) => ({
      at: `2026-11-17T${hour}:00:00.000Z`,
      salesMinor,
      count: 1,
    })),
  }) as unknown as Dashboard;

describe('the bars of a day', () => {
  it('leave out the hours before the first and after the last sale of either day', () => {
    const bars = barsOf(hours([0, 0, 500, 0, 0, 0], [0, 100, 0, 0, 300, 0]));
    expect(bars.map((bar) => [bar.salesMinor, bar.previousMinor])).toEqual([
      [0, 100],
      [500, 0],
      [0, 0],
      [0, 300],
    ]);
  });

  it('keep every hour where nothing was sold at all', () => {
    expect(barsOf(hours([0, 0], [0, 0]))).toHaveLength(2);
  });
});

describe('the scale behind the bars', () => {
  it('reaches the highest bar with one to four round steps', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 12 }), (maxMinor) => {
        const lines = scaleOf(maxMinor);
        expect(lines[0]).toBe(0);
        expect(lines.at(-1)).toBeGreaterThanOrEqual(maxMinor);
        expect(lines.length).toBeGreaterThanOrEqual(2);
        expect(lines.length).toBeLessThanOrEqual(5);
      }),
    );
  });

  it('never asks for more labels than fit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (bars) => {
        expect(Math.ceil(bars / labelEvery(bars))).toBeLessThanOrEqual(9);
      }),
    );
  });
});
