import type { JobTable } from '../../platform/jobs/worker.ts';
import { pushJob } from '../../platform/notices/keep-notice.ts';
import { forgetSignedOut, type PushDeps, pushOneJob, sendNotice, sendOne } from './send-push.service.ts';

const tidyJob = 'pushDevices.forgetSignedOut';
/** Every ten minutes; sessions are kept for days after their end. */
export const pushDevicesSchedule = [[tidyJob, '*/10 * * * *']] as const;

export const pushDevicesJobs = (deps: PushDeps): JobTable => ({
  [pushJob]: (payload) => sendNotice(deps, payload as { merchantId: string; seq: number }),
  [pushOneJob]: (payload) => sendOne(deps, payload as { merchantId: string; deviceId: string; seq: number }),
  [tidyJob]: async () => void (await forgetSignedOut(deps)),
});
