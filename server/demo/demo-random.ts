/** Numbers that look like chance and are the same at every run: the demo tells one story. */
export interface Chance {
  /** 0 <= x < 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True in so many of a hundred cases. */
  percent(share: number): boolean;
  /** One of the values, each as likely as its weight. */
  weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T;
  /** Around a median, with a long tail upwards, as what people spend is spread. */
  lognormal(median: number, spread: number): number;
  /** `count` decimal digits. */
  digits(count: number): string;
}

/** mulberry32: 32 bits of state are plenty for a demo. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    percent: (share) => next() * 100 < share,
    weighted: (choices) => pickByWeight(choices, next()),
    // Box-Muller: the logarithm of 1 - x, because x may be 0.
    lognormal: (median, spread) => {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return median * Math.exp(spread * normal);
    },
    digits: (count) => Array.from({ length: count }, () => Math.floor(next() * 10)).join(''),
  };
}

function pickByWeight<T>(choices: readonly (readonly [weight: number, value: T])[], at: number): T {
  let left = at * choices.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, value] of choices) {
    left -= weight;
    if (left < 0) return value;
  }
  const last = choices.at(-1);
  if (!last) throw new RangeError('nothing to choose from');
  return last[1];
}
