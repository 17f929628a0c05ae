import * as z from 'zod';
import { agreedSchemes, banksMax } from './banks.ts';
import { maxAmountMinor } from './money.ts';
import { day, idParams, instant, rowId } from './page.ts';
import { rateProposals } from './rate-proposals.ts';
import { defineRoute } from './route.ts';

/** Rates: what each bank may take, by card scheme and by date (docs/decisions/0051). */
export const ratesMax = 2_000;
export const rateNoteMax = 200;
export const importRowsMax = 200;
export const importTextMax = 100_000;
export const restatementsMax = 200;

const bps = z.int().min(0).max(10_000);
const minor = z.int().min(0).max(maxAmountMinor);
const paidWithin = z.strictObject({ days: z.int().min(0).max(60), kind: z.enum(['WORKING', 'CALENDAR']) });
/** What is agreed: percentages in basis points (80 is 0.80%), amounts in halalas. */
const terms = {
  mdrBps: bps,
  /** Null where there is no cap. */
  capLimitMinor: minor.nullable(),
  processingFeeMinor: minor,
  paidWithin,
};

/** What is asked for: VAT is null where the law's is meant, which is what the law's own figure is kept as, too. */
const asked = { ...terms, vatBps: bps.nullable() };

const rateRow = z.object({
  id: rowId,
  bankId: rowId,
  scheme: z.enum([...agreedSchemes, 'None']),
  ...terms,
  /** VAT of its first day. */
  vatBps: bps,
  /** Null where it follows the law; a VAT of its own stays, whatever the law says. */
  ownVatBps: bps.nullable(),
  validFrom: day,
  note: z.string(),
  addedByName: z.string().nullable(),
  addedAt: instant,
  /** How many rates came with it in one file; null for one that was typed. */
  importedCount: z.number().int().nullable(),
  /** Taken back before it began, or replaced by a correction: it holds no more. */
  withdrawnAt: instant.nullable(),
  withdrawnByName: z.string().nullable(),
  /** The correction that brought it. */
  restatementId: rowId.nullable(),
});
export type RateRow = z.infer<typeof rateRow>;

const restatementStates = ['ASKED', 'APPROVED', 'DONE', 'REFUSED'] as const;
const restatementRow = z.object({
  id: rowId,
  bankId: rowId,
  scheme: z.enum(agreedSchemes),
  ...terms,
  /** VAT of its first day. */
  vatBps: bps,
  validFrom: day,
  reason: z.string(),
  state: z.enum(restatementStates),
  askedById: rowId,
  askedByName: z.string(),
  askedAt: instant,
  decidedByName: z.string().nullable(),
  decidedAt: instant.nullable(),
  /** Payments whose charges it has changed so far. */
  restatedCount: z.number().int(),
});
export type RestatementRow = z.infer<typeof restatementRow>;

export const listDiscounts = defineRoute({
  id: 'discounts.list',
  method: 'GET',
  path: '/discounts',
  allow: ['MERCHANT'],
  right: 'agreements.read',
  summary:
    'Every rate by bank, card and date with its history, the corrections, and what due days are told by',
  output: z.object({
    banks: z
      .array(
        z.object({
          id: rowId,
          nameEn: z.string(),
          nameAr: z.string(),
          /** The bank's business day at this moment. */
          today: day,
          /** The first day that has not begun: a new rate starts there at the earliest. */
          firstDay: day,
        }),
      )
      .max(banksMax),
    /** By bank and scheme, the latest day first. */
    rates: z.array(rateRow).max(ratesMax),
    /** VAT of the law, the oldest first; what is to come is here as well. */
    vat: z.array(z.object({ validFrom: day, vatBps: bps })),
    /** What the form of a new rate offers to fill in; it charges nothing. */
    proposals: rateProposals,
    /** Newest first. */
    restatements: z.array(restatementRow).max(restatementsMax),
    /** Days on which banks are closed beside Friday and Saturday, both ends included. */
    closed: z.array(z.object({ from: day, to: day })),
    /** People beside the reader who may decide on a correction: with none nobody can be the second person. */
    otherApprovers: z.number().int(),
  }),
  errors: [],
});
export type DiscountBank = z.infer<typeof listDiscounts.output>['banks'][number];

export const listMerchantRates = defineRoute({
  id: 'discounts.ofMerchant',
  method: 'GET',
  path: '/admin/merchants/:id/rates',
  allow: ['ADMIN'],
  right: 'merchants.read',
  summary:
    'What a merchant has agreed with its banks, for administrators: what holds now and what begins later',
  params: idParams,
  output: z.object({
    banks: z.array(z.object({ id: rowId, nameEn: z.string(), nameAr: z.string(), today: day })).max(banksMax),
    /** By bank and scheme, the latest day first. */
    rates: z
      .array(
        rateRow
          .pick({ id: true, bankId: true, scheme: true, validFrom: true, ownVatBps: true })
          .extend(terms),
      )
      .max(ratesMax),
  }),
  errors: ['notFound'],
});
export type RatesOfMerchant = z.infer<typeof listMerchantRates.output>;

