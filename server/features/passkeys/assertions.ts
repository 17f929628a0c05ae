import type { AssertionResponse, RequestOptions } from '@mizan/contract/passkeys.ts';
import { type VerifiedAuthenticationResponse, verifyAuthenticationResponse } from '@simplewebauthn/server';
import {
  type Binding,
  newPasskeyChallenge,
  passkeyChallengeMs,
  spendChallenge,
} from './passkey-challenges.ts';
import type { PasskeyDeps, PasskeyOrigin } from './passkeys.deps.ts';
import { countSignature, findPasskey, type PasskeyRow } from './passkeys.queries.ts';
import type { RelyingParty } from './relying-party.ts';

/**
 * Why an answer was not taken, for the audit log: the challenge is not this one's, nobody has such a passkey, the
 * signature is not right (or from another origin, or without the person being asked), or the counter went back.
 */
export type AssertionRefusal = 'challenge' | 'unknownPasskey' | 'signature' | 'counter';

export type CheckedAssertion =
  | { readonly passkey: PasskeyRow; readonly refused: null }
  /** The owner, where the passkey is known. */
  | { readonly userId: string | null; readonly refused: AssertionRefusal };

/** What a browser needs to sign; `passkeys` empty: whichever it has for the portal. */
export async function askForAssertion(
  deps: PasskeyDeps,
  origin: PasskeyOrigin,
  binding: Binding,
  passkeys: readonly PasskeyRow[],
): Promise<RequestOptions> {
  return {
    challenge: await newPasskeyChallenge(deps, binding, passkeys[0]?.userId ?? null),
    rpId: origin.party.id,
    timeout: passkeyChallengeMs,
    userVerification: 'required',
    allowCredentials: passkeys.map(descriptorOf),
  };
}

/** A passkey as browsers know it. */
export const descriptorOf = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  transports,
});

/**
 * Checks an answer: the challenge is spent first and for good, then passkey, owner, origin, verification of the
 * person and signature are looked at, and last the counter. Only a right signature may move the counter or accuse a
 * passkey of having been copied, so the library is not asked to compare it.
 */
export async function checkAssertion(
  deps: PasskeyDeps,
  { party }: PasskeyOrigin,
  binding: Binding,
  credential: AssertionResponse,
): Promise<CheckedAssertion> {
  const { db, clock } = deps;
  const spent = await spendChallenge(deps, binding, credential.response.clientDataJSON);
  if (!spent) return { refused: 'challenge', userId: null };
  const passkey = await findPasskey(db, Buffer.from(credential.id, 'base64url'));
  if (!passkey || !isOwner(passkey, spent.userId, credential)) {
    return { refused: 'unknownPasskey', userId: null };
  }
  const { userId } = passkey;
  const signCount = await signatureCount(credential, passkey, spent.challenge, party);
  if (signCount === null) return { refused: 'signature', userId };
  const isCounted = await countSignature(db, { id: passkey.id, signCount, at: clock.now() });
  return isCounted ? { refused: null, passkey } : { refused: 'counter', userId };
}

/** A passkey answers for its own user alone, whoever the challenge was for and whoever it says that it is of. */
function isOwner(passkey: PasskeyRow, askedUserId: string | null, { response }: AssertionResponse): boolean {
  if (askedUserId !== null && askedUserId !== passkey.userId) return false;
  return !response.userHandle || passkey.userHandle.equals(Buffer.from(response.userHandle, 'base64url'));
}

/** How often the passkey says it has signed; null where what it signed is not what was asked. */
async function signatureCount(
  { id, rawId, type, response }: AssertionResponse,
  passkey: PasskeyRow,
  expectedChallenge: string,
  party: RelyingParty,
): Promise<number | null> {
  const { clientDataJSON, authenticatorData, signature } = response;
  const verified: VerifiedAuthenticationResponse | null = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
  }).catch(() => null); // It throws for whatever does not fit; nobody is told which part it was.
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}
