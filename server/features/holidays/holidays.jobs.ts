import type { JobTable } from '../../platform/jobs/worker.ts';
import { dueDaysJob, type HolidayDeps, proposeHolidays, workOnDueDays } from './holidays.service.ts';

const proposeJob = 'holidays.propose';
/** Each night, and each minute what is left of the work, of which there is none on most days. */
export const holidaysSchedule = [
  [proposeJob, '41 0 * * *'],
  [dueDaysJob, '* * * * *'],
] as const;

export const holidaysJobs = (deps: HolidayDeps): JobTable => ({
  [proposeJob]: () => proposeHolidays(deps),
  [dueDaysJob]: () => workOnDueDays(deps),
});