const whose = { bankId: rowId, scheme: z.enum(agreedSchemes), validFrom: day };
const example = {
  bankId: '1',
  scheme: 'Mada',
  validFrom: '2027-01-01',
  mdrBps: 70,
  vatBps: 1_500,
  capLimitMinor: 4_000,
  processingFeeMinor: 0,
  paidWithin: { days: 1, kind: 'WORKING' },
} as const;

export const addRate = defineRoute({
  id: 'discounts.add',
  method: 'POST',
  path: '/discounts',
  allow: ['MERCHANT'],
  right: 'agreements.change',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Adds a rate that holds from a day on that has not begun; payments before it keep theirs',
  body: z.strictObject({ ...whose, ...asked, note: z.string().trim().max(rateNoteMax) }),
  example: { body: { ...example, note: '' } },
  output: z.object({ id: rowId }),
  errors: ['notFound', 'conflict'],
});

export const withdrawRate = defineRoute({
  id: 'discounts.withdraw',
  method: 'POST',
  path: '/discounts/:id/withdraw',
  allow: ['MERCHANT'],
  right: 'agreements.change',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Takes back a rate that has not begun; it stays in the history',
  params: idParams,
  output: z.object({ id: rowId }),
  errors: ['notFound', 'conflict'],
});

/** The columns of an import, in the order of its template. */
export const importColumns = [
  'cardName',
  'mdr',
  'vat',
  'capLimit',
  'processingFee',
  'bank',
  'validFrom',
  'paidWithin',
] as const;
export type ImportColumn = (typeof importColumns)[number];
const importProblems = [
  'missing',
  'unknownCard',
  'percent',
  'amount',
  'unknownBank',
  'day',
  'dayBegun',
  'paidWithin',
  'taken',
  'twice',
  'cells',
] as const;
export type ImportProblem = (typeof importProblems)[number];

const importedRow = z.object({
  /** In the file, the heading being 1. */
  line: z.number().int(),
  cells: z.array(z.string()),
  /** What is wrong with it and in which column; null where all of it can be read. */
  problem: z.object({ column: z.enum(importColumns), code: z.enum(importProblems) }).nullable(),
  /** Null where something is wrong. */
  rate: z.object({ ...whose, ...asked }).nullable(),
});
export type ImportedRow = z.infer<typeof importedRow>;
const importPreview = z.object({
  rows: z.array(importedRow).max(importRowsMax),
  /** Why nothing can be read at all. */
  refusal: z.enum(['empty', 'columns', 'tooMany']).nullable(),
});
export type ImportPreview = z.infer<typeof importPreview>;

const importBody = z.strictObject({ text: z.string().max(importTextMax) });
const importExample = {
  body: {
    text: 'cardName,mdr,vat,capLimit,processingFee,bank,validFrom,paidWithin\nMada,0.70,15,40,0,Najd Bank,2027-01-01,1 working\n',
  },
};

export const previewImport = defineRoute({
  id: 'discounts.preview',
  method: 'POST',
  path: '/discounts/import/preview',
  allow: ['MERCHANT'],
  right: 'agreements.change',
  idempotency: 'natural',
  summary: 'What would become of each row of a CSV of rates; writes nothing',
  body: importBody,
  example: importExample,
  output: importPreview,
  errors: [],
});

export const importRates = defineRoute({
  id: 'discounts.import',
  method: 'POST',
  path: '/discounts/import',
  allow: ['MERCHANT'],
  right: 'agreements.change',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Adds the rates of a CSV, all of them or, where a row cannot be read, none',
  body: importBody,
  example: importExample,
  output: z.object({ added: z.number().int() }),
  errors: ['conflict'],
});

export const askRestatement = defineRoute({
  id: 'discounts.askRestatement',
  method: 'POST',
  path: '/discounts/restatements',
  allow: ['MERCHANT'],
  right: 'agreements.change',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Asks for a wrong rate to be corrected from a day on; another person decides',
  body: z.strictObject({ ...whose, ...asked, reason: z.string().trim().min(1).max(rateNoteMax) }),
  example: { body: { ...example, validFrom: '2026-11-01', reason: 'Agreement of November 12' } },
  output: z.object({ id: rowId }),
  errors: ['notFound', 'conflict'],
});

export const decideRestatement = defineRoute({
  id: 'discounts.decideRestatement',
  method: 'POST',
  path: '/discounts/restatements/:id/decide',
  allow: ['MERCHANT'],
  right: 'agreements.change',
  freshSignIn: true,
  idempotency: 'natural',
  summary:
    'Approves a correction, whose payments are then charged anew, or refuses it; who asked may only take it back',
  params: idParams,
  body: z.strictObject({ decision: z.enum(['APPROVE', 'REFUSE']) }),
  output: z.object({ state: z.enum(restatementStates) }),
  errors: ['notFound', 'conflict'],
});
