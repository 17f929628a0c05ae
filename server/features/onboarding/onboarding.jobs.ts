import { correctionDays } from '@mizan/contract/onboarding.ts';
import type { Origin } from '../../platform/audit/audit.ts';
import { inPlatform } from '../../platform/database/database.ts';
import type { JobTable } from '../../platform/jobs/worker.ts';
import type { AuthDeps } from '../auth/auth.deps.ts';
import { activationJob, sendAskedActivation } from './activation.service.ts';
import { deleteUnsentDocuments } from './documents.queries.ts';
import { deleteLapsedApplications } from './lapsed.service.ts';

/** Uploads of drafts outlive the longest link that they may wait for, and no more. */
const keepMs = correctionDays * 24 * 60 * 60_000;
const tidyJob = 'onboarding.tidy';
/** Seventeen minutes past every hour. */
export const onboardingSchedule = [[tidyJob, '17 * * * *']] as const;

export const onboardingJobs = (deps: Pick<AuthDeps, 'db' | 'clock' | 'mailer' | 'linkBase'>): JobTable => ({
  [tidyJob]: async () => {
    const { db, clock } = deps;
    const before = new Date(clock.now().getTime() - keepMs);
    await inPlatform(db, (tx) => deleteUnsentDocuments(tx, before));
    await deleteLapsedApplications({ db, clock });
  },
  [activationJob]: (payload) => {
    const { name, ...from } = payload as { name: string } & Origin;
    return sendAskedActivation(deps, name, from);
  },
});
