import * as z from 'zod';
import { daysBetween } from './business-day.ts';
import { feeClaimGroup } from './fee-audit.ts';
import { feeAuditLimits } from './fee-audit-terms.ts';
import { currencies, maxAmountMinor } from './money.ts';
import { day, idParams, instant, pageOf, pageQuery, rowId } from './page.ts';
import { calendarChoices } from './preferences.ts';
import { defineRoute } from './route.ts';
import { schemes } from './transaction-states.ts';

/** Claims of fees that a bank charged more than agreed (docs/decisions/0074-claims-of-fees.md). Mizan sends nothing by itself. */
const feeClaimStates = ['DRAFTED', 'SENT', 'ANSWERED', 'WITHDRAWN'] as const;
export type FeeClaimState = (typeof feeClaimStates)[number];

/** What may be done with a claim, by its state. */
export const feeClaimCan: Readonly<Record<'send' | 'answer' | 'withdraw', readonly FeeClaimState[]>> = {
  send: ['DRAFTED', 'SENT'],
  answer: ['SENT', 'ANSWERED'],
  withdraw: ['DRAFTED', 'SENT'],
};

export const feeClaimLimits = { referenceMax: 80, noteMax: 200 } as const;

/** What is asked of the bank: fees charged too much, payments that it never paid (docs/decisions/0285-claims-of-missing-money.md). */
const feeClaimKinds = ['FEES', 'MISSING', 'RENTS'] as const;
export type FeeClaimKind = (typeof feeClaimKinds)[number];

const minor = z.number().int();
const count = z.number().int();
const names = { nameEn: z.string(), nameAr: z.string() };

/** What is claimed; fee and VAT are null where lines of it say them only together. */
const figures = {
  count,
  feeMinor: minor.nullable(),
  vatMinor: minor.nullable(),
  claimedMinor: minor,
};

/** A paragraph of the letter, in one language: what stands on the screen stands on the paper. */
const letter = z.object({ title: z.string(), paragraphs: z.array(z.string()) });
export type FeeClaimLetter = z.infer<typeof letter>;
export const feeClaimLetters = z.object({ en: letter, ar: letter });

/** Payments of a card scheme that a bank never paid: what was sold, less what was agreed that it may keep. */
export const missingGroup = z.object({
  scheme: z.enum(schemes),
  count,
  firstDay: day,
  lastDay: day,
  /** When the last of them was due. */
  dueDay: day,
  grossMinor: minor,
  feeMinor: minor,
  vatMinor: minor,
  netMinor: minor,
});
export type MissingGroup = z.infer<typeof missingGroup>;

/** What became of the payments of such a claim, which itself stays as it was made. */
const missingNow = z.object({
  /** A line of the bank's has come: the money may have, too. */
  arrivedCount: count,
  arrivedMinor: minor,
  /** No longer approved, or a person accepted it as a loss. */
  notOwedCount: count,
  acceptedCount: count,
  /** Of which another net is due today, by a corrected rate. */
  otherNetCount: count,
  /** What of the claim is still in no file. */
  openMinor: minor,
});
export type MissingNow = z.infer<typeof missingNow>;

const ofSpan = {
  bankId: rowId,
  currency: z.enum(currencies).default('SAR'),
  from: day,
  to: day,
  /** Of these lines alone; without them everything that the bank charged too much. */
  scheme: z.enum(schemes).optional(),
  cause: z
    .string()
    .regex(/^[a-zA-Z]{1,20}(\.[a-zA-Z0-9]{1,20})?$/)
    .optional(),
};
/** Of the letters: with Umm al-Qura each day stands in both, as a bank's files count Gregorian days. */
export const letterCalendar = { calendar: z.enum(calendarChoices).default('gregorian') };
const isSpan = ({ from, to }: { from: string; to: string }): boolean =>
  from <= to && daysBetween(from, to) < feeAuditLimits.daysMax;

const read = { allow: ['MERCHANT'], right: 'bankFiles.read', scope: 'bankFiles:read' } as const;
const change = { allow: ['MERCHANT'], right: 'bankFiles.change', scope: 'bankFiles:write' } as const;

export const previewFeeClaim = defineRoute({
  ...read,
  id: 'reconciliation.previewFeeClaim',
  method: 'GET',
  path: '/reconciliation/fee-claim-preview',
  summary:
    'What a claim for a bank and a span of days would hold; lines of other claims are left out, and counted',
  query: z.strictObject({ ...ofSpan, ...letterCalendar }).refine(isSpan),
  output: z.object({
    bank: z.object({ id: rowId, ...names }),
    ...figures,
    groups: z.array(feeClaimGroup),
    fileCount: count,
    /** Charged too much as well, and in a claim that was not withdrawn. */
    claimedBeforeCount: count,
    claimedBeforeMinor: minor,
    letters: feeClaimLetters,
    /** Of the claimed lines those whose difference a person accepted. */
    acceptedCount: count,
    acceptedMinor: minor,
    /** Files are being judged: nothing is claimed before they are. */
    isWorking: z.boolean(),
  }),
  errors: ['notFound', 'tooLarge'],
});

