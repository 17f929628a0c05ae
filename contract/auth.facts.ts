import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** Sign-in, and what guards it. What was typed as a name or a password is kept nowhere: people mistake the fields. */
const hears = ['MERCHANT', 'ADMIN'] as const;
const routine = { hears, severity: 'routine', about: [], audit: true } as const;
const warning = { ...routine, severity: 'warning' } as const;
const notable = { ...routine, severity: 'notable' } as const;

export const authFacts = {
  'auth.signedIn': defineFact({
    ...routine,
    params: { method: open(z.enum(['password', 'trustedDevice', 'passkey', 'code'])) },
    mail: 'mails:signIn',
  }),
  'auth.signInRefused': defineFact({ ...notable, params: { reason: open(z.string()) } }),
  'auth.signInLimited': defineFact({ ...warning, params: { reason: open(z.string().optional()) } }),
  'auth.codeSent': defineFact(routine),
  'auth.codeRefused': defineFact({ ...notable, params: { attemptsLeft: open(z.int()) } }),
  'auth.deviceTrusted': defineFact(routine),
  'auth.deviceRevoked': defineFact({ ...warning, about: ['device'], mail: 'mails:supersededDevice' }),
  'auth.passkeyRefused': defineFact({
    ...notable,
    params: { attemptsLeft: open(z.int().optional()), reason: open(z.string().optional()) },
  }),
  'auth.passkeyConfirmed': defineFact(routine),
  'auth.passwordConfirmed': defineFact(routine),
  'auth.passwordRefused': defineFact(notable),
  'auth.resetLinkSent': defineFact(notable),
  'auth.passwordReset': defineFact(notable),
  'auth.emailVerified': defineFact(routine),
  'auth.signedOut': defineFact(routine),
};
