import { RolledBack, TryAgain } from '../platform/database/try-again.ts';
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts';
import { whileUnavailable } from '../platform/database/while-unavailable.ts';
import { gatewayLimits } from './gateway-limits.ts';

/** Whether the database was away or busy, or somebody quicker, so that the same work may succeed later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof TryAgain || error instanceof RolledBack || isDatabaseUnavailable(error);

/** Does the work again while that passes, as long as `isWanted` and not longer than the limit. */
export const whileAway = (work: () => Promise<void>, isWanted: () => boolean): Promise<void> =>
  whileUnavailable(work, { forMs: gatewayLimits.retryForMs, isPassing, isWanted });
