import { isGuessable } from '../../platform/sessions/guessable-password.ts';
import type { AuthDeps } from './auth.deps.ts';

/** Whether a password that meets the five criteria is tried early all the same: by its shape, or known from a breach. */
export const isEasy = async (
  { isBreached }: Pick<AuthDeps, 'isBreached'>,
  password: string,
  about: readonly string[],
): Promise<boolean> => isGuessable(password, about) || isBreached(password);
