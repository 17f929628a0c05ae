import { authJobs, authSchedule } from './features/auth/auth.jobs.ts';
import { onboardingJobs, onboardingSchedule } from './features/onboarding/onboarding.jobs.ts';
import { passkeysJobs, passkeysSchedule } from './features/passkeys/passkeys.jobs.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database/database.ts';
import { platformJobs, platformSchedule } from './platform/jobs/housekeeping.ts';
import { type JobWorker, startWorker } from './platform/jobs/worker.ts';
import type { Logger } from './platform/log.ts';
import type { Mailer } from './platform/mail/mailer.ts';

export interface JobDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  mailer: Mailer;
  linkBase: () => string;
  /** The platform role's address: the queue has connections of its own. */
  platformUrl: string;
}

/** Starts the worker with the jobs of every feature. */
export function startJobs({ platformUrl, log, ...deps }: JobDeps): Promise<JobWorker> {
  return startWorker({
    url: platformUrl,
    log,
    jobs: { ...platformJobs(deps), ...authJobs(deps), ...passkeysJobs(deps), ...onboardingJobs(deps) },
    scheduled: [...platformSchedule, ...authSchedule, ...passkeysSchedule, ...onboardingSchedule],
  });
}
