import type { getSession } from '@mizan/contract/auth.ts';
import { type OtpChallenge, type SignedIn, trustedDeviceDays } from '@mizan/contract/auth.ts';
import { riyadhDay } from '@mizan/contract/business-day.ts';
import { teamRoleOf } from '@mizan/contract/rights.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { countAttempt } from '../../platform/attempts/attempts.ts';
import { rememberAddress } from '../../platform/attempts/known-addresses.ts';
import type { Actor, Origin } from '../../platform/audit/audit.ts';
import { inPlatform, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import type { Principal } from '../../platform/http/call.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { hashToken, isToken, newToken } from '../../platform/sessions/secret-token.ts';
import { endOwnSession, openSession } from '../../platform/sessions/sessions.ts';
import { signInLetter } from '../preferences/owner-letter.ts';
import { accountRefused, refusalOf } from './account-states.ts';
import type { AuthDeps } from './auth.deps.ts';
import { type AccountRow, readAccount, readSessionFacts } from './auth.queries.ts';
import { actorOf, type BrowserOrigin, checkCredentials, noteRefusedState } from './credentials.ts';
import { answerChallenge, beginChallenge, codeProof, type Proof } from './one-time-codes.ts';
import { browserOf, isTwinSignIn, revokeWhereSuperseded } from './superseded-devices.ts';
import { insertDevice, rotateDevice } from './trusted-devices.queries.ts';

const deviceLifeMs = trustedDeviceDays * 24 * 60 * 60_000;

/** What the browser's cookie becomes. Its own end is 30 days away at most; the row's end is what counts. */
export interface DeviceCookie {
  token: string;
  expiresAt: Date;
}

export type SignInOutcome =
  | { kind: 'signedIn'; answer: SignedIn; device: DeviceCookie | null }
  | { kind: 'challenged'; challenge: OtpChallenge; device: DeviceCookie };

/** What let somebody in. */
type SignInMethod = 'password' | 'trustedDevice' | 'code' | 'passkey';

async function beginSession(
  tx: Tx,
  account: AccountRow,
  at: Date,
  { ip, userAgent }: Origin,
  method: SignInMethod,
  mail: Letter | null = null,
): Promise<SignedIn> {
  await rememberAddress(tx, account.id, ip, at);
  const accessToken = await openSession(tx, { userId: account.id, at, ip, userAgent });
  const actor = actorOf(account, { ip, userAgent });
  await happened(tx, actor, { fact: 'auth.signedIn', at, params: { method }, mail });
  const { role, placeInTeam, fullName, email } = account;
  return { accessToken, role, fullName, email, teamRole: teamRoleOf(role, placeInTeam) };
}

const newDevice = (at: Date): DeviceCookie => ({
  token: newToken(),
  expiresAt: new Date(at.getTime() + deviceLifeMs),
});

/**
 * Signs in. Cashiers have no e-mail: a right password is enough for them, because terminal and branch bind them.
 * Everybody else needs a device that was trusted for themselves, or the one-time code that is now sent. A token
 * that this device had before is worth nothing, and revokes it (decision 0018).
 * @throws Failure 'incorrectCredentials', 'accountRefused' (after a right password alone), 'rateLimited'
 */
export async function signIn(
  deps: AuthDeps,
  sealed: { username: string; password: string },
  origin: BrowserOrigin,
): Promise<SignInOutcome> {
  const { db, clock } = deps;
  await revokeWhereSuperseded(deps, origin);
  const account = await checkCredentials(deps, sealed, origin);
  const refusal = refusalOf(account);
  if (refusal !== null) {
    await noteRefusedState(deps, account, origin, refusal);
    throw accountRefused(refusal);
  }
  const device = newDevice(clock.now());
  const answer = await signInTrusted(deps, account, origin, device);
  if (answer) return answer;
  await countAttempt(db, clock, 'codesToAccount', account.id);
  const challenge = await inPlatform(db, (tx) =>
    beginChallenge(tx, deps, account, { deviceHash: hashToken(device.token), from: origin }),
  );
  return { kind: 'challenged', challenge, device };
}

/** Signs in those who need no code; null where one is needed. */
async function signInTrusted(
  { db, clock }: AuthDeps,
  account: AccountRow,
  origin: BrowserOrigin,
  device: DeviceCookie,
): Promise<SignInOutcome | null> {
  const at = clock.now();
  return inPlatform(db, async (tx) => {
    if (account.role === 'CASHIER' || account.email === null) {
      const answer = await beginSession(tx, account, at, origin, 'password');
      return { kind: 'signedIn', answer, device: null };
    }
    const trustedUntil = await rotateTrusted(tx, account, origin, device.token, at);
    if (!trustedUntil && !(await isTwinSignIn(tx, account.id, origin, at))) return null;
    const answer = await beginSession(tx, account, at, origin, 'trustedDevice');
    const rotated = trustedUntil && { token: device.token, expiresAt: trustedUntil };
    return { kind: 'signedIn', answer, device: rotated };
  });
}

async function rotateTrusted(
  tx: Tx,
  account: AccountRow,
  { deviceToken, ...from }: BrowserOrigin,
  token: string,
  at: Date,
): Promise<Date | null> {
  if (deviceToken === null || !isToken(deviceToken)) return null;
  const hashes = { oldHash: hashToken(deviceToken), newHash: hashToken(token) };
  return rotateDevice(tx, { userId: account.id, ...hashes, at, ...browserOf(from) });
}

/** Signs in with a one-time code. @throws Failure as signInWithProof() does */
export const signInWithCode = (
  deps: AuthDeps,
  { token, otp, trustDevice }: { token: string; otp: string; trustDevice: boolean },
  origin: BrowserOrigin,
): Promise<{ answer: SignedIn; device: DeviceCookie | null }> =>
  signInWithProof(deps, { token, trustDevice }, codeProof(deps, { token, otp }), origin);

/**
 * Signs in with what answers the challenge of a 511. The device is trusted for 30 days where that is asked and this is
 * the browser that was challenged; it then gets another token than the one it held while it was not trusted.
 * @throws Failure as answerChallenge() does, and 'accountRefused' where the account was refused meanwhile
 */
export async function signInWithProof(
  deps: AuthDeps,
  { token, trustDevice }: { token: string; trustDevice: boolean },
  proof: Proof,
  origin: BrowserOrigin,
): Promise<{ answer: SignedIn; device: DeviceCookie | null }> {
  const at = deps.clock.now();
  return answerChallenge(deps, { token, proof }, origin, async (tx, challenge) => {
    const account = await readAccount(tx, challenge.userId);
    if (!account) throw accountRefused('accountDeactivated');
    const refusal = refusalOf(account);
    if (refusal !== null) throw accountRefused(refusal);
    // A code can be read by whoever reads the mail; a passkey is its owner's own.
    const isTold = proof.method === 'code';
    const mail = isTold ? await signInLetter(tx, deps, account, { at, from: origin }) : null;
    const answer = await beginSession(tx, account, at, origin, proof.method, mail);
    const asked = origin.deviceToken !== null && challenge.deviceHash?.equals(hashToken(origin.deviceToken));
    if (!trustDevice || !asked) return { answer, device: null };
    return { answer, device: await trustDeviceOf(tx, account, at, origin) };
  });
}

async function trustDeviceOf(
  tx: Tx,
  account: AccountRow,
  at: Date,
  { ip, userAgent }: Origin,
): Promise<DeviceCookie> {
  const device = newDevice(at);
  const tokenHash = hashToken(device.token);
  await insertDevice(tx, { userId: account.id, tokenHash, at, expiresAt: device.expiresAt, userAgent, ip });
  await happened(tx, actorOf(account, { ip, userAgent }), { fact: 'auth.deviceTrusted', at });
  return device;
}

/** Signs in a user who proved who they are by other means than a password. @throws Failure 'accountRefused' */
export async function signInProven(
  deps: AuthDeps,
  userId: string,
  origin: Origin,
  method: SignInMethod,
): Promise<SignedIn> {
  const { db, clock } = deps;
  const account = await inPlatform(db, (tx) => readAccount(tx, userId));
  if (!account) throw accountRefused('accountDeactivated');
  const refusal = refusalOf(account);
  if (refusal !== null) {
    await noteRefusedState(deps, account, origin, refusal);
    throw accountRefused(refusal);
  }
  return inPlatform(db, (tx) => beginSession(tx, account, clock.now(), origin, method));
}

/** A user as the audit log names them; null where there is none. */
export async function actorOfUser(tx: Tx, userId: string, from: Origin): Promise<Actor | null> {
  const account = await readAccount(tx, userId);
  return account && actorOf(account, from);
}

/** Whoever looks on through a session of somebody else's, as the audit log names them; null of everybody else. */
export const viewerOf = ({ viewer, merchantId, from }: Principal): Actor | null =>
  viewer ? { userId: viewer.userId, fullName: viewer.fullName, role: viewer.role, merchantId, from } : null;

/** Ends the session that asks. */
export async function signOut({ db, clock }: AuthDeps, principal: Principal): Promise<void> {
  const at = clock.now();
  await inPlatform(db, async (tx) => {
    await endOwnSession(tx, principal.sessionId, at);
    await happened(tx, viewerOf(principal) ?? principal, { fact: 'auth.signedOut', at });
  });
}

/** Who is signed in and for whom: what the shell shows. */
export async function describeSession(
  deps: AuthDeps,
  principal: Principal,
): Promise<RouteOutput<typeof getSession>> {
  const { userId, role, teamRole, viewer, fullName, email, terminalId, authenticatedAt } = principal;
  const facts = await readSessionFacts(deps.db, userId);
  const merchant = facts?.merchantId
    ? {
        id: facts.merchantId,
        nameEn: facts.merchantNameEn ?? '',
        nameAr: facts.merchantNameAr ?? '',
        // Whoever is held to one branch is not told how many there are.
        branchCount: teamRole === 'branchManager' ? 1 : facts.branchCount,
        logoVersion: facts.logoVersion,
      }
    : null;
  const branch = facts?.branchId
    ? { id: facts.branchId, nameEn: facts.branchNameEn ?? '', nameAr: facts.branchNameAr ?? '' }
    : null;
  return {
    userId,
    role,
    teamRole,
    lookingOn: viewer
      ? { fullName: viewer.fullName, role: viewer.role, until: viewer.until.toISOString() }
      : null,
    fullName,
    email,
    username: viewer ? null : (facts?.username ?? null),
    merchant,
    branch,
    terminalId,
    today: riyadhDay(deps.clock.now()),
    signedInAt: authenticatedAt.toISOString(),
  };
}
