import type { KeepDeps } from '../../platform/housekeeping/housekeeping.jobs.ts';
import { inBatches } from '../../platform/housekeeping/in-batches.ts';
import { endOfDays } from '../../platform/housekeeping/retention.ts';
import { deleteDeliveries, selectOldDeliveries } from './webhooks.queries.ts';

/** Forgets webhook messages and their attempts that were over for so long; what waits stays, however old. @returns how many */
export function forgetOldDeliveries({ db, clock, keepDays }: KeepDeps): Promise<number> {
  const before = endOfDays(clock.now(), keepDays.webhooks);
  return inBatches(db, async (tx, most) => {
    const old = await selectOldDeliveries(tx, before, most);
    return old.length === 0 ? 0 : deleteDeliveries(tx, old);
  });
}
