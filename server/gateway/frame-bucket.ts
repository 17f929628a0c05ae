/** How much one line may say: a token bucket (a burst, filled again at a steady rate), so that a hard day is no flood. */
export interface FrameBucket {
  /** Takes a token; false where none is left. */
  take(): boolean;
}

/** `nowMs` is monotonic: a machine's clock that is set back fills nothing. */
export function frameBucket(
  { burst, perSecond }: { readonly burst: number; readonly perSecond: number },
  nowMs: () => number,
): FrameBucket {
  let left = burst;
  let at = nowMs();
  return {
    take: () => {
      const now = nowMs();
      left = Math.min(burst, left + ((now - at) / 1_000) * perSecond);
      at = now;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
