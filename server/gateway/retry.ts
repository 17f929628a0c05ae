import { setTimeout as wait } from 'node:timers/promises';
import { TryAgain } from '../features/payments/payment-link-context.ts';
import { gatewayLimits } from './gateway-limits.ts';

/** Classes of SQLSTATE that pass: connection, rollback by the server, resources, shutdown; and a lock not got. */
const passingStates = /^(08|40|53|57)|^55P03$/;
const sqlState = /^[0-9A-Z]{5}$/;

/** Whether the database was away or busy, so that the same work may succeed later. */
export function isPassing(error: unknown): boolean {
  if (error instanceof TryAgain) return true;
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return false;
  const { code } = error as Error & { code?: unknown };
  if (typeof code === 'string' && sqlState.test(code)) return passingStates.test(code);
  if (typeof code === 'string') return /^E[A-Z]+$/.test(code);
  return /timeout|terminated|connection|rolled back/i.test(error.message);
}

/**
 * Does the work again while the database is away, as long as `isWanted` and not longer than the limit. Throws
 * what does not pass, and the last error when the time is up.
 */
export async function whileAway(work: () => Promise<void>, isWanted: () => boolean): Promise<void> {
  const startedAt = performance.now();
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const timeUp = performance.now() - startedAt > gatewayLimits.retryForMs;
      if (!isPassing(error) || timeUp || !isWanted()) throw error;
      await wait(gatewayLimits.retryWaitsMs[tries] ?? gatewayLimits.retryWaitsMs.at(-1));
    }
  }
}
