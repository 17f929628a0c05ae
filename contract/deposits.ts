import * as z from 'zod';
import { currencies, maxAmountMinor } from './money.ts';
import { day, idParams, instant, pageOf, pageQuery, rowId } from './page.ts';
import { defineRoute } from './route.ts';
import { schemes } from './transaction-states.ts';

export const referenceMax = 80;
export const depositNoteMax = 200;
/** Settlements that one deposit pays: two months of a bank with all its card schemes fit. */
const sharesMax = 400;

const minor = z.number().int();
const reference = z.string().trim().max(referenceMax);
const positive = z.number().int().min(1).max(maxAmountMinor);

/** How much of a deposit pays one settlement of its bank and currency; below zero where the bank kept back refunds. */
export const share = z.strictObject({
  day,
  scheme: z.enum(schemes),
  amountMinor: minor
    .min(-maxAmountMinor)
    .max(maxAmountMinor)
    .refine((value) => value !== 0),
});
export type DepositShare = z.infer<typeof share>;

/** Each settlement once. */
const shares = z
  .array(share)
  .max(sharesMax)
  .refine((all) => new Set(all.map((each) => `${each.day} ${each.scheme}`)).size === all.length);

const depositSources = ['HAND', 'STATEMENT'] as const;
const depositRow = z.object({
  id: rowId,
  bank: z.object({ id: rowId, nameEn: z.string(), nameAr: z.string() }),
  valueDate: day,
  amountMinor: minor,
  currency: z.enum(currencies),
  reference: z.string(),
  note: z.string(),
  source: z.enum(depositSources),
  /** Of the amount, what its shares have taken. */
  sharedMinor: minor,
  addedAt: instant,
  addedByName: z.string(),
  undoneAt: instant.nullable(),
  undoneByName: z.string().nullable(),
});
export type DepositRow = z.infer<typeof depositRow>;

const depositDetail = depositRow.extend({ shares: z.array(share) });
export type DepositDetail = z.infer<typeof depositDetail>;

/** Those without a share for a part of them, those that were taken back, or all. */
export const depositFilters = ['OPEN', 'UNDONE'] as const;

export const listDeposits = defineRoute({
  id: 'deposits.list',
  method: 'GET',
  path: '/settlement/deposits',
  allow: ['MERCHANT'],
  right: 'settlement.read',
  scope: 'settlement:read',
  summary: 'Deposits, the last entered first',
  query: z.strictObject({
    ...pageQuery,
    bankId: rowId.optional(),
    state: z.enum(depositFilters).optional(),
    valueDate: day.optional(),
  }),
  output: pageOf(depositRow),
  errors: [],
});

export const getDeposit = defineRoute({
  id: 'deposits.get',
  method: 'GET',
  path: '/settlement/deposits/:id',
  allow: ['MERCHANT'],
  right: 'settlement.read',
  scope: 'settlement:read',
  summary: 'One deposit, with the settlements that it pays',
  params: idParams,
  output: depositDetail,
  errors: ['notFound'],
});

/** What a set of settlements is together. */
const readingKinds = ['CELL', 'DAY', 'DUE_DAY', 'DAYS', 'SCHEME_DAYS', 'COMBINATION'] as const;
const reading = z.object({
  kind: z.enum(readingKinds),
  /** Of what is still open in them, when each is paid whole. */
  sumMinor: minor,
  shares: z.array(share),
});
export type DepositReading = z.infer<typeof reading>;
export const readingsMax = 8;

const openSettlement = z.object({
  day,
  scheme: z.enum(schemes),
  dueDay: day,
  netMinor: minor,
  arrivedMinor: minor,
  /** Payments without an agreed rate: what is owed for them is not known. */
  unjudgedCount: z.number().int(),
});
export type OpenSettlement = z.infer<typeof openSettlement>;

