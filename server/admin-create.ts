import { emailShape } from '@mizan/contract/email.ts';
import { passwordStrength } from '@mizan/contract/password-strength.ts';
import { WrongSetting } from './config.ts';
import { addUserIfFree } from './features/users/users.service.ts';
import { type Database, inPlatform } from './platform/database/database.ts';
import type { IsBreached } from './platform/sessions/breached-passwords.ts';
import { isGuessable } from './platform/sessions/guessable-password.ts';
import { hashPassword } from './platform/sessions/passwords.ts';

export interface Administrator {
  email: string;
  fullName: string;
  password: string;
}

/** What was typed, in order. @throws WrongSetting with one clear line */
export function readAdministrator({ email, fullName, password }: Administrator): Administrator {
  if (!emailShape.test(email)) throw new WrongSetting('email', 'must be an e-mail such as admin@example.com');
  if (fullName.trim() === '') throw new WrongSetting('full name', 'must follow the e-mail');
  if (passwordStrength(password) !== 'Strong') {
    throw new WrongSetting(
      'password',
      'must have at least 8 characters with an uppercase letter, a lowercase letter, a digit and a special character',
    );
  }
  if (isGuessable(password, [email, fullName])) {
    throw new WrongSetting(
      'password',
      'is one that is guessed first: take one without known words, names and years',
    );
  }
  return { email, fullName: fullName.trim(), password };
}

/**
 * Adds an administrator, whose e-mail counts as verified: whoever holds the database vouches for it.
 * @throws WrongSetting for an e-mail in use and a breached password
 */
export async function addAdministrator(
  db: Database,
  { email, fullName, password }: Administrator,
  { at, isBreached }: { at: Date; isBreached: IsBreached },
): Promise<void> {
  if (await isBreached(password)) throw new WrongSetting('password', 'is known from a breach: take another');
  const passwordHash = await hashPassword(password);
  const administrator = { merchantId: null, role: 'ADMIN', username: null, locale: 'en' } as const;
  const person = { email, fullName, passwordHash, emailVerifiedAt: at, at };
  const isAdded = await inPlatform(db, (tx) => addUserIfFree(tx, { ...administrator, ...person }));
  if (!isAdded) throw new WrongSetting('email', `${email} is in use already`);
}
