import type { SignedIn } from '@mizan/contract/auth.ts';
import type { AssertionResponse, RequestOptions } from '@mizan/contract/passkeys.ts';
import { countAttempt } from '../../../platform/attempts/attempts.ts';
import { inPlatform } from '../../../platform/database/database.ts';
import { happened, nobody } from '../../../platform/facts/facts.ts';
import { notFound } from '../../../platform/failure.ts';
import type { Principal } from '../../../platform/http/call.ts';
import { hashToken } from '../../../platform/sessions/secret-token.ts';
import { freshenSession, type RenewedSession } from '../../account/account.service.ts';
import { actorOfUser, type DeviceCookie, signInProven, signInWithProof } from '../../auth/auth.service.ts';
import { noteLimitedAddress } from '../../auth/credentials.ts';
import { waitingChallenge } from '../../auth/one-time-codes.ts';
import { type AssertionRefusal, askForAssertion, checkAssertion } from '../assertions.ts';
import { type Binding, boundToSession, ofAnybody } from '../passkey-challenges.ts';
import type { PasskeyOrigin } from '../passkeys.deps.ts';
import { listPasskeys } from '../passkeys.queries.ts';
import { passkeyRefused } from '../passkeys.service.ts';
import type { PasskeySignInDeps } from './passkey-sign-in.deps.ts';

/** What a passkey is used for: sign-in, second factor, fresh sign-in. */

/** Nobody is known yet, so the browser offers whichever passkeys it has for the portal. */
export const beginSignIn = (deps: PasskeySignInDeps, origin: PasskeyOrigin): Promise<RequestOptions> =>
  askForAssertion(deps, origin, ofAnybody, []);

/**
 * Signs in the passkey's owner, without a password or a code: it is something that they have, and it asked who they
 * are. An account's state is said only after a right signature, as after a right password.
 * @throws Failure 'passkeyRefused', 'accountRefused', 'rateLimited'
 */
export async function signInByPasskey(
  deps: PasskeySignInDeps,
  credential: AssertionResponse,
  origin: PasskeyOrigin,
): Promise<SignedIn> {
  const ofAddress = await countAttempt(deps.db, deps.clock, 'signInOfAddress', origin.ip, () =>
    noteLimitedAddress(deps, origin),
  );
  const checked = await checkAssertion(deps, origin, ofAnybody, credential);
  if (checked.refused !== null) {
    await noteRefusal(deps, checked.userId, origin, checked.refused);
    throw passkeyRefused();
  }
  const answer = await signInProven(deps, checked.passkey.userId, origin, 'passkey');
  await ofAddress.giveBack();
  return answer;
}

/** Writes down a passkey that was refused, in the chain of its owner where one is known. */
async function noteRefusal(
  { db, clock }: PasskeySignInDeps,
  userId: string | null,
  origin: PasskeyOrigin,
  reason: AssertionRefusal,
): Promise<void> {
  await inPlatform(db, async (tx) => {
    const actor = userId === null ? null : await actorOfUser(tx, userId, origin);
    const told = { fact: 'auth.passkeyRefused', at: clock.now(), params: { reason } } as const;
    await happened(tx, actor ?? nobody(null, origin), told);
  });
}

const secondFactor = (token: string): Binding => ({ purpose: 'SECOND_FACTOR', boundTo: hashToken(token) });

/** @throws Failure 'invalidToken', 'incorrectOtp' where the challenge of the 511 is over */
export async function beginSecondFactor(
  deps: PasskeySignInDeps,
  token: string,
  origin: PasskeyOrigin,
): Promise<RequestOptions> {
  const { userId } = await waitingChallenge(deps, token);
  const passkeys = await listPasskeys(deps.db, userId);
  // Removed since the 511 was answered: the code is left.
  if (passkeys.length === 0) throw passkeyRefused();
  return askForAssertion(deps, origin, secondFactor(token), passkeys);
}

/**
 * Answers the challenge of a 511 with a passkey of that account. A refused one costs a try, as a wrong code does.
 * @throws Failure 'passkeyRefused' with `attemptsLeft`, else as signing in with a code does
 */
export async function answerSecondFactor(
  deps: PasskeySignInDeps,
  answer: { token: string; credential: AssertionResponse; trustDevice: boolean },
  origin: PasskeyOrigin & { readonly deviceToken: string | null },
): Promise<{ answer: SignedIn; device: DeviceCookie | null }> {
  const { token, credential, trustDevice } = answer;
  const checked = await checkAssertion(deps, origin, secondFactor(token), credential);
  const proof = {
    method: 'passkey',
    fits: ({ userId }: { userId: string }) => checked.refused === null && checked.passkey.userId === userId,
    refused: (attemptsLeft: number) => {
      const reason = checked.refused ?? undefined;
      return { fact: 'auth.passkeyRefused', params: { attemptsLeft, reason } } as const;
    },
    refusal: (attemptsLeft: number) => passkeyRefused({ attemptsLeft }),
  } as const;
  return signInWithProof(deps, { token, trustDevice }, proof, origin);
}

const freshSignIn = (principal: Principal): Binding => boundToSession('FRESH_SIGN_IN', principal);

/** @throws Failure 'notFound' where there is no passkey to be asked for */
export async function beginConfirmation(
  deps: PasskeySignInDeps,
  principal: Principal,
  origin: PasskeyOrigin,
): Promise<RequestOptions> {
  const passkeys = await listPasskeys(deps.db, principal.userId);
  if (passkeys.length === 0) throw notFound();
  return askForAssertion(deps, origin, freshSignIn(principal), passkeys);
}

/** Gives a passkey in place of the password, as `confirmPassword`. @throws 'passkeyRefused' */
export async function confirmByPasskey(
  deps: PasskeySignInDeps,
  principal: Principal,
  credential: AssertionResponse,
  origin: PasskeyOrigin,
): Promise<RenewedSession> {
  const checked = await checkAssertion(deps, origin, freshSignIn(principal), credential);
  if (checked.refused !== null) {
    await noteRefusal(deps, principal.userId, origin, checked.refused);
    throw passkeyRefused();
  }
  return freshenSession(deps, principal, 'auth.passkeyConfirmed');
}