/** Other deposits that pay nothing yet, with which one comes to a settlement. Amounts alone say so: it is for a person to decide. */
const parts = z.object({
  /** Where nothing else can be meant: no other set of them pays it, and no other settlement may take one of them. */
  only: z
    .object({
      day,
      scheme: z.enum(schemes),
      /** What is still to come of the settlement. */
      sumMinor: minor,
      beside: z.array(z.object({ id: rowId, valueDate: day, amountMinor: minor, reference: z.string() })),
    })
    .nullable(),
  /** Sets that fit; where `only` is null none is proposed before the others. */
  count: z.number().int(),
  /** Deposits of which sets are tried, and whether more wait, so that none was. */
  waitingMax: z.number().int(),
  isCut: z.boolean(),
});
export type DepositParts = z.infer<typeof parts>;

export const readDeposit = defineRoute({
  id: 'deposits.readings',
  method: 'GET',
  path: '/settlement/deposit-readings',
  allow: ['MERCHANT'],
  right: 'settlement.read',
  scope: 'settlement:read',
  summary:
    'Which open settlements of a bank an amount may pay: exact sums, or else the nearest, for a person to choose',
  query: z.strictObject({
    bankId: rowId,
    currency: z.enum(currencies),
    valueDate: day,
    amountMinor: z.coerce.number().int().min(1).max(maxAmountMinor),
    /** Which one it is, where it is on record: it is no part beside itself. */
    depositId: rowId.optional(),
  }),
  output: z.object({
    /** Whose sum is the amount; more than one is a question. */
    exact: z.array(reading).max(readingsMax),
    /** True where more fit than are listed. */
    more: z.boolean(),
    /** Where none is exact. */
    nearest: reading.nullable(),
    parts,
    /** Everything of the bank that is not paid whole, the newest day first. */
    open: z.array(openSettlement),
  }),
  errors: ['notFound'],
});

const matching = {
  shares,
  /** Said by a person: a settlement receives more than it is owed. */
  isOverpaid: z.boolean().default(false),
};

export const addDeposit = defineRoute({
  id: 'deposits.add',
  method: 'POST',
  path: '/settlement/deposits',
  allow: ['MERCHANT'],
  right: 'deposits.change',
  scope: 'settlement:write',
  idempotency: { clientId: 'requestId' },
  summary:
    'Enters what arrived, and which settlements it pays; the same requestId again answers with the same deposit',
  body: z.strictObject({
    requestId: z.uuid(),
    bankId: rowId,
    valueDate: day,
    amountMinor: positive,
    currency: z.enum(currencies),
    reference: reference.default(''),
    note: z.string().trim().max(depositNoteMax).default(''),
    ...matching,
    /** Said by a person: it is another one than that of the same bank, day and amount. */
    isAnother: z.boolean().default(false),
  }),
  output: depositDetail,
  successStatus: 201,
  errors: ['notFound', 'conflict'],
});

export const matchDeposit = defineRoute({
  id: 'deposits.match',
  method: 'POST',
  path: '/settlement/deposits/:id/shares',
  allow: ['MERCHANT'],
  right: 'deposits.change',
  scope: 'settlement:write',
  idempotency: 'natural',
  summary: 'Says which further settlements a deposit pays',
  params: idParams,
  body: z.strictObject(matching),
  example: { body: { shares: [{ day: '2026-11-16', scheme: 'Visa', amountMinor: 51_988 }] } },
  output: depositDetail,
  errors: ['notFound', 'conflict'],
});

export const releaseDeposit = defineRoute({
  id: 'deposits.release',
  method: 'DELETE',
  path: '/settlement/deposits/:id/shares',
  allow: ['MERCHANT'],
  right: 'deposits.change',
  scope: 'settlement:write',
  idempotency: 'natural',
  summary: 'Takes back which settlements a deposit pays; what arrived stays',
  params: idParams,
  output: depositDetail,
  errors: ['notFound', 'conflict'],
});

export const undoDeposit = defineRoute({
  id: 'deposits.undo',
  method: 'DELETE',
  path: '/settlement/deposits/:id',
  allow: ['MERCHANT'],
  right: 'deposits.change',
  scope: 'settlement:write',
  idempotency: 'natural',
  summary: 'Takes a deposit back with all that it pays; it stays on record as taken back',
  params: idParams,
  output: depositDetail,
  errors: ['notFound', 'conflict'],
});
