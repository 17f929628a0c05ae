import { exportSources } from './export-sources.ts';
import { authJobs, authSchedule } from './features/auth/auth.jobs.ts';
import { banksJobs } from './features/banks/manage/banks.jobs.ts';
import { discountsJobs } from './features/discounts/discounts.jobs.ts';
import { expectationsJobs } from './features/expectations/expectations.jobs.ts';
import { exportsJobs, exportsSchedule } from './features/exports/exports.jobs.ts';
import { filesLetterJobs, filesLetterSchedule } from './features/files-letter/files-letter.jobs.ts';
import { holidaysJobs, holidaysSchedule } from './features/holidays/holidays.jobs.ts';
import { proposeHolidays } from './features/holidays/holidays.service.ts';
import { onboardingJobs, onboardingSchedule } from './features/onboarding/onboarding.jobs.ts';
import { passkeysJobs, passkeysSchedule } from './features/passkeys/passkeys.jobs.ts';
import { exceptionsJobs } from './features/reconciliation/asked-people.ts';
import { reconciliationJobs } from './features/reconciliation/reconciliation.jobs.ts';
import {
  terminalReconciliationJobs,
  terminalReconciliationSchedule,
} from './features/terminal-reconciliation/terminal-reconciliation.jobs.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database/database.ts';
import { platformJobs, platformSchedule } from './platform/housekeeping/housekeeping.jobs.ts';
import { type JobWorker, startWorker } from './platform/jobs/worker.ts';
import type { Logger } from './platform/log.ts';
import type { Mailer } from './platform/mail/mailer.ts';

export interface JobDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  mailer: Mailer;
  linkBase: () => string;
  /** Where prepared exports lie. */
  exportsFolder: string;
  /** The platform role's address: the queue has connections of its own. */
  platformUrl: string;
}

/** Starts the worker with the jobs of every feature, after what is looked at with every start: the holidays of the years at hand. */
export async function startJobs({
  platformUrl,
  log,
  exportsFolder: folder,
  ...deps
}: JobDeps): Promise<JobWorker> {
  const exports = exportsJobs({ ...deps, folder, sources: exportSources(deps) });
  await proposeHolidays(deps);
  return startWorker({
    url: platformUrl,
    log,
    jobs: {
      ...platformJobs(deps),
      ...authJobs(deps),
      ...banksJobs(deps),
      ...discountsJobs(deps),
      ...expectationsJobs(deps),
      ...passkeysJobs(deps),
      ...onboardingJobs(deps),
      ...reconciliationJobs(deps),
      ...exceptionsJobs(deps),
      ...exports,
      ...holidaysJobs(deps),
      ...terminalReconciliationJobs(deps),
      ...filesLetterJobs(deps),
    },
    scheduled: [
      ...platformSchedule,
      ...authSchedule,
      ...passkeysSchedule,
      ...onboardingSchedule,
      ...exportsSchedule,
      ...holidaysSchedule,
      ...terminalReconciliationSchedule,
      ...filesLetterSchedule,
    ],
  });
}
