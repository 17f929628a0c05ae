import { mailLinkHours } from '@mizan/contract/auth.ts';
import { invalidTokenMessage } from '@mizan/contract/errors.ts';
import { paths } from '@mizan/contract/paths.ts';
import type { Origin } from '../../platform/audit/audit.ts';
import { inPlatform, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure } from '../../platform/failure.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { writeMail } from '../../platform/mail/mailer.ts';
import { hashToken, isToken, newToken } from '../../platform/sessions/secret-token.ts';
import { preferencesOf } from '../preferences/preferences.service.ts';
import { changeProfile, type ProfileChange, readProfileFacts, verifyEmail } from '../users/users.service.ts';
import type { AuthDeps } from './auth.deps.ts';
import { activationLinkMail, profileLinkMail } from './auth.mails.ts';
import { type AccountRow, readAccount } from './auth.queries.ts';
import { actorOf } from './credentials.ts';
import {
  deleteLinksOf,
  deleteLinksOfMany,
  findLink,
  insertLink,
  type LinkPurpose,
  type OpenLink,
  spendLink,
  spendLinksOf,
} from './mail-links.queries.ts';
import { maskEmail } from './one-time-codes.ts';
import { endOtherAccess } from './other-access.ts';

type LinkDeps = Pick<AuthDeps, 'db' | 'clock' | 'mailer' | 'mailboxProven'>;

const invalid = (): Failure => new Failure('invalidToken', invalidTokenMessage);

/**
 * Confirms the e-mail that an activation link was sent to, and tells an applicant what comes next: once, also where a
 * second link was asked for while the first one was being followed. @throws Failure 'invalidToken'
 */
export const activateEmail = (deps: LinkDeps, token: string, from: Origin): Promise<void> =>
  followLink(deps, 'ACTIVATE_EMAIL', token, async (tx, { userId, payload }, at) => {
    const account = await readAccount(tx, userId);
    // Mailed to an address that was corrected since: it proves nothing of the new one, and spends none of its links.
    if (!account || (payload?.email ?? account.email) !== account.email) throw invalid();
    if (account.emailVerifiedAt === null) await proveMailbox(tx, deps, account, { at, from });
    else await happened(tx, actorOf(account, from), { fact: 'auth.emailVerified', at });
    return true;
  });

/**
 * Takes an account's e-mail for verified, where it was not: somebody followed a link that only its mailbox was sent.
 * An applicant is told what comes next. The caller has taken the user's row.
 */
export async function proveMailbox(
  tx: Tx,
  { mailboxProven }: Pick<LinkDeps, 'mailboxProven'>,
  account: AccountRow,
  { at, from }: { at: Date; from: Origin },
): Promise<void> {
  if (account.emailVerifiedAt !== null || !(await verifyEmail(tx, account.id, at))) return;
  await spendLinksOf(tx, account.id, 'ACTIVATE_EMAIL', at);
  await mailboxProven(tx, account);
  await happened(tx, actorOf(account, from), { fact: 'auth.emailVerified', at });
}

/**
 * Ends what the mailbox of an address that was never verified could still open, in the transaction that corrects it:
 * the links that went there, whatever they are for.
 */
export async function endOldMailbox(tx: Tx, userId: string, at: Date): Promise<void> {
  await endOtherAccess(tx, userId, { kept: null, at });
  await spendLinksOf(tx, userId, 'ACTIVATE_EMAIL', at);
}

/**
 * Makes the change that a profile link was sent for. An e-mail that somebody else took meanwhile spends the
 * link all the same. A new e-mail ends what the old one could open, but for the session that asked, and the old
 * address is told. @throws Failure 'invalidToken'
 */
