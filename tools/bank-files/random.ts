/** Repeatable chance: the same seed gives the same file, so that a printed seed is a whole bug report. */
export interface Random {
  /** A whole number from `from` to `to`, both included. */
  whole: (from: number, to: number) => number;
  /** True about once in `times`. */
  oneIn: (times: number) => boolean;
  pick: <T>(from: readonly T[]) => T;
  shuffled: <T>(from: readonly T[]) => T[];
}

/** Mulberry32: small, quick and even enough for files. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    whole,
    oneIn: (times) => whole(1, times) === 1,
    pick: <T>(from: readonly T[]): T => {
      if (from.length === 0) throw new RangeError('nothing to pick from');
      return from[whole(0, from.length - 1)] as T;
    },
    shuffled: <T>(from: readonly T[]): T[] => {
      const all = [...from];
      for (let at = all.length - 1; at > 0; at--) {
        const other = whole(0, at);
        [all[at], all[other]] = [all[other] as T, all[at] as T];
      }
      return all;
    },
  };
}
