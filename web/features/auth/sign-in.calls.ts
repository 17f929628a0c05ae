import { forgotPassword, getPublicKey, getToken, resendOtp, validateOtp } from '@mizan/contract/auth.ts';
import { signInMessages } from '@mizan/contract/errors.ts';
import { type ApiError, call, isApiError } from '../../platform/api-client.ts';
import { formatTime } from '../../platform/formats.ts';
import { beginSession, otpChallenge } from '../../platform/session.store.ts';
import { InsecureContextError, sealWith } from '../../platform/sign-in-crypto.ts';
import { readFailure } from '../../ui/failure.ts';

/** A text key and its values: what the panel says. */
export interface Said {
  key: string;
  values?: Record<string, string | number>;
}

/** The status that asks for the second factor (rules S2). */
const secondFactorStatus = 511;

export type SignInResult =
  | { kind: 'done' }
  | { kind: 'otp'; sentTo: string; passkey: boolean }
  | { kind: 'refused'; said: Said };

/** Both fields travel encrypted. A 511 opens the challenge; everything else that is no success is said. */
export async function signIn(username: string, password: string): Promise<SignInResult> {
  try {
    const { pemKey } = await call(getPublicKey, {});
    const seal = await sealWith(pemKey);
    const body = { username: await seal(username), password: await seal(password) };
    beginSession(await call(getToken, { body }));
    return { kind: 'done' };
  } catch (error) {
    if (isApiError(error) && error.status === secondFactorStatus) {
      otpChallenge.keep(String(error.answer['token']));
      const passkey = error.answer['passkey'] === true;
      return { kind: 'otp', sentTo: String(error.answer['sentTo'] ?? ''), passkey };
    }
    return { kind: 'refused', said: sayRefusal(error) };
  }
}

/** The server's message translated where a key exists, as it came where none does (rules S8). */
export function sayRefusal(error: unknown): Said {
  if (error instanceof InsecureContextError) return { key: 'auth:login.insecure' };
  if (!isApiError(error)) throw error;
  if (error.code === 'network') return { key: 'auth:login.unreachable' };
  if (error.code === 'rateLimited') return sayTooMany(error);
  if (error.code === 'incorrectCredentials') return { key: 'auth:login.incorrect' };
  const reason = error.details['reason'];
  if (
    error.code === 'accountRefused' &&
    typeof reason === 'string' &&
    Object.hasOwn(signInMessages, reason)
  ) {
    return { key: `auth:login.${reason}` };
  }
  return { key: error.status >= 500 ? readFailure(error).words.title : error.message };
}

function sayTooMany(error: ApiError): Said {
  const retryAt = error.details['retryAt'];
  if (typeof retryAt !== 'string') return { key: 'errors:rateLimited' };
  return { key: 'auth:login.tooMany', values: { time: formatTime(retryAt) } };
}

export type OtpResult = { kind: 'done' } | { kind: 'again'; said: Said[] } | { kind: 'over'; said: Said };

/** Answers the challenge. 'again': the code was wrong; 'over': the challenge is spent, sign in once more. */
export async function answerOtp(otp: string, trustDevice: boolean): Promise<OtpResult> {
  try {
    const token = otpChallenge.read() ?? '';
    beginSession(await call(validateOtp, { body: { token, otp, trustDevice } }));
    return { kind: 'done' };
  } catch (error) {
    return sayOtpRefusal(error, { key: 'auth:otp.incorrect' });
  }
}

/** What is left of a challenge after a refusal; `wrong` says that the answer itself was not the right one. */
export function sayOtpRefusal(error: unknown, wrong: Said): OtpResult {
  if (!isApiError(error)) throw error;
  const left = error.details['attemptsLeft'];
  if (left === 0) return { kind: 'over', said: { key: 'auth:otp.tooMany' } };
  if (error.code === 'invalidToken') return { kind: 'over', said: { key: 'auth:otp.expired' } };
  const isWrong = error.code === 'incorrectOtp' || error.code === 'passkeyRefused';
  if (!isWrong) return { kind: 'again', said: [sayRefusal(error)] };
  const said: Said[] = [wrong];
  if (typeof left === 'number') said.push({ key: 'auth:otp.attemptsLeft', values: { count: left } });
  return { kind: 'again', said };
}

/** Asks for a new code; null when it is on its way. */
export async function askNewCode(): Promise<Said | null> {
  try {
    await call(resendOtp, { body: { token: otpChallenge.read() ?? '' } });
    return null;
  } catch (error) {
    if (isApiError(error) && error.code === 'invalidToken') return { key: 'auth:otp.expired' };
    return sayRefusal(error);
  }
}

/** Any 200 says the same sentence, whoever asked (rules S7). */
export async function askReset(email: string): Promise<{ good: boolean; said: Said }> {
  try {
    await call(forgotPassword, { body: { email } });
    return { good: true, said: { key: 'auth:forgot.sent' } };
  } catch (error) {
    return { good: false, said: sayRefusal(error) };
  }
}
