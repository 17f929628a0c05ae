import * as z from 'zod';
import { day, instant, rowId } from './page.ts';
import { teamRoles } from './rights.ts';
import { everyRole, roles } from './roles.ts';
import { defineRoute } from './route.ts';
import { sealed } from './sealed.ts';

/** Sign-in (rules S2, S4, S5, S7 and D7). */
export const otpLength = 6;
export const otpLifeMinutes = 10;
export const otpTries = 5;
/** How long a new code is not sent again, and how often one challenge may send one. */
export const otpResendSeconds = 30;
export const otpSends = 4;
export const trustedDeviceDays = 30;
/** Idle and whole life of an access token, in minutes. */
export const sessionIdleMinutes = 30;
export const sessionLifeMinutes = 24 * 60;
/** What moves money or rights asks for the password again when it was given longer ago than this. */
export const freshSignInMinutes = 15;
/** Of links in mails. */
export const mailLinkHours = 24;
/** Stands in the address of a link that somebody of the merchant gave: its reader chooses a password, and lost none. */
export const givenLink = 'given=1';
/** What RSA-OAEP with SHA-1 takes under a key of 2048 bits, as older ones have that are still handed out. */
export const credentialBytes = 214;

export const signedIn = z.object({
  accessToken: z.string(),
  role: z.enum(roles),
  fullName: z.string(),
  email: z.string().nullable(),
  /** What the menu is read by, beside the role. */
  teamRole: z.enum(teamRoles),
});
export type SignedIn = z.infer<typeof signedIn>;

/**
 * The body of a 511: the one-time-code challenge, where the code went ('s•••@diyar.coffee'), and whether the account
 * has a passkey that may answer in its place.
 */
export const otpChallenge = z.object({ token: z.string(), sentTo: z.string(), passkey: z.boolean() });
export type OtpChallenge = z.infer<typeof otpChallenge>;

/** Why a right code is no longer taken: it stands in `details.reason` beside 'Incorrect OTP'. */
export type OtpRefusal = 'wrong' | 'expired' | 'tooManyTries';

export const getPublicKey = defineRoute({
  id: 'auth.publicKey',
  method: 'GET',
  path: '/auth/public-key',
  allow: 'public',
  summary: 'The key that a username and password are encrypted with before they are sent',
  output: z.object({ pemKey: z.string() }),
  errors: [],
});

export const getToken = defineRoute({
  id: 'auth.getToken',
  method: 'POST',
  path: '/auth/get-token',
  allow: 'public',
  idempotency: 'none',
  summary: 'Signs in; answers 511 with a challenge where a one-time code is needed',
  body: z.object({ username: sealed, password: sealed }),
  output: signedIn,
  errors: ['incorrectCredentials', 'accountRefused', 'otpRequired'],
});

export const validateOtp = defineRoute({
  id: 'auth.validateOtp',
  method: 'POST',
  path: '/auth/validate-otp',
  allow: 'public',
  idempotency: 'natural',
  summary: 'Answers the one-time-code challenge; the device is trusted for 30 days where asked',
  body: z.object({
    token: z.string().max(100),
    otp: z.string().regex(/^\d{6}$/),
    trustDevice: z.boolean().default(true),
  }),
  output: signedIn,
  errors: ['incorrectOtp', 'invalidToken', 'accountRefused'],
});

export const resendOtp = defineRoute({
  id: 'auth.resendOtp',
  method: 'POST',
  path: '/auth/resend-otp',
  allow: 'public',
  idempotency: 'none',
  summary: 'Sends a new code for a challenge; the old code is void',
  body: z.object({ token: z.string().max(100) }),
  output: z.object({ sentTo: z.string() }),
  errors: ['invalidToken'],
});

export const logout = defineRoute({
  id: 'auth.logout',
  method: 'POST',
  path: '/auth/logout',
  allow: everyRole,
  right: 'account.own',
  whileLookingOn: true,
  idempotency: 'natural',
  summary: 'Ends this session',
  output: z.object({ ended: z.literal(true) }),
  errors: [],
});

export const getSession = defineRoute({
  id: 'auth.session',
  method: 'GET',
  path: '/auth/session',
  allow: everyRole,
  right: 'account.own',
  summary: 'Who is signed in and for whom',
  output: z.object({
    userId: rowId,
    role: z.enum(roles),
    teamRole: z.enum(teamRoles),
    /** Who looks on, and until when; null of whoever signed in as themselves. */
    lookingOn: z.object({ fullName: z.string(), role: z.enum(roles), until: instant }).nullable(),
    fullName: z.string(),
    email: z.string().nullable(),
    /** What a cashier signs in with, who has no e-mail; null of whoever is looked at. */
    username: z.string().nullable(),
    merchant: z
      .object({
        id: rowId,
        nameEn: z.string(),
        nameAr: z.string(),
        branchCount: z.number().int(),
        /** Names its logo; null where there is none. */
        logoVersion: z.string().nullable(),
      })
      .nullable(),
    /** The branch of a cashier or a branch manager, and a cashier's own terminal. */
    branch: z.object({ id: rowId, nameEn: z.string(), nameAr: z.string() }).nullable(),
    terminalId: rowId.nullable(),
    /** Today in Asia/Riyadh, by the portal's clock. */
    today: day,
    signedInAt: instant,
  }),
  errors: [],
});

export const forgotPassword = defineRoute({
  id: 'auth.forgotPassword',
  method: 'POST',
  path: '/merchant-password/forgot-password',
  allow: 'public',
  idempotency: 'none',
  rateClass: 'resetLinks',
  summary: 'Sends a reset link where the e-mail is registered; the answer is the same for everyone',
  bodyKind: 'form',
  body: z.object({ email: z.string().max(254) }),
  example: { body: { email: 'nobody@mizan.test' } },
  output: z.object({ sent: z.literal(true) }),
  errors: [],
});

export const resetPassword = defineRoute({
  id: 'auth.resetPassword',
  method: 'POST',
  path: '/merchant-password/reset-password',
  allow: 'public',
  idempotency: 'natural',
  summary: 'Sets a new password by a link; ends the sessions and trusted devices of that user',
  body: z.object({ token: z.string().max(100), newPassword: z.string().max(credentialBytes) }),
  output: z.object({ changed: z.literal(true) }),
  errors: ['invalidToken'],
});

const linkQuery = z.object({ token: z.string().max(100) });
const verified = z.object({ verified: z.literal(true) });

export const activateEmail = defineRoute({
  id: 'auth.activateEmail',
  method: 'GET',
  path: '/merchant-password/activate-email',
  allow: 'public',
  summary: 'Confirms an e-mail by the link of an activation mail; a link works once',
  query: linkQuery,
  output: verified,
  errors: ['invalidToken'],
});

export const verifyUpdate = defineRoute({
  id: 'auth.verifyUpdate',
  method: 'GET',
  path: '/merchant-password/verify-update',
  allow: 'public',
  summary: 'Confirms a change of the own profile by the link of its mail; a link works once',
  query: linkQuery,
  output: verified,
  errors: ['invalidToken'],
});
