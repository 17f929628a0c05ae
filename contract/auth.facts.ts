import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** Sign-in, and what guards it. What was typed as a name or a password is kept nowhere: people mistake the fields. */
const hears = ['MERCHANT', 'ADMIN'] as const;
const signIn = { hears, about: [], audit: true } as const;

export const authFacts = {
  'auth.signedIn': defineFact({
    ...signIn,
    params: { method: open(z.enum(['password', 'trustedDevice', 'passkey', 'code'])) },
    mail: 'mails:signIn',
  }),
  'auth.signInRefused': defineFact({ ...signIn, params: { reason: open(z.string()) } }),
  'auth.signInLimited': defineFact({ ...signIn, params: { reason: open(z.string().optional()) } }),
  'auth.codeSent': defineFact(signIn),
  'auth.codeRefused': defineFact({ ...signIn, params: { attemptsLeft: open(z.int()) } }),
  'auth.deviceTrusted': defineFact(signIn),
  'auth.deviceRevoked': defineFact({ ...signIn, about: ['device'], mail: 'mails:supersededDevice' }),
  'auth.passkeyRefused': defineFact({
    ...signIn,
    params: { attemptsLeft: open(z.int().optional()), reason: open(z.string().optional()) },
  }),
  'auth.passkeyConfirmed': defineFact(signIn),
  'auth.passwordConfirmed': defineFact(signIn),
  'auth.passwordRefused': defineFact(signIn),
  'auth.resetLinkSent': defineFact(signIn),
  'auth.passwordReset': defineFact(signIn),
  'auth.emailVerified': defineFact(signIn),
  'auth.signedOut': defineFact(signIn),
};
