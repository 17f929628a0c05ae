import type { JobTable } from '../../platform/jobs/worker.ts';
import { type FilesLetterDeps, writeFilesLetters } from './files-letter.service.ts';

const dailyJob = 'filesLetter.daily';
/** Each minute: on most of them nothing is due. */
export const filesLetterSchedule = [[dailyJob, '* * * * *']] as const;

export const filesLetterJobs = (deps: FilesLetterDeps): JobTable => ({
  [dailyJob]: () => writeFilesLetters(deps),
});
