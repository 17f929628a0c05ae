import { type AccountRefusal, signInMessages } from '@mizan/contract/errors.ts';
import { teamRoleOf } from '@mizan/contract/rights.ts';
import {
  type Attempt,
  type AttemptKind,
  countAttempt,
  ofName,
  ofUser,
} from '../../platform/attempts/attempts.ts';
import { isKnownAddress, placeOf } from '../../platform/attempts/known-addresses.ts';
import type { Actor, Origin } from '../../platform/audit/audit.ts';
import { inPlatform } from '../../platform/database/database.ts';
import { happened, nobody } from '../../platform/facts/facts.ts';
import { Failure } from '../../platform/failure.ts';
import { refuseWhereTooManyWait, verifyPassword } from '../../platform/sessions/passwords.ts';
import { hashToken, isToken } from '../../platform/sessions/secret-token.ts';
import type { AuthDeps } from './auth.deps.ts';
import { type AccountRow, findAccount } from './auth.queries.ts';
import { isTrustedDevice } from './trusted-devices.queries.ts';

/** A sign-in's origin, and the cookie of the browser that it comes from. */
export type BrowserOrigin = Origin & { readonly deviceToken: string | null };

/** An account as the audit log names it. */
export const actorOf = (
  account: Pick<AccountRow, 'id' | 'fullName' | 'role' | 'placeInTeam' | 'merchantId'>,
  from: Origin | undefined,
): Actor => {
  const { id, fullName, role, placeInTeam, merchantId } = account;
  return { userId: id, fullName, role, teamRole: teamRoleOf(role, placeInTeam), merchantId, from };
};

type Refusal = 'auth.signInRefused' | 'auth.signInLimited';

/** Writes down a sign-in that was refused. What was typed as the name is not kept: people type passwords there. */
async function noteRefusal(
  { db, clock }: AuthDeps,
  account: AccountRow | null,
  from: Origin,
  fact: Refusal,
  reason: string,
): Promise<void> {
  const by = account ? actorOf(account, from) : nobody(null, from);
  await inPlatform(db, (tx) => happened(tx, by, { fact, at: clock.now(), params: { reason } }));
}

/** An id that no account has: a name that nobody has asks what an account asks, and waits as long. */
const nobodysId = '0';

/**
 * Counted before the password is looked at: by the device where the account trusts it, by the address where it
 * lately signed in from there, else by the account.
 */
async function countSignIn(
  deps: AuthDeps,
  account: AccountRow | null,
  name: string | null,
  { deviceToken, ip, userAgent }: BrowserOrigin,
): Promise<Attempt> {
  const { db, clock } = deps;
  const at = clock.now();
  const tokenHash = deviceToken && isToken(deviceToken) ? hashToken(deviceToken) : null;
  const claimed = { userId: account?.id ?? null, name: name ?? ip };
  const [trusted, known] = await Promise.all([
    tokenHash && isTrustedDevice(db, { userId: account?.id ?? nobodysId, tokenHash, at }),
    isKnownAddress(db, claimed, ip, at),
  ]);
  const count = (kind: AttemptKind, subject: string, reason: string) =>
    countAttempt(db, clock, kind, subject, () =>
      noteRefusal(deps, account, { ip, userAgent }, 'auth.signInLimited', reason),
    );
  const subject = account ? ofUser(account.id) : ofName(claimed.name);
  if (tokenHash && trusted)
    return count('signInOfDevice', `${subject} ${tokenHash.toString('base64url')}`, 'device');
  if (known) return count('signInFromKnownAddress', placeOf(claimed, ip), 'address');
  return count('signInOfAccount', subject, 'account');
}

/** What signs in by a name and a password: its hash, and whose account it is. */
export interface Claimed {
  readonly account: AccountRow;
  readonly passwordHash: string;
}

/** Opens what came sealed; what does not open is answered like a wrong password. */
const openSeals = async (
  { keys }: AuthDeps,
  sealed: { username: string; password: string },
): Promise<{ name: string | null; password: string | null }> => {
  const [name, password] = await Promise.all([keys.open(sealed.username), keys.open(sealed.password)]);
  return { name, password };
};

/** @throws Failure as checkPassword() does */
export async function checkCredentials(
  deps: AuthDeps,
  sealed: { username: string; password: string },
  origin: BrowserOrigin,
): Promise<AccountRow> {
  const claimed = await checkPassword(
    deps,
    origin,
    () => openSeals(deps, sealed),
    async (name) => {
      const account = await findAccount(deps.db, name);
      return account && { account, passwordHash: account.passwordHash };
    },
  );
  return claimed.account;
}

/**
 * What has this name and password, of all that `find` finds by a name. The address is counted before anything is
 * opened or looked up, so that a flood from one place costs a statement a call.
 * @throws Failure, the same for a wrong name, password or seal; 'rateLimited'
 */
export async function checkPassword<Found extends Claimed>(
  deps: AuthDeps,
  origin: BrowserOrigin,
  read: () => Promise<{ name: string | null; password: string | null }>,
  find: (name: string) => Promise<Found | null>,
): Promise<Found> {
  await refuseWhereTooManyWait();
  const ofAddress = await countAttempt(deps.db, deps.clock, 'signInOfAddress', origin.ip, () =>
    noteLimitedAddress(deps, origin),
  );
  const { name, password } = await read();
  const found = name === null || name.trim() === '' ? null : await find(name.trim());
  const account = found?.account ?? null;
  const ofAccount = await countSignIn(deps, account, name, origin);
  const fits = await verifyPassword(found?.passwordHash ?? null, password ?? '');
  if (!found || !fits || password === null) {
    await noteRefusal(deps, account, origin, 'auth.signInRefused', 'credentials');
    throw new Failure('incorrectCredentials', signInMessages.incorrect);
  }
  await Promise.all([ofAddress.giveBack(), ofAccount.forget()]);
  return found;
}

/** Writes down that an address signs in too often. */
export const noteLimitedAddress = (deps: AuthDeps, from: Origin): Promise<void> =>
  noteRefusal(deps, null, from, 'auth.signInLimited', 'address');

/** A right password of an account that may not sign in. */
export const noteRefusedState = (
  deps: AuthDeps,
  account: AccountRow,
  origin: Origin,
  refusal: AccountRefusal,
): Promise<void> => noteRefusal(deps, account, origin, 'auth.signInRefused', refusal);
