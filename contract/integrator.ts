import * as z from 'zod';
import { idParams, instant, rowId } from './page.ts';
import { roles } from './roles.ts';
import { defineRoute } from './route.ts';

/**
 * How a merchant's own software (a till, a shop, an accounting system) signs in, and what with. The calls that it then
 * makes stand in integrator-calls.ts.
 */

/** So many of a merchant's count at a time. */
export const credentialsMax = 50;
const typed = z.string().max(200);

export const integratorLogin = defineRoute({
  id: 'integrator.login',
  method: 'POST',
  path: '/auth/login',
  allow: 'public',
  idempotency: 'none',
  summary:
    'Signs software in for 24 hours: a cashier’s by their username, a merchant’s by a credential of its settings. The token reaches the calls of integrations alone',
  body: z.object({ username: typed, password: typed }),
  example: { body: { username: 'cashier1', password: 'Mizan#2026' } },
  output: z.object({ accessToken: z.string(), role: z.enum(roles), fullName: z.string() }),
  errors: ['incorrectCredentials', 'accountRefused'],
});

const credential = z.object({
  id: rowId,
  name: z.string(),
  username: z.string(),
  madeByName: z.string(),
  /** Whoever made it is no active owner now: it signs nothing in. */
  isStopped: z.boolean(),
  createdAt: instant,
  /** When it last signed in; null while it never has. */
  lastUsedAt: instant.nullable(),
});
export type IntegratorCredential = z.infer<typeof credential>;

const settings = { allow: ['MERCHANT'], right: 'integrations.manage' } as const;

export const listCredentials = defineRoute({
  ...settings,
  id: 'integrator.credentials',
  method: 'GET',
  path: '/integrator/credentials',
  summary: 'What the merchant’s software may sign in with, newest first; no password is among it',
  output: z.object({ rows: z.array(credential).max(credentialsMax) }),
  errors: [],
});

export const makeCredential = defineRoute({
  ...settings,
  id: 'integrator.makeCredential',
  method: 'POST',
  path: '/integrator/credentials',
  freshSignIn: true,
  idempotency: 'none',
  summary: 'Makes a name and a password for the merchant’s software. The password is shown this once',
  body: z.object({ name: z.string().trim().min(1).max(60) }),
  example: { body: { name: 'Shop system' } },
  output: credential.extend({ password: z.string() }),
  successStatus: 201,
  errors: ['conflict'],
});

export const revokeCredential = defineRoute({
  ...settings,
  id: 'integrator.revokeCredential',
  method: 'DELETE',
  path: '/integrator/credentials/:id',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Revokes one of them: its tokens count for nothing from now on',
  params: idParams,
  output: z.object({ revoked: z.literal(true) }),
  errors: ['notFound'],
});
