import type { DailyLetter } from '@mizan/contract/daily-letter.ts';
import type { Database } from '../database/database.ts';
import { mailsAbout } from './outbox.queries.ts';

/** How far the mails about something came: sent is what the mail server took. Empty where none is kept any more. */
export const mailStatesAbout = async (db: Database, about: string): Promise<DailyLetter['mails']> =>
  (await mailsAbout(db, about)).map(({ to, sentAt, failedReason }) => ({
    to,
    state: sentAt ? 'SENT' : failedReason === null ? 'WAITING' : 'FAILED',
    at: sentAt?.toISOString() ?? null,
  }));
