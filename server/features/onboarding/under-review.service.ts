import type { Tx } from '../../platform/database/database.ts';
import { happened, nobody } from '../../platform/facts/facts.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { applicantLetter } from './applicant.ts';
import { findWaitingOf } from './applications.queries.ts';

/**
 * Tells an applicant that the application waits for us, in the transaction that verifies their e-mail. Nothing where
 * it does not: who was rejected, or asked for a correction, before the link was followed has a mail that says so.
 */
export async function tellUnderReview(
  tx: Tx,
  mailer: Mailer,
  owner: { id: string; merchantId: string | null },
): Promise<void> {
  const { merchantId } = owner;
  const waiting = await findWaitingOf(tx, owner);
  if (!waiting || merchantId === null) return;
  const about = { type: 'merchant', id: merchantId } as const;
  const mail = applicantLetter(mailer, waiting);
  await happened(tx, nobody(merchantId), {
    fact: 'onboarding.underReview',
    at: mailer.clock.now(),
    about,
    mail,
  });
}
