import * as z from 'zod';
import { day, idParams, instant, pageOf, pageQuery, rowId } from './page.ts';
import { defineRoute } from './route.ts';
import { webhookFacts } from './webhook-facts.ts';

/**
 * Webhooks: what happened is posted to addresses of the merchant's, signed as Standard Webhooks has it
 * (docs/integrate.md), and tried again for three days.
 */

export const addressesMax = 10;
/** How long a message is tried, and how far back what was sent is listed and sent again. */
export const tryHours = 72;
export const deliveryDays = 30;
/** For so long after a change of the secret both sign. */
export const twoSecretsHours = 24;
/** So many at once are sent again. */
export const resentMax = 500;
const deliveryStates = ['WAITING', 'DELIVERED', 'GIVEN_UP'] as const;

const settings = { allow: ['MERCHANT'], right: 'integrations.manage' } as const;

const address = z.object({
  id: rowId,
  url: z.string(),
  /** It hears of test terminals and what is taken on them, and of nothing else; another hears of none of it. */
  isTest: z.boolean(),
  facts: z.array(z.enum(webhookFacts)),
  createdAt: instant,
  /** Since when the oldest message waits for it, written or sent again by hand: the lag. Null where none waits. */
  waitingSince: instant.nullable(),
  waitingCount: z.number().int(),
  /** From what happened to its arrival, in ms: of the message that arrived last. Null where none has. */
  lastLagMs: z.number().int().nullable(),
  /** Of the messages of the last 24 hours. */
  delivered24h: z.number().int(),
  written24h: z.number().int(),
  /** Until when the secret before signs too; null where there is only one. */
  formerSecretUntil: instant.nullable(),
});
export type WebhookAddress = z.infer<typeof address>;

export const listAddresses = defineRoute({
  ...settings,
  id: 'integrator.addresses',
  method: 'GET',
  path: '/integrator/webhooks',
  summary: 'Where webhooks go, with what waits for each',
  output: z.object({
    rows: z.array(address).max(addressesMax),
    /** Administrators have switched webhooks off: what is written waits. */
    isSwitchedOff: z.boolean(),
  }),
  errors: [],
});

export const addAddress = defineRoute({
  ...settings,
  id: 'integrator.addAddress',
  switchedBy: 'webhooks',
  method: 'POST',
  path: '/integrator/webhooks',
  freshSignIn: true,
  idempotency: 'none',
  summary:
    'Has webhooks sent to an https address on the internet; in the demo to one of this machine, too, which may be http. Its secret is shown this once',
  body: z.object({
    url: z.url({ protocol: /^https?$/ }).max(500),
    isTest: z.boolean().default(false),
    facts: z
      .array(z.enum(webhookFacts))
      .min(1)
      .refine((given) => new Set(given).size === given.length, 'each once'),
  }),
  example: {
    body: { url: 'https://shop.example.sa/hooks/mizan', isTest: false, facts: ['payments.approved'] },
  },
  output: address.extend({ secret: z.string() }),
  successStatus: 201,
  errors: ['conflict'],
});

export const removeAddress = defineRoute({
  ...settings,
  id: 'integrator.removeAddress',
  method: 'DELETE',
  path: '/integrator/webhooks/:id',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Sends no more there; what waits is given up',
  params: idParams,
  output: z.object({ removed: z.literal(true) }),
  errors: ['notFound'],
});

export const renewSecret = defineRoute({
  ...settings,
  id: 'integrator.renewSecret',
  method: 'POST',
  path: '/integrator/webhooks/:id/secret',
  freshSignIn: true,
  idempotency: 'none',
  summary:
    'Gives an address a new secret, shown this once. For 24 hours messages carry the signatures of both',
  params: idParams,
  output: address.extend({ secret: z.string() }),
  errors: ['notFound', 'conflict'],
});

