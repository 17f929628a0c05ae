import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform } from '../../platform/database/database.ts';
import type { JobTable } from '../../platform/jobs/worker.ts';
import { deleteMinutes, keepMinute } from './process-report.queries.ts';

const sampleJob = 'platform.sample';
/** Each minute, once for all processes. */
export const platformFigureSchedule = [[sampleJob, '* * * * *']] as const;

/** Two weeks and a day: the same time of last week is there, and one more of it to look at. */
const keptMs = 15 * 24 * 60 * 60_000;

/** Keeps how the platform stands at this minute, and forgets what is older than is compared with. */
export async function sample({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now();
  await inPlatform(db, async (tx) => {
    await keepMinute(tx, now);
    await deleteMinutes(tx, new Date(now.getTime() - keptMs));
  });
}

export const platformFigureJobs = (deps: { db: Database; clock: Clock }): JobTable => ({
  [sampleJob]: () => sample(deps),
});
