import type { JobTable } from '../../platform/jobs/worker.ts';
import { tidyHistory } from './terminal-history.service.ts';
import type { TerminalDeps } from './terminals.service.ts';

const tidyHistoryJob = 'terminals.tidyHistory';
/** Each hour, so that there is never much of it. */
export const terminalsSchedule = [[tidyHistoryJob, '23 * * * *']] as const;

export const terminalsJobs = (deps: TerminalDeps): JobTable => ({
  [tidyHistoryJob]: () => tidyHistory(deps),
});
