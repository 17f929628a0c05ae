import { deleteOldMessages } from '../bus/live-messages.queries.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { JobTable } from '../jobs/worker.ts';
import { type Mailer, sendMail, sendMailJob } from '../mail/mailer.ts';
import { deleteOldMails } from '../mail/outbox.queries.ts';
import { deleteOldNotices } from '../notices/notices.queries.ts';
import { deleteOld as deleteOldSessions } from '../sessions/sessions.queries.ts';
import { inBatches } from './in-batches.ts';
import { endOfDays, type Keeping, timeIsUp } from './retention.ts';

/** Live messages are for windows that were away for a moment; nobody else reads them. */
const liveMessagesDays = 1;

export const tidyJob = 'platform.tidy';
/** Eleven minutes past every hour. */
export const platformSchedule = [[tidyJob, '11 * * * *']] as const;

/** Who keeps what for how long. */
export interface KeepDeps extends Keeping {
  readonly db: Database;
  readonly clock: Clock;
}

/** Deletes what has had its time, as the platform: it is of all merchants and of none. */
export async function tidyPlatform(deps: KeepDeps): Promise<void> {
  const { db, clock } = deps;
  await inBatches(db, (tx, most) => deleteOldMessages(tx, endOfDays(clock.now(), liveMessagesDays), most));
  await inBatches(db, async (tx, most) => deleteOldSessions(tx, await timeIsUp(tx, 'sessions', deps), most));
  await inBatches(db, async (tx, most) => deleteOldMails(tx, await timeIsUp(tx, 'mails', deps), most));
  await inBatches(db, async (tx, most) => deleteOldNotices(tx, await timeIsUp(tx, 'notices', deps), most));
}

/** The jobs that belong to no feature. */
export function platformJobs({ mailer, ...deps }: KeepDeps & { mailer: Mailer }): JobTable {
  return {
    [sendMailJob]: (payload) => sendMail(deps.db, mailer, (payload as { mailId: string }).mailId),
    [tidyJob]: () => tidyPlatform(deps),
  };
}
