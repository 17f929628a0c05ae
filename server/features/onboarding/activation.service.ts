import type { Actor, Origin } from '../../platform/audit/audit.ts';
import { inPlatform, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { hashToken } from '../../platform/sessions/secret-token.ts';
import { countAttempt } from '../auth/attempts.ts';
import type { AuthDeps } from '../auth/auth.deps.ts';
import { sendActivationLink } from '../auth/email-links.service.ts';
import { applicantActor } from './applicant.ts';
import { findOwnerOfDraft } from './applications.queries.ts';

/** Sends an applicant the link that verifies their e-mail once more, and writes down that it went out. */
export async function sendLinkAgain(
  tx: Tx,
  deps: Pick<AuthDeps, 'clock' | 'mailer' | 'linkBase'>,
  owner: Actor,
  { to, locale }: { to: string; locale: 'en' | 'ar' },
): Promise<void> {
  await sendActivationLink(tx, deps, { userId: owner.userId, to, locale });
  await happened(tx, owner, { fact: 'onboarding.activationLinkSent', at: deps.clock.now() });
}

/**
 * Sends the link once more to whoever holds the draft; says the same where there is nothing to send.
 * @throws Failure 'rateLimited'
 */
export async function resendActivationOf(deps: AuthDeps, draft: string, from: Origin): Promise<void> {
  await countAttempt(deps.db, deps.clock, 'activationsOfDraft', draft);
  await inPlatform(deps.db, async (tx) => {
    const owner = await findOwnerOfDraft(tx, hashToken(draft));
    if (!owner || owner.verified) return;
    await sendLinkAgain(tx, deps, applicantActor(owner, from), { to: owner.email, locale: owner.locale });
  });
}
