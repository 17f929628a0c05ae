import { deleteOldMessages } from '../bus/live-messages.queries.ts';
import type { Clock } from '../clock.ts';
import { type Database, inPlatform } from '../database/database.ts';
import type { JobTable } from '../jobs/worker.ts';
import { type Mailer, sendMail, sendMailJob } from '../mail/mailer.ts';
import { deleteOldMails } from '../mail/outbox.queries.ts';
import { deleteOld as deleteOldSessions } from '../sessions/sessions.queries.ts';

const dayMs = 24 * 60 * 60_000;

/** How long the platform keeps what nobody needs any more. Ended sessions stay a while for whoever asks. */
const keepMs = { liveMessages: dayMs, sessions: 30 * dayMs, mails: 30 * dayMs } as const;

export const tidyJob = 'platform.tidy';
/** Eleven minutes past every hour. */
export const platformSchedule = [[tidyJob, '11 * * * *']] as const;

/** Deletes what has had its time, as the platform: it is of all merchants and of none. */
export async function tidyPlatform(db: Database, clock: Clock): Promise<void> {
  const before = (ageMs: number): Date => new Date(clock.now().getTime() - ageMs);
  await inPlatform(db, (tx) => deleteOldMessages(tx, before(keepMs.liveMessages)));
  await inPlatform(db, (tx) => deleteOldSessions(tx, before(keepMs.sessions)));
  await inPlatform(db, (tx) => deleteOldMails(tx, before(keepMs.mails)));
}

/** The jobs that belong to no feature. */
export function platformJobs({
  db,
  clock,
  mailer,
}: {
  db: Database;
  clock: Clock;
  mailer: Mailer;
}): JobTable {
  return {
    [sendMailJob]: (payload) => sendMail(db, mailer, (payload as { mailId: string }).mailId),
    [tidyJob]: () => tidyPlatform(db, clock),
  };
}
