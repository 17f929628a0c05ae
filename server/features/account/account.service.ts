import type * as account from '@mizan/contract/account.ts';
import { freshSignInMinutes, sessionIdleMinutes } from '@mizan/contract/auth.ts';
import { signInMessages } from '@mizan/contract/errors.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { countAttempt, ofUser } from '../../platform/attempts/attempts.ts';
import { inPlatform } from '../../platform/database/database.ts';
import { type Happening, happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import { browserFacts } from '../../platform/http/browser-facts.ts';
import type { Principal } from '../../platform/http/call.ts';
import { hashPassword, verifyPassword } from '../../platform/sessions/passwords.ts';
import { endOtherSessionsOf, endSessionOf, renewSession } from '../../platform/sessions/sessions.ts';
import type { AuthDeps } from '../auth/auth.deps.ts';
import { isEasy, meetsRules } from '../auth/easy-password.ts';
import { sendProfileLink } from '../auth/email-links.service.ts';
import { endOtherAccess } from '../auth/other-access.ts';
import { devicesOf, distrustDevices } from '../auth/trusted-devices.service.ts';
import { changePassword as storePassword } from '../users/users.service.ts';
import { listSessions, type ProfileRow, readPendingEmail, readProfile } from './account.queries.ts';

const minuteMs = 60_000;
export type AccountDeps = AuthDeps;

async function profileOf(deps: AccountDeps, { userId }: Principal): Promise<ProfileRow> {
  const profile = await inPlatform(deps.db, (tx) => readProfile(tx, userId));
  if (!profile) throw notFound();
  return profile;
}

export async function getAccount(
  deps: AccountDeps,
  { userId }: Principal,
): Promise<RouteOutput<typeof account.getAccount>> {
  return inPlatform(deps.db, async (tx) => {
    const profile = await readProfile(tx, userId);
    if (!profile) throw notFound();
    const { fullName, email, username, mobile } = profile;
    return {
      fullName,
      email,
      username,
      mobile,
      pendingEmail: await readPendingEmail(tx, userId, deps.clock.now()),
    };
  });
}

/**
 * Sends a link that makes the change when it is followed. A new e-mail gets the link itself, because that is
 * what it proves; any other change goes to the present one. @throws Failure 'rateLimited'
 */
export async function changeProfile(
  deps: AccountDeps,
  principal: Principal,
  wanted: RouteInput<typeof account.changeProfile>['body'],
): Promise<{ sentTo: string | null }> {
  const now = await profileOf(deps, principal);
  const changesEmail = wanted.email.toLowerCase() !== (now.email ?? '').toLowerCase();
  const changesElse = wanted.fullName !== now.fullName || wanted.mobile !== now.mobile;
  if (!changesEmail && !changesElse) return { sentTo: null };
  // The link goes to whatever address is typed: nobody fills a stranger's inbox from here.
  await countAttempt(deps.db, deps.clock, 'profileLinksOfAccount', ofUser(principal.userId));
  const change = {
    fullName: wanted.fullName,
    mobile: wanted.mobile,
    ...(changesEmail ? { email: wanted.email } : {}),
  };
  const sentTo = changesEmail ? wanted.email : (now.email ?? wanted.email);
  const before = { fullName: now.fullName, email: now.email, mobile: now.mobile };
  await inPlatform(deps.db, async (tx) => {
    const { userId, sessionId } = principal;
    await sendProfileLink(tx, deps, { userId, to: sentTo, locale: now.locale, change, sessionId });
    const at = deps.clock.now();
    const asked = { params: { ...before, ...change }, was: before };
    await happened(tx, principal, { fact: 'account.profileChangeAsked', at, ...asked });
  });
  return { sentTo };
}

/** Whether a sealed password is this user's own. @throws Failure 'incorrectCredentials', 'rateLimited' */
async function checkOwnPassword(deps: AccountDeps, principal: Principal, sealed: string): Promise<void> {
  const { db, clock } = deps;
  const note =
    (told: Pick<Happening<'auth.passwordRefused' | 'auth.signInLimited'>, 'fact' | 'params'>) => () =>
      inPlatform(db, (tx) => happened(tx, principal, { ...told, at: clock.now() } as Happening));
  const full = note({ fact: 'auth.signInLimited', params: {} });
  const attempt = await countAttempt(db, clock, 'confirmationOfAccount', ofUser(principal.userId), full);
  const password = await deps.keys.open(sealed);
  const { passwordHash } = await profileOf(deps, principal);
  if (password === null || !(await verifyPassword(passwordHash, password))) {
    await note({ fact: 'auth.passwordRefused' })();
    throw new Failure('incorrectCredentials', signInMessages.incorrect);
  }
  await attempt.forget();
}

export type RenewedSession = RouteOutput<typeof account.confirmPassword>;

/** Gives the password once more: this session counts as freshly signed in, under another token. */
export async function confirmPassword(
  deps: AccountDeps,
  principal: Principal,
  sealed: string,
): Promise<RenewedSession> {
  await checkOwnPassword(deps, principal, sealed);
  return freshenSession(deps, principal, 'auth.passwordConfirmed');
}

/** What every proof of who they are does to the session that its owner gave it in. */
export async function freshenSession(
  { db, clock }: Pick<AccountDeps, 'db' | 'clock'>,
  principal: Principal,
  fact: 'auth.passwordConfirmed' | 'auth.passkeyConfirmed',
): Promise<RenewedSession> {
  const at = clock.now();
  const accessToken = await inPlatform(db, async (tx) => {
    const renewed = await renewSession(tx, principal.sessionId, at);
    await happened(tx, principal, { fact, at });
    return renewed;
  });
  return { accessToken, freshUntil: new Date(at.getTime() + freshSignInMinutes * minuteMs).toISOString() };
}

/**
 * Sets a new password. Other sessions and all trusted devices end with the old one; this session goes on under
 * another token, which is answered.
 * @throws Failure 'incorrectCredentials', 'badRequest' for a weak or over-long one
 */
export async function changePassword(
  deps: AccountDeps,
  principal: Principal,
  sealed: { current: string; next: string },
): Promise<{ accessToken: string }> {
  await checkOwnPassword(deps, principal, sealed.current);
  const next = await deps.keys.open(sealed.next);
  const about = [principal.fullName, principal.email ?? ''];
  if (next === null || !meetsRules(next) || (await isEasy(deps, next, about))) {
    throw new Failure('badRequest', 'Password is weak.', { 'body.next': 'Password is weak.' });
  }
  const passwordHash = await hashPassword(next);
  const at = deps.clock.now();
  const { userId, sessionId } = principal;
  const accessToken = await inPlatform(deps.db, async (tx) => {
    await storePassword(tx, userId, passwordHash);
    await endOtherAccess(tx, userId, { kept: sessionId, at });
    const renewed = await renewSession(tx, sessionId, at);
    await happened(tx, principal, { fact: 'account.passwordChanged', at });
    return renewed;
  });
  return { accessToken };
}

export async function trustedDevices(
  deps: AccountDeps,
  { userId }: Principal,
): Promise<RouteOutput<typeof account.listTrustedDevices>> {
  const rows = await inPlatform(deps.db, (tx) => devicesOf(tx, userId, deps.clock.now()));
  return {
    rows: rows.map(({ userAgent, addedOn, expiresAt, ...row }) => ({
      ...row,
      ...browserFacts(userAgent),
      addedOn: addedOn.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  };
}

/** One device, or all where no id is given. @throws Failure 'notFound' */
export async function revokeTrusted(
  deps: AccountDeps,
  principal: Principal,
  id: string | null,
): Promise<{ ended: number }> {
  const at = deps.clock.now();
  const ended = await inPlatform(deps.db, async (tx) => {
    const revoked = await distrustDevices(tx, principal.userId, id, at);
    if (revoked > 0)
      await happened(tx, principal, {
        fact: 'account.devicesRevoked',
        at,
        ...ending('device', id, revoked),
      });
    return revoked;
  });
  if (id !== null && ended === 0) throw notFound();
  return { ended };
}

export async function sessionsOf(
  deps: AccountDeps,
  { userId, sessionId }: Principal,
): Promise<RouteOutput<typeof account.listSessions>> {
  const at = deps.clock.now();
  const activeSince = new Date(at.getTime() - sessionIdleMinutes * minuteMs);
  const rows = await inPlatform(deps.db, (tx) => listSessions(tx, userId, sessionId, at, activeSince));
  return {
    rows: rows.map(({ userAgent, startedAt, lastUsedAt, ...row }) => ({
      ...row,
      ...browserFacts(userAgent),
      startedAt: startedAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    })),
  };
}

/** What of the own devices or sessions was ended: one by its id, or several. */
const ending = (type: 'device' | 'session', id: string | null, ended: number) =>
  id === null ? { params: { ended } } : { params: {}, about: { type, id } };

async function endSessionsOf(
  { db, clock }: AccountDeps,
  principal: Principal,
  id: string | null,
): Promise<{ ended: number }> {
  const at = clock.now();
  const { userId, sessionId } = principal;
  const ended = await inPlatform(db, async (tx) => {
    const count = await (id === null
      ? endOtherSessionsOf(tx, userId, sessionId, at)
      : endSessionOf(tx, userId, id, at));
    if (count > 0) {
      await happened(tx, principal, { fact: 'account.sessionsEnded', at, ...ending('session', id, count) });
    }
    return count;
  });
  if (id !== null && ended === 0) throw notFound();
  return { ended };
}

/** One of the own sessions. @throws Failure 'notFound' */
export const endOne = (deps: AccountDeps, principal: Principal, id: string): Promise<{ ended: number }> =>
  endSessionsOf(deps, principal, id);

/** All of the own but this one. */
export const endOthers = (deps: AccountDeps, principal: Principal): Promise<{ ended: number }> =>
  endSessionsOf(deps, principal, null);
