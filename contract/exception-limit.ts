import * as z from 'zod';
import { instant } from './page.ts';
import { defineRoute } from './route.ts';

/**
 * What one person may accept alone, in halalas: what every merchant begins with, shown wherever something is accepted.
 * It counts for riyals; what differs in another currency is never accepted by one person alone.
 */
export const defaultLimitMinor = 20_000;
/** A million riyals: whoever means more means no limit at all. */
export const limitMinorMax = 100_000_000;

const exceptionLimit = z.object({
  limitMinor: z.number().int(),
  /** Nobody has set it: it is the default. */
  isDefault: z.boolean(),
  byName: z.string().nullable(),
  at: instant.nullable(),
});
export type ExceptionLimit = z.infer<typeof exceptionLimit>;

export const getExceptionLimit = defineRoute({
  id: 'reconciliation.exceptionLimit',
  method: 'GET',
  path: '/reconciliation/exception-limit',
  allow: ['MERCHANT'],
  right: 'bankFiles.read',
  scope: 'bankFiles:read',
  summary: 'Up to which difference one person may accept an exception alone',
  output: exceptionLimit,
  errors: [],
});

export const setExceptionLimit = defineRoute({
  id: 'reconciliation.setExceptionLimit',
  method: 'PUT',
  path: '/reconciliation/exception-limit',
  allow: ['MERCHANT'],
  right: 'exceptions.limit',
  freshSignIn: true,
  idempotency: 'natural',
  summary:
    'Sets up to which difference one person may accept an exception alone; what was accepted before stays as it is',
  body: z.strictObject({ limitMinor: z.number().int().min(0).max(limitMinorMax) }),
  example: { body: { limitMinor: 20_000 } },
  output: exceptionLimit,
  errors: [],
});
