import type { JobTable } from '../../platform/jobs/worker.ts';
import { type TellDeps, type TellWork, tellAsked, tellAskedJob } from './asked-people.ts';
import { settleOlder, settleOlderJob } from './older-corrections.service.ts';

export const exceptionsJobs = (deps: TellDeps): JobTable => ({
  [tellAskedJob]: (payload) => tellAsked(deps, payload as unknown as TellWork),
  [settleOlderJob]: (payload) => settleOlder(deps, payload as { merchantId: string }),
});
