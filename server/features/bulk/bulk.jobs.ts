import { bulkLimits } from '@mizan/contract/bulk.ts';
import { inPlatform } from '../../platform/database/database.ts';
import type { JobTable } from '../../platform/jobs/worker.ts';
import type { BulkDeps } from './bulk.deps.ts';
import { deleteRun, selectForgotten } from './bulk-runs.queries.ts';
import { type BulkWork, runBulk, runBulkJob } from './run-bulk.ts';

const tidyBulkJob = 'bulk.tidy';
/** Seven minutes past every hour. */
export const bulkSchedule = [[tidyBulkJob, '7 * * * *']] as const;
const dayMs = 24 * 3_600_000;
const runsOfTidy = 100;

/** Files that nobody registered hold names and addresses of people: they are not kept for long. */
async function tidyBulk({ db, clock }: BulkDeps): Promise<void> {
  const before = new Date(clock.now().getTime() - bulkLimits.keptDays * dayMs);
  const forgotten = await inPlatform(db, (tx) => selectForgotten(tx, before, runsOfTidy));
  for (const { merchantId, id } of forgotten) await inPlatform(db, (tx) => deleteRun(tx, merchantId, id));
}

export const bulkJobs = (deps: BulkDeps): JobTable => ({
  [runBulkJob]: (payload) => runBulk(deps, payload as BulkWork),
  [tidyBulkJob]: () => tidyBulk(deps),
});
