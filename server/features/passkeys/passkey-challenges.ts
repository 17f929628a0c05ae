import { passkeyChallengeMinutes } from '@mizan/contract/passkeys.ts';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { Principal } from '../../platform/http/call.ts';
import { hashToken, isToken, newToken } from '../../platform/sessions/secret-token.ts';
import {
  type ChallengePurpose,
  insertPasskeyChallenge,
  spendPasskeyChallenge,
} from './passkey-challenges.queries.ts';
import type { PasskeyDeps } from './passkeys.deps.ts';

export const passkeyChallengeMs = passkeyChallengeMinutes * 60_000;

/** What a challenge is for: its purpose, and the session or one-time-code challenge that alone may answer it. */
export type Binding =
  | { readonly purpose: 'SIGN_IN'; readonly boundTo: null }
  | { readonly purpose: Exclude<ChallengePurpose, 'SIGN_IN'>; readonly boundTo: Buffer };

/** Only the session that asked may answer, whatever its token is by then. */
export const boundToSession = (purpose: 'ADD' | 'FRESH_SIGN_IN', { sessionId }: Principal): Binding => ({
  purpose,
  boundTo: Buffer.from(sessionId),
});

export const ofAnybody: Binding = { purpose: 'SIGN_IN', boundTo: null };

/**
 * Makes a challenge: 32 random bytes in base64url, kept as their hash. Whoever asks is counted by the class of the
 * routes, so that nobody fills the table.
 */
export async function newPasskeyChallenge(
  { db, clock }: PasskeyDeps,
  { purpose, boundTo }: Binding,
  userId: string | null,
): Promise<string> {
  const challenge = newToken();
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + passkeyChallengeMs);
  await insertPasskeyChallenge(db, {
    challengeHash: hashToken(challenge),
    purpose,
    userId,
    boundTo,
    at,
    expiresAt,
  });
  return challenge;
}

/** The challenge that a browser says it signed; null where what it sent is no client data, or from inside a frame. */
function challengeOf(clientDataJSON: string): string | null {
  try {
    const { challenge, crossOrigin } = decodeClientDataJSON(clientDataJSON);
    return crossOrigin !== true && typeof challenge === 'string' && isToken(challenge) ? challenge : null;
  } catch {
    return null; // Not JSON: whoever made it by hand learns no more than that it was refused.
  }
}

/** Spends the challenge of an answer, whatever the answer is worth; null where it may not be answered here. */
export async function spendChallenge(
  { db, clock }: PasskeyDeps,
  { purpose, boundTo }: Binding,
  clientDataJSON: string,
): Promise<{ challenge: string; userId: string | null } | null> {
  const challenge = challengeOf(clientDataJSON);
  if (challenge === null) return null;
  const asked = { challengeHash: hashToken(challenge), purpose, boundTo, at: clock.now() };
  const spent = await spendPasskeyChallenge(db, asked);
  return spent && { challenge, userId: spent.userId };
}
