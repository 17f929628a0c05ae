import { countAttempt, isWithinLimit, ofUser } from '../../platform/attempts/attempts.ts';
import type { Actor, Origin } from '../../platform/audit/audit.ts';
import { inPlatform, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { hashToken } from '../../platform/sessions/secret-token.ts';
import type { AuthDeps } from '../auth/auth.deps.ts';
import { sendActivationLink } from '../auth/email-links.service.ts';
import { applicantActor } from './applicant.ts';
import { findOwnerOfDraft, findUnverifiedOwner } from './applications.queries.ts';

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

export const activationJob = 'onboarding.sendActivation';

/**
 * Takes note that somebody wants the link that verifies an e-mail once more, by the e-mail or username of its account.
 * Whether there is one that waits for it is looked up by a job, as for a reset link: neither the answer nor its time
 * tells. @throws Failure 'rateLimited'
 */
export async function askForActivation(
  { db, clock, mailMoment }: AuthDeps,
  name: string,
  { ip, userAgent }: Origin,
): Promise<void> {
  await countAttempt(db, clock, 'activationsOfName', name);
  const payload = { name: name.trim(), ip, userAgent };
  await inPlatform(db, (tx) => enqueue(tx, activationJob, payload, { afterMs: mailMoment() }));
}

/**
 * The job: writes the mail where an application waits for it. The account counts once more here, because it has two
 * names to ask by.
 */
export async function sendAskedActivation(
  deps: Pick<AuthDeps, 'db' | 'clock' | 'mailer' | 'linkBase'>,
  name: string,
  from: Origin,
): Promise<void> {
  const { db, clock } = deps;
  const owner = await inPlatform(db, (tx) => findUnverifiedOwner(tx, name));
  if (!owner || !(await isWithinLimit(db, clock, 'activationsOfAccount', ofUser(owner.ownerId)))) return;
  await inPlatform(db, async (tx) => {
    const current = await findUnverifiedOwner(tx, name);
    if (current)
      await sendLinkAgain(tx, deps, applicantActor(current, from), {
        to: current.email,
        locale: current.locale,
      });
  });
}
