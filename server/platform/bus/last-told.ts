/** When a process last heard a message of each merchant, by its own clock that only goes on. */
export interface LastTold {
  heard(merchantId: string): void;
  /** In ms of performance.now(): no message of this merchant was heard after it. */
  of(merchantId: string): number;
}

/** A merchant of whom more others were heard since counts as heard with the first that is remembered. */
const rememberedMost = 10_000;

/** Begins now: of what was said before it nothing is known, so every merchant counts as heard at this moment. */
export function lastTold(most: number = rememberedMost): LastTold {
  /** The one that was heard longest ago stands first. */
  const atMs = new Map<string, number>();
  let othersMs = performance.now();
  return {
    heard(merchantId) {
      atMs.delete(merchantId);
      atMs.set(merchantId, performance.now());
      if (atMs.size <= most) return;
      const [oldest] = atMs;
      if (!oldest) return;
      atMs.delete(oldest[0]);
      othersMs = oldest[1];
    },
    of: (merchantId) => atMs.get(merchantId) ?? othersMs,
  };
}
