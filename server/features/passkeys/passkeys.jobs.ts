import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform } from '../../platform/database/database.ts';
import type { JobTable } from '../../platform/jobs/worker.ts';
import { deleteOldPasskeyChallenges } from './passkey-challenges.queries.ts';

/** Challenges that expired are kept for a day. */
const keepMs = 24 * 60 * 60_000;
const tidyJob = 'passkeys.tidy';
/** A quarter past every hour. */
export const passkeysSchedule = [[tidyJob, '15 * * * *']] as const;

interface TidyDeps {
  db: Database;
  clock: Clock;
}

/** Deletes what has had its time. */
export async function tidyPasskeys({ db, clock }: TidyDeps): Promise<void> {
  const before = new Date(clock.now().getTime() - keepMs);
  await inPlatform(db, (tx) => deleteOldPasskeyChallenges(tx, before));
}

export const passkeysJobs = (deps: TidyDeps): JobTable => ({ [tidyJob]: () => tidyPasskeys(deps) });
