import type { JobTable } from '../../platform/jobs/worker.ts';
import { type LetterDeps, writeLetters } from './reconcile-letter.service.ts';
import { askDaily } from './reconcile-time.service.ts';

const dailyJob = 'terminalReconciliation.daily';
/** Each minute: on most of them nothing is due. */
export const terminalReconciliationSchedule = [[dailyJob, '* * * * *']] as const;

export const terminalReconciliationJobs = (deps: LetterDeps): JobTable => ({
  [dailyJob]: async () => {
    await askDaily(deps);
    await writeLetters(deps);
  },
});
