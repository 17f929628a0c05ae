import * as z from 'zod';
import { instant } from './page.ts';
import { defineRoute } from './route.ts';

/**
 * What one person may accept alone, in halalas: what every merchant begins with, shown wherever something is accepted.
 * It counts for riyals; what differs in another currency is never accepted by one person alone.
 */
export const defaultLimitMinor = 20_000;
/** So long counts what a person accepted alone, so that one large sum is not accepted in small pieces. */
export const aloneHours = 24;
/** A million riyals: whoever means more means no limit at all. */
export const limitMinorMax = 100_000_000;

const exceptionLimit = z.object({
  limitMinor: z.number().int(),
  /** Nobody has set it: it is the default. */
  isDefault: z.boolean(),
  byName: z.string().nullable(),
  at: instant.nullable(),
  /** What whoever asks accepted alone in the last `aloneHours`, in halalas without signs: it counts against their limit. */
  aloneMinor: z.number().int(),
});
export type ExceptionLimit = z.infer<typeof exceptionLimit>;

export const getExceptionLimit = defineRoute({
  id: 'reconciliation.exceptionLimit',
  method: 'GET',
  path: '/reconciliation/exception-limit',
  allow: ['MERCHANT'],
  right: 'bankFiles.read',
  scope: 'bankFiles:read',
  summary:
    'Up to which sum one person may accept exceptions alone within 24 hours, and what whoever asks accepted so',
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
    'Sets up to which sum one person may accept exceptions alone within 24 hours; what was accepted before stays as it is',
  body: z.strictObject({ limitMinor: z.number().int().min(0).max(limitMinorMax) }),
  example: { body: { limitMinor: 20_000 } },
  output: exceptionLimit,
  errors: [],
});
