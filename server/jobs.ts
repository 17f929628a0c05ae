import { exportSources } from './export-sources.ts';
import { alertsJobs, alertsSchedule } from './features/alerts/alerts.jobs.ts';
import { authJobs, authSchedule } from './features/auth/auth.jobs.ts';
import { banksJobs } from './features/banks/manage/banks.jobs.ts';
import { bulkJobs, bulkSchedule } from './features/bulk/bulk.jobs.ts';
import { depositsJobs } from './features/deposits/statements/waiting-statements.ts';
import { discountsJobs } from './features/discounts/discounts.jobs.ts';
import { exceptionsJobs } from './features/exceptions/exceptions.jobs.ts';
import { askForOlder } from './features/exceptions/older-corrections.service.ts';
import { expectationsJobs } from './features/expectations/expectations.jobs.ts';
import { exportsJobs, exportsSchedule } from './features/exports/exports.jobs.ts';
import { filesLetterJobs, filesLetterSchedule } from './features/files-letter/files-letter.jobs.ts';
import { holidaysJobs, holidaysSchedule } from './features/holidays/holidays.jobs.ts';
import { proposeHolidays } from './features/holidays/holidays.service.ts';
import { integratorJobs, integratorSchedule } from './features/integrator/integrator.jobs.ts';
import { noticesJobs, noticesSchedule } from './features/notices/digest.service.ts';
import { onboardingJobs, onboardingSchedule } from './features/onboarding/onboarding.jobs.ts';
import { takeEverything } from './features/ownership/take-everything.ts';
import { passkeysJobs, passkeysSchedule } from './features/passkeys/passkeys.jobs.ts';
import {
  personalDataJobs,
  personalDataSchedule,
} from './features/personal-data/personal-reminders.service.ts';
import { platformFigureJobs, platformFigureSchedule } from './features/platform/platform.jobs.ts';
import { pushDevicesJobs, pushDevicesSchedule } from './features/push-devices/push-devices.jobs.ts';
import { reconciliationJobs } from './features/reconciliation/reconciliation.jobs.ts';
import { refundsJobs } from './features/refunds/refunds.mails.ts';
import { reportsJobs, reportsSchedule } from './features/reports/reports.jobs.ts';
import {
  terminalReconciliationJobs,
  terminalReconciliationSchedule,
} from './features/terminal-reconciliation/terminal-reconciliation.jobs.ts';
import { terminalsJobs, terminalsSchedule } from './features/terminals/terminals.jobs.ts';
import { type KeepDeps, platformJobs, platformSchedule } from './platform/housekeeping/housekeeping.jobs.ts';
import type { IsReachable } from './platform/http/public-address.ts';
import { type JobWorker, startWorker } from './platform/jobs/worker.ts';
import type { Logger } from './platform/log.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { tidyJobs, tidySchedule } from './tidy.jobs.ts';

export interface JobDeps extends KeepDeps {
  log: Logger;
  mailer: Mailer;
  linkBase: () => string;
  /** MIZAN_SECRET: webhooks are signed by what is made of it. */
  secret: string;
  /** Where webhooks may go. */
  isReachable: IsReachable;
  /** Where prepared exports lie. */
  exportsFolder: string;
  /** Where the originals of bank files lie. */
  bankFilesFolder: string;
  /** The platform role's address: the queue has connections of its own. */
  platformUrl: string;
}

/** Starts the worker with the jobs of every feature, after what is looked at with every start: the holidays of the years at hand, and lines of before. */
export async function startJobs({
  platformUrl,
  log,
  exportsFolder: folder,
  bankFilesFolder,
  ...deps
}: JobDeps): Promise<JobWorker> {
  const everything = takeEverything({ db: deps.db, bankFiles: bankFilesFolder });
  const exports = exportsJobs({ ...deps, folder, sources: exportSources(deps), everything });
  await proposeHolidays(deps);
  await askForOlder(deps);
  return startWorker({
    url: platformUrl,
    log,
    jobs: {
      ...platformJobs(deps),
      ...authJobs(deps),
      ...banksJobs(deps),
      ...bulkJobs(deps),
      ...depositsJobs(deps),
      ...discountsJobs(deps),
      ...expectationsJobs(deps),
      ...passkeysJobs(deps),
      ...onboardingJobs(deps),
      ...reconciliationJobs(deps),
      ...exceptionsJobs(deps),
      ...refundsJobs(deps),
      ...exports,
      ...holidaysJobs(deps),
      ...terminalReconciliationJobs(deps),
      ...terminalsJobs(deps),
      ...filesLetterJobs(deps),
      ...reportsJobs(deps),
      ...integratorJobs(deps),
      ...platformFigureJobs(deps),
      ...pushDevicesJobs(deps),
      ...personalDataJobs(deps),
      ...alertsJobs(deps),
      ...noticesJobs(deps),
      ...tidyJobs(deps),
    },
    scheduled: [
      ...platformSchedule,
      ...authSchedule,
      ...passkeysSchedule,
      ...onboardingSchedule,
      ...bulkSchedule,
      ...exportsSchedule,
      ...holidaysSchedule,
      ...terminalReconciliationSchedule,
      ...terminalsSchedule,
      ...filesLetterSchedule,
      ...reportsSchedule,
      ...integratorSchedule,
      ...platformFigureSchedule,
      ...pushDevicesSchedule,
      ...personalDataSchedule,
      ...alertsSchedule,
      ...noticesSchedule,
      ...tidySchedule,
    ],
  });
}
