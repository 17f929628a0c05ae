import type { Tx } from '../../platform/database/database.ts';
import { type Mailer, writeMail } from '../../platform/mail/mailer.ts';
import { findWaitingOf } from './applications.queries.ts';
import { underReviewMail } from './onboarding.mails.ts';

/**
 * Tells an applicant that the application waits for us, in the transaction that verifies their e-mail. Nothing where
 * it does not: who was rejected, or asked for a correction, before the link was followed has a mail that says so.
 */
export async function tellUnderReview(
  tx: Tx,
  mailer: Mailer,
  owner: { id: string; merchantId: string | null },
): Promise<void> {
  const waiting = await findWaitingOf(tx, owner);
  if (waiting) await writeMail(tx, mailer, underReviewMail(waiting));
}
