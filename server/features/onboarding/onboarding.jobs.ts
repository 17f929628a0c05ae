import { correctionDays } from '@mizan/contract/onboarding.ts';
import { inPlatform } from '../../platform/database/database.ts';
import type { JobTable } from '../../platform/jobs/worker.ts';
import type { AuthDeps } from '../auth/auth.deps.ts';
import { deleteUnsentDocuments } from './documents.queries.ts';
import { deleteLapsedApplications } from './lapsed.service.ts';

/** Uploads of drafts outlive the longest link that they may wait for, and no more. */
const keepMs = correctionDays * 24 * 60 * 60_000;
const tidyJob = 'onboarding.tidy';
/** Seventeen minutes past every hour. */
export const onboardingSchedule = [[tidyJob, '17 * * * *']] as const;

export const onboardingJobs = ({ db, clock }: Pick<AuthDeps, 'db' | 'clock'>): JobTable => ({
  [tidyJob]: async () => {
    const before = new Date(clock.now().getTime() - keepMs);
    await inPlatform(db, (tx) => deleteUnsentDocuments(tx, before));
    await deleteLapsedApplications({ db, clock });
  },
});
