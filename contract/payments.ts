import * as z from 'zod';
import { maxAmountMinor } from './money.ts';
import { idParams, rowId } from './page.ts';
import { merchantRoles } from './roles.ts';
import { defineRoute } from './route.ts';
import { transactionDetail } from './transactions.ts';

/** Taking a payment on a terminal (rules D5; docs/terminal-link.md). */
export const orderRefMax = 64;

export const startPayment = defineRoute({
  id: 'payments.start',
  method: 'POST',
  path: '/payments',
  allow: merchantRoles,
  right: 'payments.take',
  scope: 'payments:write',
  inTestMode: true,
  idempotency: { clientId: 'paymentId' },
  summary: 'Starts a payment on a terminal. The same paymentId again answers with what the first one made',
  body: z.object({
    /** Made once by the client for each attempt, unique for ever. */
    paymentId: z.uuid(),
    terminalId: rowId,
    amountMinor: z.number().int().min(1).max(maxAmountMinor),
    orderRef: z.string().trim().min(1).max(orderRefMax).nullish(),
    /** The payment that this one tries again. Refused while that one is undecided. */
    retryOfId: rowId.nullish(),
  }),
  output: transactionDetail,
  successStatus: 201,
  errors: ['notFound', 'suspended', 'paymentLocked', 'terminalBusy', 'paymentConflict'],
});

export const cancelPayment = defineRoute({
  id: 'payments.cancel',
  method: 'POST',
  path: '/payments/:id/cancel',
  allow: merchantRoles,
  right: 'payments.follow',
  scope: 'payments:write',
  inTestMode: true,
  idempotency: 'natural',
  summary: 'Asks the terminal to stop. A cancel never wins over an approval',
  params: idParams,
  output: transactionDetail,
  errors: ['notFound', 'tooLateToCancel'],
});

export const askPayment = defineRoute({
  id: 'payments.ask',
  method: 'POST',
  path: '/payments/:id/ask',
  allow: merchantRoles,
  right: 'payments.follow',
  scope: 'payments:write',
  inTestMode: true,
  idempotency: 'natural',
  summary: 'Asks the terminal now for the outcome of an undecided payment',
  params: idParams,
  output: transactionDetail,
  errors: ['notFound', 'conflict'],
});

/** So many of the results that a window missed are told one by one. */
export const resultsMax = 200;

export const listResults = defineRoute({
  id: 'payments.results',
  method: 'GET',
  path: '/payments/results',
  allow: merchantRoles,
  right: 'transactions.read',
  scope: 'payments:read',
  summary:
    'The results told since a place in the record of live messages (kept for a day); a cashier sees what was told of the own terminal',
  query: z.object({ after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
  output: z.object({
    /** Newest first. */
    rows: z
      .array(z.object({ seq: z.number().int(), transactionId: rowId, approved: z.boolean() }))
      .max(resultsMax),
    /** True where there are more than are listed. */
    more: z.boolean(),
  }),
  errors: [],
});

export const reviewDecisions = ['APPROVED', 'DECLINED', 'CANCELED'] as const;
export const decideReview = defineRoute({
  id: 'payments.decideReview',
  method: 'POST',
  path: '/payments/:id/review',
  allow: ['MERCHANT'],
  right: 'payments.decide',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Settles a payment under review by a person, with a reason; the lock is released',
  params: idParams,
  body: z.object({ decision: z.enum(reviewDecisions), note: z.string().trim().min(3).max(500) }),
  output: transactionDetail,
  errors: ['notFound', 'conflict'],
});
