import * as z from 'zod';
import { day, idParams, instant, rowId } from './page.ts';
import { defineRoute } from './route.ts';
import { isTestScope, scopes } from './scopes.ts';

/** Keys of a merchant's own systems: what each reaches is said by its scopes, and until when by its end. */

/** So many of a merchant's count at a time, and so far away a key may end. */
export const keysMax = 50;
export const keyDaysMax = 366;
/** What every change by a key carries: the same one again is answered as the first time, for a day. */
export const idempotencyHeader = 'idempotency-key';
export const idempotencyHours = 24;

const settings = { allow: ['MERCHANT'], right: 'integrations.manage' } as const;

const key = z.object({
  id: rowId,
  name: z.string(),
  /** How it begins: all that is shown of it. */
  beginning: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** It reaches test terminals and their payments, and nothing else. */
  isTest: z.boolean(),
  madeByName: z.string(),
  /** Whoever made it is no active owner now: it reaches nothing. */
  isStopped: z.boolean(),
  createdAt: instant,
  expiresAt: instant,
  /** To the minute; null while it never was. */
  lastUsedAt: instant.nullable(),
});
export type IntegratorKey = z.infer<typeof key>;

export const listKeys = defineRoute({
  ...settings,
  id: 'integrator.keys',
  method: 'GET',
  path: '/integrator/keys',
  summary: 'The keys of the merchant that were not revoked, newest first; those that have ended too',
  output: z.object({ rows: z.array(key).max(keysMax) }),
  errors: [],
});

export const makeKey = defineRoute({
  ...settings,
  id: 'integrator.makeKey',
  method: 'POST',
  path: '/integrator/keys',
  freshSignIn: true,
  idempotency: 'none',
  summary:
    'Makes a key for some scopes, up to and with a day. It is shown this once. One of test mode begins with mzt_ and reaches test terminals alone',
  body: z
    .object({
      isTest: z.boolean().default(false),
      name: z.string().trim().min(1).max(60),
      scopes: z
        .array(z.enum(scopes))
        .min(1)
        .refine((given) => new Set(given).size === given.length, 'each scope once'),
      lastDay: day,
    })
    .refine(({ isTest, scopes: given }) => !isTest || given.every(isTestScope), {
      path: ['scopes'],
      message: 'a test key has payments, transactions and terminals alone',
    }),
  example: { body: { name: 'Books', isTest: false, scopes: ['transactions:read'], lastDay: '2027-06-30' } },
  output: key.extend({ key: z.string() }),
  successStatus: 201,
  errors: ['conflict'],
});

export const revokeKey = defineRoute({
  ...settings,
  id: 'integrator.revokeKey',
  method: 'DELETE',
  path: '/integrator/keys/:id',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Revokes a key: it counts for nothing from now on',
  params: idParams,
  output: z.object({ revoked: z.literal(true) }),
  errors: ['notFound'],
});
