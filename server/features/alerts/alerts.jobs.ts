import type { JobTable } from '../../platform/jobs/worker.ts';
import { tellOverdue } from './overdue.service.ts';
import { type AlertDeps, silenceWatch } from './silent.service.ts';

const silentJob = 'alerts.silentTerminals';
const overdueJob = 'alerts.overdue';
/** Every minute; at half past eight in the morning in Riyadh. */
export const alertsSchedule = [
  [silentJob, '* * * * *'],
  [overdueJob, '30 5 * * *'],
] as const;

export const alertsJobs = (deps: AlertDeps): JobTable => ({
  [silentJob]: silenceWatch(deps),
  [overdueJob]: () => tellOverdue(deps),
});
