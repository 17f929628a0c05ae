import { deleteOldRequests } from './features/exceptions/exceptions-together.queries.ts';
import { forgetOldDeliveries } from './features/integrator/old-deliveries.service.ts';
import { deleteRemoved } from './features/push-devices/push-devices.queries.ts';
import { deleteOldDrops } from './features/watched-folder/refused-drops.queries.ts';
import { deleteOldViolations } from './gateway/presence.queries.ts';
import type { KeepDeps } from './platform/housekeeping/housekeeping.jobs.ts';
import { inBatches } from './platform/housekeeping/in-batches.ts';
import { endOfDays, timeIsUp } from './platform/housekeeping/retention.ts';
import type { JobTable } from './platform/jobs/worker.ts';

const tidyJob = 'portal.tidy';
/** Twenty-nine minutes past every hour. */
export const tidySchedule = [[tidyJob, '29 * * * *']] as const;

/** A request that is repeated comes back within minutes; its answer is kept for whoever asks what was answered. */
const exceptionRequestsDays = 90;
/** The day's letter names each within a day, where there is one. */
const refusedDropsDays = 90;

/** Deletes what the parts of the portal wrote and nobody needs any more (docs/decisions/0147-how-long-things-are-kept.md). */
export async function tidyParts(deps: KeepDeps): Promise<void> {
  const { db, clock } = deps;
  const before = (days: number): Date => endOfDays(clock.now(), days);
  await forgetOldDeliveries(deps);
  await inBatches(db, async (tx, most) => deleteRemoved(tx, await timeIsUp(tx, 'sessions', deps), most));
  await inBatches(db, async (tx, most) =>
    deleteOldViolations(tx, await timeIsUp(tx, 'violations', deps), most),
  );
  await inBatches(db, (tx, most) => deleteOldDrops(tx, before(refusedDropsDays), most));
  await inBatches(db, (tx, most) => deleteOldRequests(tx, before(exceptionRequestsDays), most));
}

export const tidyJobs = (deps: KeepDeps): JobTable => ({ [tidyJob]: () => tidyParts(deps) });
