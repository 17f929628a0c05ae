import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';

/** A database that is restarted or fails over is back within this; what waits longer is answered with 503. */
const patienceMs = 30_000;
const firstWaitMs = 100;
const longestWaitMs = 2_000;

/**
 * Does work that may safely be done twice, again and again while the database is away.
 * @throws the last error once the patience is at its end, and every other error at once.
 */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() + waitMs > deadline) throw error;
      await delay(waitMs);
    }
  }
}
