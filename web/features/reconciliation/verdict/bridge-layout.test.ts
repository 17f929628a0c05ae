import type { BridgeStep } from '@mizan/contract/reconciliation.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeBridge } from './bridge-layout.ts';

const total = (bar: BridgeStep['bar'], amountMinor: number): BridgeStep => ({
  bar,
  isTotal: true,
  amountMinor,
  count: 1,
  group: null,
});
const step = (amountMinor: number): BridgeStep => ({
  bar: 'missingInBank',
  isTotal: false,
  amountMinor,
  count: 1,
  group: 'toClaim',
});

test('small steps beside large totals: the foot is cut at a round figure below the lowest of them', () => {
  const { bars, cutBelowMinor } = placeBridge([
    total('portalTotal', 18_421_640),
    { ...step(-184_216), bar: 'charges' },
    total('expected', 18_237_424),
    step(-311_850),
    total('bankTotal', 17_925_574),
  ]);
  expect(cutBelowMinor).toBe(17_700_000);
  expect(bars.map(({ cut }) => cut)).toEqual([true, false, true, false, true]);
  expect(bars[0]?.to).toBe(1);
  expect(bars[3]?.from).toBe(bars[2]?.to);
});

test('a bank that paid next to nothing: the bars stand on nil and nothing is cut', () => {
  const { bars, cutBelowMinor } = placeBridge([
    total('portalTotal', 100_000),
    step(-95_000),
    total('bankTotal', 5_000),
  ]);
  expect(cutBelowMinor).toBeNull();
  expect(bars[1]).toMatchObject({ from: 1, to: 0.05, cut: false });
});

test('a file of refunds alone hangs below nil', () => {
  const { bars } = placeBridge([total('portalTotal', -5_000), total('bankTotal', -5_000)]);
  expect(bars[0]).toMatchObject({ from: 1, to: 0 });
});

test('every bar begins where the one before it ended, inside the picture, whatever the amounts', () => {
  const amounts = fc.array(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), { maxLength: 12 });
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), amounts, (start, changes) => {
      const end = changes.reduce((sum, change) => sum + change, start);
      const { bars } = placeBridge([
        total('portalTotal', start),
        ...changes.map(step),
        total('bankTotal', end),
      ]);
      for (const [index, bar] of bars.entries()) {
        expect(bar.from).toBeGreaterThanOrEqual(0);
        expect(bar.to).toBeLessThanOrEqual(1);
        if (!bar.step.isTotal) expect(bar.from).toBe(bars[index - 1]?.joins);
      }
      expect(bars.at(-2)?.joins).toBe(bars.at(-1)?.to);
    }),
  );
});