const claimRow = z.object({
  id: rowId,
  /** 'CLM-2026-0007' */
  name: z.string(),
  kind: z.enum(feeClaimKinds),
  bank: z.object({ id: rowId, ...names }),
  currency: z.enum(currencies),
  from: day,
  to: day,
  ...figures,
  state: z.enum(feeClaimStates),
  madeAt: instant,
  madeByName: z.string(),
  sentOn: day.nullable(),
  bankReference: z.string(),
  answeredOn: day.nullable(),
  paidMinor: minor.nullable(),
  depositId: rowId.nullable(),
  answerNote: z.string(),
});
export type FeeClaimRow = z.infer<typeof claimRow>;

export const feeClaimDetail = claimRow.extend({
  /** Of a claim of fees; each kind has its own. */
  groups: z.array(feeClaimGroup),
  missing: z.array(missingGroup),
  /** As they were when it was made; `isThere` is false of one that was undone or replaced since. */
  files: z.array(z.object({ id: rowId, name: z.string(), sha256: z.string(), isThere: z.boolean() })),
  /** Lines of which files or rates say something else today than the claim does: the three of `now` together. */
  changedCount: count,
  now: z.object({
    /** Of which no file that counts says any more that they were charged too much; another charge; another agreed fee. */
    goneCount: count,
    otherChargeCount: count,
    otherAgreedCount: count,
    /** Of which a person accepted the difference. */
    acceptedCount: count,
    /** What files and rates say today was charged too much by its lines. */
    overMinor: minor,
  }),
  /** Null but of a claim of missing payments. */
  missingNow: missingNow.nullable(),
  /** Files are being judged: `now` may be another in a moment. */
  isWorking: z.boolean(),
  letters: feeClaimLetters,
});
export type FeeClaimDetail = z.infer<typeof feeClaimDetail>;

export const listFeeClaims = defineRoute({
  ...read,
  id: 'reconciliation.feeClaims',
  method: 'GET',
  path: '/reconciliation/fee-claims',
  summary: 'Claims of fees, the newest first',
  query: z.strictObject(pageQuery),
  output: pageOf(claimRow),
  errors: [],
});

export const getFeeClaim = defineRoute({
  ...read,
  id: 'reconciliation.feeClaim',
  method: 'GET',
  path: '/reconciliation/fee-claims/:id',
  summary: 'One claim as it was made, and whether its files still say so',
  params: idParams,
  query: z.strictObject(letterCalendar),
  output: feeClaimDetail,
  errors: ['notFound'],
});

export const makeFeeClaim = defineRoute({
  ...change,
  id: 'reconciliation.makeFeeClaim',
  method: 'POST',
  path: '/reconciliation/fee-claims',
  idempotency: { clientId: 'requestId' },
  summary: 'Claims what was on the screen; other figures are refused, and a line stands in one claim at most',
  body: z
    .strictObject({
      requestId: z.uuid(),
      ...ofSpan,
      count: count.min(1),
      claimedMinor: minor.min(1),
    })
    .refine(isSpan),
  output: feeClaimDetail,
  successStatus: 201,
  errors: ['notFound', 'conflict', 'tooLarge'],
});

const ofOne = { ...change, params: idParams, idempotency: 'natural', output: feeClaimDetail } as const;
const errors = ['notFound', 'conflict'] as const;

export const sendFeeClaim = defineRoute({
  ...ofOne,
  id: 'reconciliation.sendFeeClaim',
  method: 'POST',
  path: '/reconciliation/fee-claims/:id/sending',
  summary: 'Notes when the merchant sent a claim, and the bank’s reference',
  body: z.strictObject({
    sentOn: day,
    bankReference: z.string().trim().max(feeClaimLimits.referenceMax).default(''),
  }),
  example: { params: { id: '7' }, body: { sentOn: '2026-11-22', bankReference: 'NB-4471' } },
  errors,
});

export const answerFeeClaim = defineRoute({
  ...ofOne,
  id: 'reconciliation.answerFeeClaim',
  method: 'POST',
  path: '/reconciliation/fee-claims/:id/answer',
  summary: 'Notes what the bank answered: how much it paid, and with which deposit',
  body: z.strictObject({
    answeredOn: day,
    paidMinor: minor.min(0).max(maxAmountMinor),
    depositId: rowId.nullable().default(null),
    note: z.string().trim().max(feeClaimLimits.noteMax).default(''),
  }),
  example: { params: { id: '7' }, body: { answeredOn: '2026-12-02', paidMinor: 3_086 } },
  errors,
});

export const withdrawFeeClaim = defineRoute({
  ...ofOne,
  id: 'reconciliation.withdrawFeeClaim',
  method: 'POST',
  path: '/reconciliation/fee-claims/:id/withdrawal',
  summary: 'Withdraws a claim; its lines may be claimed again, and it stays on record',
  errors,
});

export const packFeeClaim = defineRoute({
  ...read,
  id: 'reconciliation.packFeeClaim',
  method: 'GET',
  path: '/reconciliation/fee-claims/:id/pack',
  summary:
    'The claim as files: the letter in Arabic and English (PDF), every transaction (XLSX), or both (ZIP)',
  params: idParams,
  query: z.strictObject({
    format: z.enum(['zip', 'pdf', 'xlsx']).default('zip'),
    lang: z.enum(['en', 'ar']).default('en'),
    ...letterCalendar,
  }),
  output: z.unknown(),
  outputKind: 'file',
  errors: ['notFound', 'tooLarge'],
});
