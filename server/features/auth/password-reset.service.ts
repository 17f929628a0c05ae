import { mailLinkHours } from '@mizan/contract/auth.ts';
import { invalidTokenMessage } from '@mizan/contract/errors.ts';
import { paths } from '@mizan/contract/paths.ts';
import { countAttempt } from '../../platform/attempts/attempts.ts';
import type { Origin } from '../../platform/audit/audit.ts';
import { inPlatform } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure } from '../../platform/failure.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { writeMail } from '../../platform/mail/mailer.ts';
import { hashPassword } from '../../platform/sessions/passwords.ts';
import { hashToken, isToken, newToken } from '../../platform/sessions/secret-token.ts';
import { changePassword } from '../users/users.service.ts';
import type { AuthDeps } from './auth.deps.ts';
import { resetLinkMail } from './auth.mails.ts';
import { readAccount } from './auth.queries.ts';
import { actorOf } from './credentials.ts';
import { isEasy, meetsRules } from './easy-password.ts';
import { proveMailbox } from './email-links.service.ts';
import { findLink, insertLink, spendLink } from './mail-links.queries.ts';
import { endOtherAccess } from './other-access.ts';
import { findReader, type ResetReader } from './password-reset.queries.ts';

export const resetLinkJob = 'auth.sendResetLink';
const linkLifeMs = mailLinkHours * 60 * 60_000;
const purpose = 'RESET_PASSWORD';

/**
 * Takes note that somebody wants a reset link. Whether the e-mail is registered is looked up by a job, so that
 * neither the answer nor its time tells, and at a moment of its own, so that what is asked next does not tell either.
 * @throws Failure 'rateLimited'
 */
export async function askForReset(deps: AuthDeps, email: string, { ip, userAgent }: Origin): Promise<void> {
  const { db, clock } = deps;
  await countAttempt(db, clock, 'forgotOfAccount', email);
  await inPlatform(db, (tx) =>
    enqueue(tx, resetLinkJob, { email: email.trim(), ip, userAgent }, { afterMs: deps.mailMoment() }),
  );
}

/** The link names the address that it is mailed to: it proves that mailbox and no other. */
const linkTo = ({ id, email }: ResetReader) => ({ purpose, userId: id, payload: { email } }) as const;

/** The job: writes the link's mail where the e-mail is registered. `from` is who asked for it. */
export async function sendResetLink(
  deps: Pick<AuthDeps, 'db' | 'clock' | 'mailer' | 'linkBase'>,
  email: string,
  from?: Origin,
): Promise<void> {
  const { db, clock, mailer, linkBase } = deps;
  await inPlatform(db, async (tx) => {
    const reader = await findReader(tx, email);
    // Spelled so that the database finds it and the counter of its limit does not: as if there were none.
    if (!reader || reader.email.toLowerCase() !== email.toLowerCase()) return;
    const token = newToken();
    const at = clock.now();
    const expiresAt = new Date(at.getTime() + linkLifeMs);
    await insertLink(tx, { ...linkTo(reader), tokenHash: hashToken(token), at, expiresAt });
    const link = `${linkBase()}${paths.reset}?token=${token}`;
    await writeMail(tx, mailer, resetLinkMail(reader.email, reader.locale, link));
    await happened(tx, actorOf(reader, from), { fact: 'auth.resetLinkSent', at });
  });
}

const invalid = (): Failure => new Failure('invalidToken', invalidTokenMessage);
const weak = (): Failure =>
  new Failure('badRequest', 'Password is weak.', { 'body.newPassword': 'Password is weak.' });

/** Whether a link may still be followed, before anybody thinks of a password for it. @throws Failure 'invalidToken' */
export async function checkResetLink({ db, clock }: AuthDeps, token: string): Promise<void> {
  if (!isToken(token)) throw invalid();
  const found = await inPlatform(db, (tx) => findLink(tx, purpose, hashToken(token), clock.now()));
  if (!found) throw invalid();
}

/**
 * Sets a password by a link: once, within 24 hours. Sessions, trusted devices, open codes and other links of
 * the user end with the old password. Who could read the mail has proven its mailbox, as by an activation link. @throws Failure 'badRequest' for a weak or over-long one, 'invalidToken'
 */
export async function resetPassword(
  deps: AuthDeps,
  { token, newPassword }: { token: string; newPassword: string },
  from: Origin,
): Promise<void> {
  const { db, clock } = deps;
  if (!meetsRules(newPassword)) throw weak();
  if (!isToken(token)) throw invalid();
  const tokenHash = hashToken(token);
  // Hashing takes long, so it is done for real links alone, and while no row is held.
  const found = await inPlatform(db, async (tx) => {
    const link = await findLink(tx, purpose, tokenHash, clock.now());
    return link && { ...link, account: await readAccount(tx, link.userId) };
  });
  if (!found) throw invalid();
  const { userId, payload } = found;
  const about = [found.account?.fullName ?? '', found.account?.email ?? ''];
  if (await isEasy(deps, newPassword, about)) throw weak();
  const passwordHash = await hashPassword(newPassword);
  await inPlatform(db, async (tx) => {
    const at = clock.now();
    if (!(await spendLink(tx, purpose, tokenHash, userId, at))) throw invalid();
    await changePassword(tx, userId, passwordHash);
    await endOtherAccess(tx, userId, { kept: null, at });
    const account = await readAccount(tx, userId);
    if (!account) return;
    await happened(tx, actorOf(account, from), { fact: 'auth.passwordReset', at });
    if (payload?.email === account.email) await proveMailbox(tx, deps, account, { at, from });
  });
}
