import { changePassword, confirmPassword } from '@mizan/contract/account.ts';
import { getPublicKey } from '@mizan/contract/auth.ts';
import type { TFunction } from 'i18next';
import { call, isApiError } from './api-client.ts';
import { failureText } from './failure.words.ts';
import { formatTime } from './formats.ts';
import { renewBy } from './session-renewal.ts';
import { sealWith } from './sign-in-crypto.ts';

/** Passwords travel encrypted behind the sign-in as they do before it. */
async function seal(...texts: string[]): Promise<string[]> {
  const { pemKey } = await call(getPublicKey, {});
  const sealText = await sealWith(pemKey);
  return Promise.all(texts.map(sealText));
}

/** Gives the own password once more. @throws ApiError 'incorrectCredentials', 'rateLimited' */
export async function givePassword(password: string): Promise<void> {
  const [sealed = ''] = await seal(password);
  await renewBy(() => call(confirmPassword, { body: { password: sealed } }));
}

/** Sets a new password. @throws ApiError as `givePassword`, and 'badRequest' for a weak one */
export async function setNewPassword(current: string, next: string): Promise<void> {
  const [sealedCurrent = '', sealedNext = ''] = await seal(current, next);
  await renewBy(() => call(changePassword, { body: { current: sealedCurrent, next: sealedNext } }));
}

/** Where two passwords are given: at which one it is said why they were not taken; a string is about neither. */
export function newPasswordError(
  error: unknown,
  t: TFunction,
): string | { current: string } | { next: string } {
  const said = passwordError(error, t);
  if (!isApiError(error)) return said;
  if (error.code === 'incorrectCredentials') return { current: said };
  return 'body.next' in error.details ? { next: said } : said;
}

/** Why a password was not taken. Needs the texts 'auth', 'common' and 'confirm'. */
export function passwordError(error: unknown, t: TFunction): string {
  if (!isApiError(error)) return failureText(error, t);
  if (error.code === 'incorrectCredentials') return t('confirm:password.wrong');
  if ('body.next' in error.details) return t('auth:reset.easy');
  const retryAt = error.details['retryAt'];
  if (error.code === 'rateLimited' && typeof retryAt === 'string') {
    return t('auth:login.tooMany', { time: formatTime(retryAt) });
  }
  return error.code === 'network' ? t('auth:login.unreachable') : failureText(error, t);
}
