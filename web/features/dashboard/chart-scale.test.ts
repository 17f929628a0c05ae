import type { Dashboard } from '@mizan/contract/dashboard.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barsOf, labelEvery } from './chart-scale.ts';

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

describe('the labels under the bars', () => {
  it('never asks for more labels than fit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (bars) => {
        expect(Math.ceil(bars / labelEvery(bars))).toBeLessThanOrEqual(9);
      }),
    );
  });
});