export const resendSince = defineRoute({
  ...settings,
  id: 'integrator.resendSince',
  switchedBy: 'webhooks',
  method: 'POST',
  path: '/integrator/webhooks/:id/resend',
  idempotency: 'natural',
  summary:
    'Sends again what an address was told since a day in Riyadh, oldest first, 500 at most, each with its own id; what waits already goes on waiting',
  params: idParams,
  body: z.object({
    since: day,
    /** Only what was given up. */
    onlyGivenUp: z.boolean(),
  }),
  example: { params: { id: '1' }, body: { since: '2026-11-20', onlyGivenUp: true } },
  output: z.object({
    count: z.number().int(),
    /** When the last of them was written; null where there was none. */
    upTo: instant.nullable(),
    /** There are more after that one. */
    isMore: z.boolean(),
  }),
  errors: ['notFound'],
});

/** Why nothing came back of an attempt: it was never sent into a network that is closed to webhooks, or nobody answered. */
const noAnswerReasons = ['closedNetwork', 'noAnswer'] as const;
export type NoAnswerReason = (typeof noAnswerReasons)[number];

const attempt = z.object({
  at: instant,
  durationMs: z.number().int(),
  /** Null where nothing came back; then `reason` says why, and `failure` in the words of the network. */
  status: z.number().int().nullable(),
  /** The beginning of what came back. */
  answer: z.string().nullable(),
  failure: z.string().nullable(),
  reason: z.enum(noAnswerReasons).nullable(),
  /** What was signed with; null of attempts before it was kept, and where nothing was sent. */
  signature: z.string().nullable(),
  /** Headers of the answer. */
  contentType: z.string().nullable(),
  retryAfter: z.string().nullable(),
});
export type WebhookAttempt = z.infer<typeof attempt>;

const delivery = z.object({
  id: rowId,
  addressId: rowId,
  url: z.string(),
  /** The webhook-id: the same whenever it is sent. */
  messageId: z.string(),
  fact: z.enum(webhookFacts),
  createdAt: instant,
  /** What it is about: '1042' of a transaction. Null of what is about nothing. */
  about: z.object({ type: z.string(), id: z.string() }).nullable(),
  state: z.enum(deliveryStates),
  nextAttemptAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  attemptCount: z.number().int(),
  /** What the last attempt got; null before the first, and where nothing came back. */
  lastStatus: z.number().int().nullable(),
  lastDurationMs: z.number().int().nullable(),
});
export type WebhookDelivery = z.infer<typeof delivery>;

const deliveryFilter = z.object({
  addressId: rowId.optional(),
  fact: z.preprocess(
    (given) => (given === undefined || Array.isArray(given) ? given : [given]),
    z.array(z.enum(webhookFacts)).max(webhookFacts.length).optional(),
  ),
});

export const listDeliveries = defineRoute({
  ...settings,
  id: 'integrator.deliveries',
  method: 'GET',
  path: '/integrator/deliveries',
  summary: 'What was sent in the last 30 days, newest first',
  query: z.object({
    ...pageQuery,
    ...deliveryFilter.shape,
    /** 'missing': what has not arrived. */
    only: z.enum(['missing']).optional(),
  }),
  output: pageOf(delivery),
  errors: [],
});

/** Counted no further. */
export const missingCountMax = 999;

export const countMissing = defineRoute({
  ...settings,
  id: 'integrator.countMissing',
  method: 'GET',
  path: '/integrator/missing-deliveries',
  summary:
    'How many messages of the last 30 days have not arrived: those that wait, and those that were given up',
  query: deliveryFilter,
  /** `isMore`: there are more than `missingCountMax`. */
  output: z.object({ count: z.number().int(), isMore: z.boolean() }),
  errors: [],
});

export const getDelivery = defineRoute({
  ...settings,
  id: 'integrator.delivery',
  method: 'GET',
  path: '/integrator/deliveries/:id',
  summary: 'One message with its body and every attempt',
  params: idParams,
  output: delivery.extend({
    body: z.string(),
    attempts: z.array(attempt),
    /** Until when it is tried where it waits. */
    triesUntil: instant,
    isRemoved: z.boolean(),
  }),
  errors: ['notFound'],
});

export const replayDelivery = defineRoute({
  ...settings,
  id: 'integrator.replay',
  switchedBy: 'webhooks',
  method: 'POST',
  path: '/integrator/deliveries/:id/replay',
  idempotency: 'natural',
  summary: 'Sends a message again now, with the same id; one that waits does not wait any longer',
  params: idParams,
  output: delivery,
  errors: ['notFound', 'conflict'],
});
