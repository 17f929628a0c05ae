import type { JobTable } from '../../platform/jobs/worker.ts';
import type { DiscountsDeps } from './discounts.service.ts';
import { type RestateWork, restate, restateJob } from './restate.service.ts';

export const discountsJobs = (deps: DiscountsDeps): JobTable => ({
  [restateJob]: (payload) => restate(deps, payload as RestateWork),
});
