import type { JobTable } from '../../platform/jobs/worker.ts';
import { askDaily } from './reconcile-time.service.ts';
import type { TerminalReconciliationDeps } from './terminal-reconciliation.service.ts';

const dailyJob = 'terminalReconciliation.daily';
/** Each minute: on most of them nothing is due. */
export const terminalReconciliationSchedule = [[dailyJob, '* * * * *']] as const;

export const terminalReconciliationJobs = (deps: TerminalReconciliationDeps): JobTable => ({
  [dailyJob]: () => askDaily(deps),
});
