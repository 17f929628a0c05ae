import * as z from 'zod';
import { emailShape } from './email.ts';
import { idParams, instant, rowId } from './page.ts';
import { everyRole } from './roles.ts';
import { defineRoute } from './route.ts';
import { sealed } from './sealed.ts';

/** The own account: profile, password, trusted devices, sessions (rules S3 and D7). */
export const fullNameMax = 120;

/** A Saudi mobile in its one stored form; `readMobile` makes it of what people type. */
export const mobileShape = /^\+9665\d{8}$/;

export const getAccount = defineRoute({
  id: 'account.get',
  method: 'GET',
  path: '/account',
  allow: everyRole,
  right: 'account.own',
  summary: 'The own profile',
  output: z.object({
    fullName: z.string(),
    email: z.string().nullable(),
    username: z.string().nullable(),
    mobile: z.string().nullable(),
    /** A change that waits for its link to be followed: where the link was sent. */
    pendingEmail: z.string().nullable(),
  }),
  errors: [],
});

export const changeProfile = defineRoute({
  id: 'account.changeProfile',
  method: 'PUT',
  path: '/account/profile',
  allow: ['MERCHANT', 'ADMIN'],
  right: 'account.own',
  freshSignIn: true,
  idempotency: 'none',
  summary: 'Asks for a change of name, e-mail or mobile; it is made when the link of its mail is followed',
  body: z.object({
    fullName: z.string().trim().min(2).max(fullNameMax),
    email: z.string().regex(emailShape),
    mobile: z.string().regex(mobileShape).nullable(),
  }),
  /** Where the link went; null where nothing was to change. */
  output: z.object({ sentTo: z.string().nullable() }),
  errors: [],
});

/** A session that was freshly signed in. Its token is another one; the one before dies seconds later. */
export const renewedSession = z.object({ accessToken: z.string(), freshUntil: instant });

export const confirmPassword = defineRoute({
  id: 'account.confirmPassword',
  method: 'POST',
  path: '/account/confirm-password',
  allow: everyRole,
  right: 'account.own',
  idempotency: 'none',
  summary: 'Gives the password once more: for 15 minutes, what asks for a fresh sign-in is allowed',
  body: z.object({ password: sealed }),
  output: renewedSession,
  errors: ['incorrectCredentials'],
});

export const changePassword = defineRoute({
  id: 'account.changePassword',
  method: 'POST',
  path: '/account/password',
  allow: everyRole,
  right: 'account.own',
  idempotency: 'none',
  summary: 'Sets a new password; every other session and every trusted device of this user ends',
  body: z.object({ current: sealed, next: sealed }),
  /** The token of this session from now on. */
  output: z.object({ accessToken: z.string() }),
  errors: ['incorrectCredentials'],
});

/** What a browser says of itself, as far as it can be told. */
const browserFacts = {
  os: z.string().nullable(),
  browser: z.string().nullable(),
  ipAddress: z.string().nullable(),
};

export const listTrustedDevices = defineRoute({
  id: 'account.trustedDevices',
  method: 'GET',
  path: '/account/trusted-devices',
  allow: everyRole,
  right: 'account.own',
  summary: 'Browsers that need no one-time code for 30 days',
  output: z.object({
    rows: z.array(z.object({ id: rowId, ...browserFacts, addedOn: instant, expiresAt: instant })),
  }),
  errors: [],
});

const ended = z.object({ ended: z.number().int() });

export const revokeTrustedDevice = defineRoute({
  id: 'account.revokeTrustedDevice',
  method: 'DELETE',
  path: '/account/trusted-devices/:id',
  allow: everyRole,
  right: 'account.own',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'The next login from this browser asks for a code',
  params: idParams,
  output: ended,
  errors: ['notFound'],
});

export const revokeTrustedDevices = defineRoute({
  id: 'account.revokeTrustedDevices',
  method: 'DELETE',
  path: '/account/trusted-devices',
  allow: everyRole,
  right: 'account.own',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'The next login from anywhere asks for a code',
  output: ended,
  errors: [],
});

export const listSessions = defineRoute({
  id: 'account.sessions',
  method: 'GET',
  path: '/account/sessions',
  allow: everyRole,
  right: 'account.own',
  summary: 'The own sessions that still count, the latest used first',
  output: z.object({
    rows: z.array(
      z.object({ id: rowId, ...browserFacts, startedAt: instant, lastUsedAt: instant, current: z.boolean() }),
    ),
  }),
  errors: [],
});

export const endOneSession = defineRoute({
  id: 'account.endSession',
  method: 'DELETE',
  path: '/account/sessions/:id',
  allow: everyRole,
  right: 'account.own',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Ends one of the own sessions: its next request is 401, its socket closes within a second',
  params: idParams,
  output: ended,
  errors: ['notFound'],
});

export const endOtherSessions = defineRoute({
  id: 'account.endOtherSessions',
  method: 'DELETE',
  path: '/account/sessions',
  allow: everyRole,
  right: 'account.own',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Ends every own session but this one',
  output: ended,
  errors: [],
});
