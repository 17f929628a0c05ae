import * as z from 'zod';
import { currencies, maxAmountMinor } from './money.ts';
import { day, idParams, instant, pageOf, pageQuery, rowId } from './page.ts';
import { noReversal } from './refund-reversal.ts';
import { refundReasons, refundTypes } from './refund-terms.ts';
import { merchantRoles } from './roles.ts';
import { defineRoute } from './route.ts';
import { schemes, transactionStatuses } from './transaction-states.ts';

export const refundNoteMax = 300;

/** Before it is sent to a terminal: waits for a second person, was refused by one, was taken back by who asked. */
const requestStates = ['WAITING', 'REFUSED', 'WITHDRAWN'] as const;
/** From then on it is in the states of any payment. */
export const refundStates = [...requestStates, ...transactionStatuses] as const;
export type RefundState = (typeof refundStates)[number];

/** What may be done with a refund: the button and the server ask the same table. */
export const refundCan = {
  approve: (r: { state: RefundState; isOwn: boolean }) => r.state === 'WAITING' && !r.isOwn,
  refuse: (r: { state: RefundState; isOwn: boolean }) => r.state === 'WAITING' && !r.isOwn,
  withdraw: (r: { state: RefundState; isOwn: boolean }) => r.state === 'WAITING' && r.isOwn,
} as const;

/**
 * Whether it takes from the remainder of its purchase: what waits, is undecided, is approved, or is under review. What was
 * refused, taken back, declined, canceled or never sent gives it free again.
 */
export const holdsAmount = ({ state, underReview }: { state: RefundState; underReview: boolean }): boolean =>
  underReview || state === 'WAITING' || state === 'INITIALIZED' || state === 'APPROVED';

/** Whether a person, the bank or the terminal still has to say how it ended. What was approved went back, whatever is looked at. */
export const isUndecided = ({ state, underReview }: { state: RefundState; underReview: boolean }): boolean =>
  underReview && state !== 'APPROVED';

/**
 * Why a refund is refused with 409 'conflict' (`details.reason`). REMAINDER has `remainderMinor`; NO_SECOND_PERSON has
 * `limitMinor`; UNDECIDED has `refundId`; REVERSAL has `why`, one of `noReversal`.
 */
export const refundRefusals = [
  /** The payment is no approved purchase in riyals. */
  'NOT_REFUNDABLE',
  /** The bank gave it no number, or the card is not known: a terminal could not name it. */
  'NO_REFERENCE',
  /** More than is left of it. */
  'REMAINDER',
  /** A refund of the same amount of it has no known outcome yet. */
  'UNDECIDED',
  /** A reversal is not possible, or not any more. */
  'REVERSAL',
  /** Above the limit, and nobody else of the merchant may approve it. */
  'NO_SECOND_PERSON',
  /** Nobody approves or refuses an own request. */
  'OWN_REQUEST',
  /** Somebody else's is not taken back. */
  'NOT_OWN_REQUEST',
  /** It waits for nobody any more. */
  'NOT_WAITING',
  /** Approving would send it to a terminal that is not connected: it waits on. */
  'TERMINAL_AWAY',
  /** Its terminal is out of service: another one can be named (`details.tid`). */
  'TERMINAL_RETIRED',
  /** Cashiers of this merchant give nothing back. */
  'NOT_ALLOWED',
  /** This id was used for another refund. */
  'OTHER_REFUND',
] as const;
export type RefundRefusal = (typeof refundRefusals)[number];

const minor = z.number().int();
const person = z.object({ id: rowId, name: z.string() });

/** Halalas of one column, in which net = amount - fee - VAT; what a refund adds is below zero. Fee, VAT and net are null where no rate was agreed, so that nobody knows them. */
const figures = z.object({
  amountMinor: minor,
  feeMinor: minor.nullable(),
  vatMinor: minor.nullable(),
  netMinor: minor.nullable(),
});
export type RefundFigures = z.infer<typeof figures>;

