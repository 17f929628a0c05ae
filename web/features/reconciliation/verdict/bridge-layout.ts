import type { BridgeStep } from '@mizan/contract/reconciliation.ts';

/** A bar of the bridge as shares of the picture's height, 0 at its foot and 1 at its top. */
export interface PlacedBar {
  step: BridgeStep;
  from: number;
  to: number;
  /** Where the line to the next bar runs; null after the last one. */
  joins: number | null;
  /** A total whose foot is cut away. */
  cut: boolean;
}

export interface PlacedBridge {
  bars: PlacedBar[];
  /** Where the bars are cut, in minor units; null where they stand on nil. */
  cutBelowMinor: number | null;
}

/** Steps this small beside their totals would be hairlines; then the foot of the totals is cut away. */
const cutAboveShare = 0.5;
/** How much of the picture's height the cut totals keep below the lowest step. */
const footShare = 0.35;

/** The level at which each bar ends, running from total to total. */
function levelsOf(steps: readonly BridgeStep[]): { from: number; to: number }[] {
  let level = 0;
  return steps.map(({ isTotal, amountMinor }) => {
    const from = isTotal ? 0 : level;
    level = from + amountMinor;
    return { from, to: level };
  });
}

/** The next lower round figure, by the size of what shows above it. */
function roundBelow(valueMinor: number, spanMinor: number): number {
  const unit = 10 ** Math.max(2, Math.floor(Math.log10(Math.max(spanMinor, 1))));
  return Math.max(0, Math.floor(valueMinor / unit) * unit);
}

/**
 * Places the bars of a bridge (sums in minor units). Where all levels are high above nil, the totals are cut at
 * a round figure, which the picture has to say.
 */
export function placeBridge(steps: readonly BridgeStep[]): PlacedBridge {
  const levels = levelsOf(steps);
  const ends = levels.map(({ to }) => to);
  const low = Math.min(...ends);
  const high = Math.max(...ends, 0);
  const isHigh = low > 0 && low / high > cutAboveShare && high > low;
  const foot = isHigh ? roundBelow(low - (high - low) * footShare, high - low) : Math.min(low, 0);
  const span = high - foot || 1;
  const share = (minor: number): number => Math.min(1, Math.max(0, (minor - foot) / span));
  const bars = steps.map((step, index) => {
    const { from, to } = levels[index] ?? { from: 0, to: 0 };
    const last = index === steps.length - 1;
    return {
      step,
      from: share(from),
      to: share(to),
      joins: last ? null : share(to),
      cut: step.isTotal && foot > 0,
    };
  });
  return { bars, cutBelowMinor: foot > 0 ? foot : null };
}
