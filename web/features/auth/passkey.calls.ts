import {
  answerPasskeyFactor,
  beginPasskeyFactor,
  beginPasskeySignIn,
  signInWithPasskey,
} from '@mizan/contract/passkeys.ts';
import { call, isApiError } from '../../platform/api-client.ts';
import { PasskeyNotGivenError, signWithPasskey } from '../../platform/passkeys.ts';
import { beginSession, otpChallenge } from '../../platform/session.store.ts';
import { type OtpResult, type Said, type SignInResult, sayOtpRefusal, sayRefusal } from './sign-in.calls.ts';

/** Loaded when a passkey is asked for: the login screen has a budget. */

/** Signs in with whichever passkey the person chooses. */
export async function enterWithPasskey(): Promise<SignInResult> {
  try {
    const credential = await signWithPasskey(await call(beginPasskeySignIn, {}));
    beginSession(await call(signInWithPasskey, { body: { credential } }));
    return { kind: 'done' };
  } catch (error) {
    return { kind: 'refused', said: sayNoPasskey(error) };
  }
}

function sayNoPasskey(error: unknown): Said {
  if (error instanceof PasskeyNotGivenError) return { key: 'auth:passkey.notGiven' };
  if (isApiError(error) && error.code === 'passkeyRefused') return { key: 'auth:passkey.refused' };
  return sayRefusal(error);
}

/** Answers the challenge with a passkey in place of the code. */
export async function answerWithPasskey(trustDevice: boolean): Promise<OtpResult> {
  const token = otpChallenge.read() ?? '';
  try {
    const credential = await signWithPasskey(await call(beginPasskeyFactor, { body: { token } }));
    beginSession(await call(answerPasskeyFactor, { body: { token, credential, trustDevice } }));
    return { kind: 'done' };
  } catch (error) {
    if (error instanceof PasskeyNotGivenError) {
      return { kind: 'again', said: [{ key: 'auth:passkey.notGivenForCode' }] };
    }
    return sayOtpRefusal(error, { key: 'auth:passkey.failed' });
  }
}