const refundEffect = z.object({
  type: z.enum(refundTypes),
  original: z.object({
    id: rowId,
    amountMinor: minor,
    currency: z.enum(currencies),
    scheme: z.enum(schemes),
    lastFour: z.string().nullable(),
    rrn: z.string().nullable(),
    createdAt: instant,
    tid: z.string(),
    branchNameEn: z.string(),
    branchNameAr: z.string(),
    cashierName: z.string().nullable(),
    mdrBps: z.number().int(),
    vatBps: z.number().int(),
    /** False where no rate was agreed. */
    isRateKnown: z.boolean(),
  }),
  amountMinor: minor,
  /** Approved on record. */
  refundedMinor: minor,
  /** Waiting, under way or under review: held until it is known. Without this refund, where it is asked for already. */
  heldMinor: minor,
  /** What may still be given back, this refund not counted. */
  remainderMinor: minor,
  /** The purchase as it stands with what was refunded, what this refund adds, and both; each column closes. */
  now: figures,
  change: figures,
  after: figures,
  /** The settlement that gets smaller; null where nobody said with which bank the terminal is. */
  deposit: z
    .object({
      bankId: rowId,
      bankNameEn: z.string(),
      bankNameAr: z.string(),
      /** By today's agreement, were it approved now. */
      dueDay: day,
      /** What that bank owes for that day as of now; null where a rate is not known. */
      nowMinor: minor.nullable(),
      afterMinor: minor.nullable(),
    })
    .nullable(),
  /** As far as the portal knows; the bank has the last word. */
  reversal: z.object({ isPossible: z.boolean(), why: z.enum(noReversal).nullable() }),
  approval: z.object({
    isNeeded: z.boolean(),
    limitMinor: minor,
    /** What whoever asks gave back alone in the last `refundAloneHours`: it counts. */
    aloneMinor: minor,
    /** Who could approve; empty where nobody else may. Named only where it is needed. */
    people: z.array(person),
  }),
  terminal: z.object({
    id: rowId,
    tid: z.string(),
    isConnected: z.boolean(),
    /** Taken out of service: another one has to be named. */
    isRetired: z.boolean(),
    /** False while the merchant or the branch is suspended. */
    isInService: z.boolean(),
  }),
});
export type RefundEffect = z.infer<typeof refundEffect>;

/** Before it is sent: of each who could approve, whether they would be told at once by mail. */
const refundPreview = refundEffect.extend({
  approval: refundEffect.shape.approval.extend({
    people: z.array(person.extend({ isTold: z.boolean() })),
  }),
});
export type RefundPreview = z.infer<typeof refundPreview>;

const refundRow = z.object({
  id: rowId,
  type: z.enum(refundTypes),
  state: z.enum(refundStates),
  /** A person, the bank or the terminal still has to say how it ended. */
  underReview: z.boolean(),
  amountMinor: minor,
  currency: z.enum(currencies),
  /** The purchase; null where a terminal began it and did not say of which, or it is not on record. */
  originalId: rowId.nullable(),
  originalAmountMinor: minor.nullable(),
  scheme: z.enum(schemes),
  lastFour: z.string().nullable(),
  /** Null where it was begun at the terminal itself. */
  reason: z.enum(refundReasons).nullable(),
  note: z.string().nullable(),
  terminalId: rowId,
  tid: z.string(),
  branchId: rowId,
  branchNameEn: z.string(),
  branchNameAr: z.string(),
  askedById: rowId.nullable(),
  askedByName: z.string().nullable(),
  /** When it was sent to the terminal, or asked for where it was not. */
  createdAt: instant,
  askedAt: instant.nullable(),
  /** Who approved or refused it, where a second person did. */
  decidedByName: z.string().nullable(),
  decidedAt: instant.nullable(),
  decisionNote: z.string().nullable(),
  /** The limit that it went above; null where one person was enough. */
  limitMinor: minor.nullable(),
  /** Whoever reads this asked for it. */
  isMine: z.boolean(),
  /** Whoever asks may approve or refuse it. */
  waitsForMe: z.boolean(),
  /** Its transaction, of the same number; null until it is sent. */
  transactionId: rowId.nullable(),
  /** What the terminal and the bank answered; null until they did. */
  providerCode: z.string().nullable(),
  actionCode: z.string().nullable(),
});
export type RefundRow = z.infer<typeof refundRow>;

const refundDetail = refundRow.extend({
  /** The figures as they are now, for who approves; null once it was sent, and for one without a known purchase. */
  effect: refundEffect.nullable(),
});
export type RefundDetail = z.infer<typeof refundDetail>;

const money = z.number().int().min(1).max(maxAmountMinor);
const note = z.string().trim().max(refundNoteMax);

export const previewRefund = defineRoute({
  id: 'refunds.preview',
  method: 'GET',
  path: '/refunds/preview',
  allow: merchantRoles,
  right: 'refunds.take',
  summary: 'What a refund would change, how much is left, and whether a second person is needed',
  query: z.object({
    originalId: rowId,
    type: z.enum(refundTypes).default('REFUND'),
    /** The whole remainder where none is named. */
    amountMinor: z.coerce.number().int().min(1).max(maxAmountMinor).optional(),
    /** The terminal of the purchase where none is named. */
    terminalId: rowId.optional(),
  }),
  output: refundPreview,
  errors: ['notFound', 'conflict'],
});

