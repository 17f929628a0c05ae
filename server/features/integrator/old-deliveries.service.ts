import type { KeepDeps } from '../../platform/housekeeping/housekeeping.jobs.ts';
import { inBatches } from '../../platform/housekeeping/in-batches.ts';
import { timeIsUp } from '../../platform/housekeeping/retention.ts';
import { deleteDeliveries, selectOldDeliveries } from './webhooks.queries.ts';

/** Forgets webhook messages and their attempts that were over for so long; what waits stays, however old. @returns how many */
export const forgetOldDeliveries = (deps: KeepDeps): Promise<number> =>
  inBatches(deps.db, async (tx, most) => {
    const old = await selectOldDeliveries(tx, await timeIsUp(tx, 'webhooks', deps), most);
    return old.length === 0 ? 0 : deleteDeliveries(tx, old);
  });