export const verifyUpdate = (deps: LinkDeps, token: string, from: Origin): Promise<void> =>
  followLink(deps, 'UPDATE_PROFILE', token, async (tx, { userId, payload, sessionId }, at) => {
    const account = await readAccount(tx, userId);
    const before = await readProfileFacts(tx, userId);
    if (!account || !before || !(await changeProfile(tx, userId, payload ?? {}, at))) return false;
    const after = { ...before, ...payload };
    if (before.email !== after.email) await endOtherAccess(tx, userId, { kept: sessionId, at });
    const mail = await oldAddressLetter(tx, deps, { userId, old: before.email, next: after.email, at });
    const change = { params: after, was: before, mail };
    await happened(tx, actorOf(account, from), { fact: 'account.profileChanged', at, ...change });
    return true;
  });

/** Tells the old address that the account has another one now; the new one is masked, because mails travel. */
async function oldAddressLetter(
  tx: Tx,
  { mailer }: Pick<LinkDeps, 'mailer'>,
  { userId, old, next, at }: { userId: string; old: string | null; next: string | null; at: Date },
): Promise<Letter | null> {
  if (old === null || next === null || old === next) return null;
  return {
    mailer,
    to: old,
    reader: await preferencesOf(tx, userId),
    values: ({ moment }) => ({ email: maskEmail(next), when: moment(at) }),
  };
}

/** Spends a link and does what it stands for, in one transaction: of two that follow it at once, one does. */
async function followLink(
  { db, clock }: LinkDeps,
  purpose: LinkPurpose,
  token: string,
  work: (tx: Tx, link: OpenLink, at: Date) => Promise<boolean>,
): Promise<void> {
  if (!isToken(token)) throw invalid();
  const tokenHash = hashToken(token);
  const done = await inPlatform(db, async (tx) => {
    const at = clock.now();
    const link = await findLink(tx, purpose, tokenHash, at);
    if (!link || !(await spendLink(tx, purpose, tokenHash, link.userId, at))) return false;
    return work(tx, link, at);
  });
  if (!done) throw invalid();
}

export interface WantedProfile {
  userId: string;
  /** Where the link goes. */
  to: string;
  locale: 'en' | 'ar';
  change: ProfileChange;
  /** The session that asks, which a new e-mail does not end. */
  sessionId: string;
}

type MailDeps = Pick<AuthDeps, 'clock' | 'mailer' | 'linkBase'>;

/** A link of 24 hours, kept as its hash; answers the token for the mail. */
async function newLink(
  tx: Tx,
  { clock }: MailDeps,
  link: { userId: string; purpose: LinkPurpose; payload?: ProfileChange; sessionId?: string },
): Promise<string> {
  const token = newToken();
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + mailLinkHours * 60 * 60_000);
  await insertLink(tx, { ...link, tokenHash: hashToken(token), at, expiresAt });
  return token;
}

/** Writes the mail whose link makes a change of the profile, in the transaction of whoever asks for it. */
export async function sendProfileLink(
  tx: Tx,
  deps: MailDeps,
  { userId, to, locale, change, sessionId }: WantedProfile,
): Promise<void> {
  const token = await newLink(tx, deps, { userId, purpose: 'UPDATE_PROFILE', payload: change, sessionId });
  const link = `${deps.linkBase()}${paths.verifyUpdate}?token=${token}`;
  await writeMail(tx, deps.mailer, profileLinkMail(to, locale, link));
}

/** Writes the mail whose link verifies a new account's e-mail, in the transaction that makes the account. */
export async function sendActivationLink(
  tx: Tx,
  deps: MailDeps,
  { userId, to, locale }: Pick<WantedProfile, 'userId' | 'to' | 'locale'>,
): Promise<void> {
  const token = await newLink(tx, deps, { userId, purpose: 'ACTIVATE_EMAIL', payload: { email: to } });
  const link = `${deps.linkBase()}${paths.verify}?token=${token}`;
  await writeMail(tx, deps.mailer, activationLinkMail(to, locale, link));
}

/** Takes back whatever link was mailed to a user who is being removed. */
export const forgetLinksOf = async (tx: Tx, userId: string): Promise<void> =>
  void (await deleteLinksOf(tx, userId));

/** The same of many. */
export const forgetLinksOfMany = async (tx: Tx, userIds: readonly string[]): Promise<void> =>
  void (await deleteLinksOfMany(tx, userIds));