export const startRefund = defineRoute({
  id: 'refunds.start',
  method: 'POST',
  path: '/refunds',
  allow: merchantRoles,
  right: 'refunds.take',
  freshSignIn: true,
  idempotency: { clientId: 'refundId' },
  summary:
    'Gives a purchase back on a terminal, or asks a second person for it where the amount is above the limit. The same refundId again answers with what the first one made',
  body: z
    .strictObject({
      /** Made once by the client for each attempt, unique for ever. */
      refundId: z.uuid(),
      originalId: rowId,
      type: z.enum(refundTypes).default('REFUND'),
      amountMinor: money,
      /** The terminal of the purchase where none is named. */
      terminalId: rowId.nullish(),
      reason: z.enum(refundReasons),
      note: note.nullish(),
    })
    .refine((body) => body.reason !== 'OTHER' || (body.note ?? '').length >= 3, {
      path: ['note'],
      message: 'OTHER wants a note',
    }),
  output: refundDetail,
  successStatus: 201,
  example: {
    body: {
      refundId: '0193f1c2-7a44-7c3e-9d55-0a5e3a6f1b20',
      originalId: '29981',
      amountMinor: 61_550,
      reason: 'RETURNED',
    },
  },
  errors: ['notFound', 'suspended', 'terminalBusy', 'conflict'],
});

const decide = {
  allow: ['MERCHANT'],
  right: 'refunds.decide',
  idempotency: 'natural',
  params: idParams,
} as const;

export const approveRefund = defineRoute({
  ...decide,
  id: 'refunds.approve',
  method: 'POST',
  path: '/refunds/:id/approve',
  freshSignIn: true,
  summary:
    'A second person approves a refund that waits, and it goes to its terminal, or to another one that is named',
  body: z.strictObject({ terminalId: rowId.optional() }).default({}),
  example: { body: { terminalId: '12' } },
  output: refundDetail,
  errors: ['notFound', 'suspended', 'terminalBusy', 'conflict'],
});

export const refuseRefund = defineRoute({
  ...decide,
  id: 'refunds.refuse',
  method: 'POST',
  path: '/refunds/:id/refuse',
  summary: 'A second person refuses a refund that waits, with a reason; its amount is free again',
  body: z.strictObject({ note: note.min(3) }),
  example: { body: { note: 'The goods did not come back' } },
  output: refundDetail,
  errors: ['notFound', 'conflict'],
});

export const withdrawRefund = defineRoute({
  ...decide,
  allow: merchantRoles,
  right: 'refunds.withdraw',
  id: 'refunds.withdraw',
  method: 'POST',
  path: '/refunds/:id/withdraw',
  summary: 'Who asked for a refund takes it back while it waits; its amount is free again',
  output: refundDetail,
  errors: ['notFound', 'conflict'],
});

/** One value or several of a query parameter. */
const many = <T extends z.ZodType>(value: T) =>
  z.preprocess((v) => (v === undefined || Array.isArray(v) ? v : [v]), z.array(value).max(50).optional());

/** Days are calendar days in Asia/Riyadh of when it was asked for; 31 of them up to today where none are chosen. */
const listedBy = {
  from: day.optional(),
  to: day.optional(),
  state: many(z.enum(refundStates)),
  reason: many(z.enum(refundReasons)),
  branchId: many(rowId),
  terminalId: many(rowId),
  askedById: many(rowId),
  /** The refunds of one purchase, over all time. */
  originalId: rowId.optional(),
};
/** The filters as an export is asked for by them: a file is nobody's own view. */
export const exportedRefunds = z.strictObject(listedBy);
export type ExportedRefunds = z.output<typeof exportedRefunds>;

const refundFilter = {
  ...listedBy,
  /** What whoever asks may approve, over all time. */
  waiting: z.enum(['me']).optional(),
};

export const listRefunds = defineRoute({
  id: 'refunds.list',
  method: 'GET',
  path: '/refunds',
  allow: merchantRoles,
  right: 'transactions.read',
  scope: 'transactions:read',
  summary: 'Refunds and reversals, newest first; a cashier sees those of the own terminal',
  query: z.object({ ...refundFilter, ...pageQuery }),
  output: pageOf(refundRow),
  errors: [],
});

/** So many are counted at most, one by one. */
export const refundCountMax = 10_000;

export const refundTotals = defineRoute({
  id: 'refunds.totals',
  method: 'GET',
  path: '/refunds/totals',
  allow: merchantRoles,
  right: 'transactions.read',
  scope: 'transactions:read',
  summary: 'How many refunds a filter holds, what was approved of them, and what waits for whoever asks',
  query: z.object(refundFilter),
  output: z.object({
    count: z.number().int(),
    /** True where there are more than were counted; the sums are then of those. */
    atLeast: z.boolean(),
    /** In riyals; only approved ones are money that went back. */
    approvedCount: z.number().int(),
    approvedMinor: minor,
    /** Waiting for a second person, under way or under review. */
    openCount: z.number().int(),
    openMinor: minor,
    waitsForMe: z.number().int(),
    from: day.nullable(),
    to: day.nullable(),
  }),
  errors: [],
});

export const getRefund = defineRoute({
  id: 'refunds.get',
  method: 'GET',
  path: '/refunds/:id',
  allow: merchantRoles,
  right: 'transactions.read',
  scope: 'transactions:read',
  summary: 'One refund: its state, who asked and decided, and what it changes',
  params: idParams,
  output: refundDetail,
  errors: ['notFound'],
});
