import { credentialBytes } from '@mizan/contract/auth.ts';
import { passwordStrength } from '@mizan/contract/password-strength.ts';
import { isGuessable } from '../../platform/sessions/guessable-password.ts';
import type { AuthDeps } from './auth.deps.ts';

/**
 * Whether a password meets all five criteria and fits into the seal of the login screen, which is counted in bytes:
 * Arabic takes two for each letter, and schemas count letters.
 */
export const meetsRules = (password: string): boolean =>
  Buffer.byteLength(password) <= credentialBytes && passwordStrength(password) === 'Strong';

/** Whether a password that meets the five criteria is tried early all the same: by its shape, or known from a breach. */
export const isEasy = async (
  { isBreached }: Pick<AuthDeps, 'isBreached'>,
  password: string,
  about: readonly string[],
): Promise<boolean> => isGuessable(password, about) || isBreached(password);
