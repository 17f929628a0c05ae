import type { JobTable } from '../../platform/jobs/worker.ts';
import { type ReportDeps, writeReports } from './report-run.ts';

const reportsJob = 'reports.due';
/** Each minute: on most of them nothing is due. */
export const reportsSchedule = [[reportsJob, '* * * * *']] as const;

export const reportsJobs = (deps: ReportDeps): JobTable => ({ [reportsJob]: () => writeReports(deps) });
