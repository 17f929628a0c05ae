import type { JobTable } from '../../platform/jobs/worker.ts';
import { dueDaysJob, type HolidayDeps, proposeHolidays, workOnDueDays } from './holidays.service.ts';

const proposeHolidaysJob = 'holidays.propose';
/** Each night (and, by whoever starts the jobs, at each start), and each minute what is left of the work, of which there is none on most days. */
export const holidaysSchedule = [
  [proposeHolidaysJob, '41 0 * * *'],
  [dueDaysJob, '* * * * *'],
] as const;

export const holidaysJobs = (deps: HolidayDeps): JobTable => ({
  [proposeHolidaysJob]: () => proposeHolidays(deps),
  [dueDaysJob]: () => workOnDueDays(deps),
});
