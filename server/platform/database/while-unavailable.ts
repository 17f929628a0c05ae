import pRetry from 'p-retry';
import { isDatabaseUnavailable } from './unavailable.ts';

/** The waits between the tries: short at first, because most of what is away is back at once. */
const waitsMs = { first: 100, most: 2_000 } as const;

export interface Waiting {
  /** How long, from the first failure on. */
  forMs: number;
  /** What may succeed later; the database being away where this is absent. */
  isPassing?: (error: unknown) => boolean;
  /** Whether anybody still waits for it. */
  isWanted?: () => boolean;
  /** Hears of the first failure. */
  onWait?: (error: Error) => void;
}

/**
 * Does work that may safely be done twice, again and again while the database is away. Throws what does not pass at
 * once, and the last error when the time is up or nobody waits any more.
 */
export function whileUnavailable<T>(work: () => Promise<T>, waiting: Waiting): Promise<T> {
  const { forMs, isPassing = isDatabaseUnavailable, isWanted = () => true, onWait } = waiting;
  let deadline: number | null = null;
  return pRetry(work, {
    retries: Number.POSITIVE_INFINITY,
    minTimeout: waitsMs.first,
    maxTimeout: waitsMs.most,
    shouldRetry: ({ error }) => {
      if (!isPassing(error)) return false;
      if (deadline === null) onWait?.(error);
      deadline ??= performance.now() + forMs;
      return isWanted() && performance.now() <= deadline;
    },
  });
}
