import type { JobTable } from '../../platform/jobs/worker.ts';
import { deliverJob } from '../../platform/webhooks/tell-webhooks.ts';
import { type DeliverDeps, deliver, deliverDue, dueJob } from './deliver.service.ts';
import { forgetOldRequests } from './once.service.ts';

const tidyJob = 'integrator.tidy';
/** Seventeen minutes past every hour; every minute. */
export const integratorSchedule = [
  [tidyJob, '17 * * * *'],
  [dueJob, '* * * * *'],
] as const;

export const integratorJobs = (deps: DeliverDeps): JobTable => ({
  [tidyJob]: () => forgetOldRequests(deps.db, deps.clock),
  [dueJob]: () => deliverDue(deps),
  [deliverJob]: (payload) => {
    const { merchantId, deliveryId } = payload as { merchantId: string; deliveryId: string };
    return deliver(deps, { merchantId, id: deliveryId });
  },
});
