import { deleteOldCounters, deleteOldMemories } from '../../platform/attempts/attempts.queries.ts';
import { knownForMs } from '../../platform/attempts/known-addresses.ts';
import type { Origin } from '../../platform/audit/audit.ts';
import { inPlatform } from '../../platform/database/database.ts';
import type { JobTable } from '../../platform/jobs/worker.ts';
import type { AuthDeps } from './auth.deps.ts';
import { deleteOldLinks } from './mail-links.queries.ts';
import { deleteOldChallenges } from './one-time-codes.queries.ts';
import { resetLinkJob, sendResetLink } from './password-reset.service.ts';
import { deleteOldKeys } from './sign-in-keys.queries.ts';
import { keyLife } from './sign-in-keys.ts';
import { deleteOldDevices } from './trusted-devices.queries.ts';
import { endedDevicesDays } from './trusted-devices.service.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** How long sign-in keeps what is over. Counters outlive their longest window. */
const keepMs = {
  challenges: dayMs,
  counters: 2 * hourMs,
  links: 30 * dayMs,
  devices: endedDevicesDays * dayMs,
} as const;

const tidyJob = 'auth.tidy';
/** Thirteen minutes past every hour. */
export const authSchedule = [[tidyJob, '13 * * * *']] as const;

/** Deletes what has had its time. */
export async function tidyAuth({ db, clock }: Pick<AuthDeps, 'db' | 'clock'>): Promise<void> {
  const before = (ageMs: number): Date => new Date(clock.now().getTime() - ageMs);
  await inPlatform(db, async (tx) => {
    await deleteOldChallenges(tx, before(keepMs.challenges));
    await deleteOldCounters(tx, before(keepMs.counters));
    await deleteOldMemories(tx, before(knownForMs));
    await deleteOldLinks(tx, before(keepMs.links));
    await deleteOldDevices(tx, before(keepMs.devices));
    await deleteOldKeys(tx, before(keyLife.takenMs));
  });
}

/** The jobs of sign-in. */
export function authJobs(deps: Pick<AuthDeps, 'db' | 'clock' | 'mailer' | 'linkBase'>): JobTable {
  return {
    [resetLinkJob]: (payload) => {
      const { email, ...from } = payload as { email: string } & Origin;
      return sendResetLink(deps, email, from);
    },
    [tidyJob]: () => tidyAuth(deps),
  };
}
