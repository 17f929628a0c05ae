import { signInMessages } from '@mizan/contract/errors.ts';
import { type Actor, audit, auditNobody, type Origin } from '../../platform/audit/audit.ts';
import { inPlatform } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';
import { refuseWhereTooManyWait, verifyPassword } from '../../platform/sessions/passwords.ts';
import { hashToken, isToken } from '../../platform/sessions/secret-token.ts';
import { type Attempt, countAttempt, ofName, ofUser } from './attempts.ts';
import type { AuthDeps } from './auth.deps.ts';
import { type AccountRow, findAccount } from './auth.queries.ts';
import { isTrustedDevice } from './trusted-devices.queries.ts';

/** A sign-in's origin, and the cookie of the browser that it comes from. */
export type BrowserOrigin = Origin & { readonly deviceToken: string | null };

/** An account as the audit log names it. */
export const actorOf = (
  { id, fullName, role, merchantId }: Pick<AccountRow, 'id' | 'fullName' | 'role' | 'merchantId'>,
  from: Origin | undefined,
): Actor => ({ userId: id, fullName, role, merchantId, from });

type Refusal = 'auth.signInRefused' | 'auth.signInLimited';

/** Writes down a sign-in that was refused. What was typed as the name is not kept: people type passwords there. */
async function noteRefusal(
  { db, clock }: AuthDeps,
  account: AccountRow | null,
  from: Origin,
  action: Refusal,
  reason: string,
): Promise<void> {
  const event = { at: clock.now(), action, after: { reason } };
  const actor = account && actorOf(account, from);
  await inPlatform(db, (tx) => (actor ? audit(tx, actor, event) : auditNobody(tx, from, event)));
}

/** Counted before the password is looked at: by the device where the account trusts it, else by the account. */
async function countSignIn(
  deps: AuthDeps,
  account: AccountRow | null,
  name: string | null,
  origin: BrowserOrigin,
): Promise<Attempt> {
  const { db, clock } = deps;
  const tokenHash = origin.deviceToken && isToken(origin.deviceToken) ? hashToken(origin.deviceToken) : null;
  const trusted =
    account && tokenHash && (await isTrustedDevice(db, { userId: account.id, tokenHash, at: clock.now() }));
  const full = () => noteRefusal(deps, account, origin, 'auth.signInLimited', trusted ? 'device' : 'account');
  if (account && trusted) {
    const subject = `${ofUser(account.id)} ${tokenHash.toString('base64url')}`;
    return countAttempt(db, clock, 'signInOfDevice', subject, full);
  }
  const subject = account ? ofUser(account.id) : ofName(name ?? origin.ip);
  return countAttempt(db, clock, 'signInOfAccount', subject, full);
}

/**
 * The account whose name and password these are. The address is counted before anything is decrypted, so that
 * a flood from one place costs a statement a call.
 * @throws Failure, the same for a wrong name, password or seal; 'rateLimited'
 */
export async function checkCredentials(
  deps: AuthDeps,
  sealed: { username: string; password: string },
  origin: BrowserOrigin,
): Promise<AccountRow> {
  const { db, clock, keys } = deps;
  await refuseWhereTooManyWait();
  const ofAddress = await countAttempt(db, clock, 'signInOfAddress', origin.ip, () =>
    noteLimitedAddress(deps, origin),
  );
  const [name, password] = await Promise.all([keys.open(sealed.username), keys.open(sealed.password)]);
  const account = name === null || name.trim() === '' ? null : await findAccount(db, name.trim());
  const ofAccount = await countSignIn(deps, account, name, origin);
  const fits = await verifyPassword(account?.passwordHash ?? null, password ?? '');
  if (!account || !fits || password === null) {
    await noteRefusal(deps, account, origin, 'auth.signInRefused', 'credentials');
    throw new Failure('incorrectCredentials', signInMessages.incorrect);
  }
  await Promise.all([ofAddress.giveBack(), ofAccount.forget()]);
  return account;
}

/** Writes down that an address signs in too often. */
export const noteLimitedAddress = (deps: AuthDeps, from: Origin): Promise<void> =>
  noteRefusal(deps, null, from, 'auth.signInLimited', 'address');

/** A right password of an account that may not sign in; the reason by its name, so that it can be translated. */
export const noteRefusedState = (
  deps: AuthDeps,
  account: AccountRow,
  origin: Origin,
  refusal: string,
): Promise<void> => {
  const name = Object.entries(signInMessages).find(([, message]) => message === refusal)?.[0];
  return noteRefusal(deps, account, origin, 'auth.signInRefused', name ?? refusal);
};
