import * as z from 'zod';
import { aloneHours, limitMinorMax } from './exception-limit.ts';
import { instant } from './page.ts';
import { defineRoute } from './route.ts';

/** What one person may give back alone within `refundAloneHours`, in halalas, where the owner set nothing else. */
export const defaultRefundLimitMinor = 50_000;
export const refundAloneHours = aloneHours;

/** Whether it takes a second person, of what somebody gave back alone in the last hours and is about to. */
export const needsApproval = (amountMinor: number, limitMinor: number, aloneMinor: number): boolean =>
  aloneMinor + amountMinor > limitMinor;

const refundLimit = z.object({
  limitMinor: z.number().int(),
  /** Nobody has set it: it is the default. */
  isDefault: z.boolean(),
  byName: z.string().nullable(),
  at: instant.nullable(),
  /** What whoever asks gave back alone in the last `refundAloneHours`. */
  aloneMinor: z.number().int(),
});
export type RefundLimit = z.infer<typeof refundLimit>;

export const getRefundLimit = defineRoute({
  id: 'refunds.limit',
  method: 'GET',
  path: '/refunds/limit',
  allow: ['MERCHANT'],
  right: 'refunds.take',
  summary:
    'Up to which sum one person may give back alone within 24 hours, and what whoever asks gave back so',
  output: refundLimit,
  errors: [],
});

export const setRefundLimit = defineRoute({
  id: 'refunds.setLimit',
  method: 'PUT',
  path: '/refunds/limit',
  allow: ['MERCHANT'],
  right: 'refunds.limit',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Sets up to which sum one person may give back alone within 24 hours; what waits stays waiting',
  body: z.strictObject({ limitMinor: z.number().int().min(0).max(limitMinorMax) }),
  example: { body: { limitMinor: 50_000 } },
  output: refundLimit,
  errors: [],
});
