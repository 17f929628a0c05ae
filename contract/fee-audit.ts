import * as z from 'zod';
import { daysBetween } from './business-day.ts';
import { feeAuditLimits } from './fee-audit-terms.ts';
import { currencies } from './money.ts';
import { day, pageOf, pageQuery, rowId } from './page.ts';
import { defineRoute } from './route.ts';
import { bankId } from './settlement.ts';
import { schemes } from './transaction-states.ts';

/**
 * What banks took for card payments against what was agreed, over a span of their business days: by bank, card scheme and
 * agreed rate, with the cause of each difference (docs/decisions/0073-the-fee-audit.md).
 */

const minor = z.number().int();
const count = z.number().int();

/**
 * Why a fee is not the agreed one. Each is a way of reckoning that gives the charged figures to the halala, and says no more:
 * `otherRate`: by another agreed rate, the older one or one that begins later; `noCap`: without the cap; `otherCap` and `processingFee`:
 * with another cap or processing fee, where several lines of different amounts show the same; `vatBase`: the VAT of another
 * fee; `refund`: a fee for money given back; `rounding`: as a bank may round; `several`: more than one of these and nothing
 * tells which; `unexplained`: none.
 */
const feeCauseKinds = [
  'otherRate',
  'noCap',
  'otherCap',
  'processingFee',
  'vatBase',
  'refund',
  'rounding',
  'several',
  'unexplained',
] as const;
export type FeeCauseKind = (typeof feeCauseKinds)[number];

/** Of which fee a VAT that was taken is: of the percentage part before its cap, or without the processing fee. */
export const vatBases = ['beforeCap', 'withoutProcessing'] as const;
/** How a bank rounded: cut somewhere, fee and VAT together, over a batch of lines, or in more than one of these ways. */
export const roundingNames = ['cut', 'together', 'batch', 'some'] as const;

const rate = z.object({
  mdrBps: z.number().int(),
  vatBps: z.number().int(),
  capLimitMinor: minor.nullable(),
  processingFeeMinor: minor,
});

/** An agreed rate with the days on which it holds; mada's published one, which nobody entered, has neither id nor days. */
const agreedRate = rate.extend({
  id: rowId.nullable(),
  validFrom: day.nullable(),
  validTo: day.nullable(),
  /** The day on which it was entered, in Riyadh. */
  enteredOn: day.nullable(),
  /** Where the law changed VAT while it held: from which day on its VAT is this one. Claims of before have none. */
  vatFrom: day.nullish(),
});
export type AuditRate = z.infer<typeof agreedRate>;

/** A rate as it stands in an address: '12', 'published', 'none', '12v1000' with the VAT that came while it held. */
export const auditRateKey = (rate: AuditRate | null): string =>
  rate ? `${rate.id ?? 'published'}${rate.vatFrom ? `v${rate.vatBps}` : ''}` : 'none';

/** As it stands in an address: 'otherRate.12', 'processingFee.50', 'unexplained'. */
const causeKey = z.string().regex(/^[a-zA-Z]{1,20}(\.[a-zA-Z0-9]{1,26})?$/);

const feeCause = z.object({
  key: causeKey,
  kind: z.enum(feeCauseKinds),
  /** Of 'otherRate', the rate that was taken. */
  rate: agreedRate.nullable(),
  /** Of 'otherCap' and 'processingFee', what was taken in place of what was agreed. */
  takenMinor: minor.nullable(),
  vatBase: z.enum(vatBases).nullable(),
  rounding: z.enum(roundingNames).nullable(),
});
export type FeeCause = z.infer<typeof feeCause>;

/** Which way a line goes: charged more than agreed, less, or as a bank may round. */
const feeSides = ['over', 'under', 'rounding'] as const;
export type FeeSide = (typeof feeSides)[number];

/**
 * What a line counts as beside those: as agreed, without an agreed rate, without a word of what was taken, or paying another
 * amount than was sold.
 */
export const quietKinds = ['asAgreed', 'notJudged', 'unsaid', 'otherAmount'] as const;
export type QuietKind = (typeof quietKinds)[number];
/** What the figures of the audit are made of. 'judged' are the lines of `count`: over, under, rounding and as agreed. */
export const auditLineKinds = [...feeSides, 'judged', ...quietKinds] as const;
export type AuditLineKind = (typeof auditLineKinds)[number];

/** Lines of one cause and one side; `differenceMinor` is charged less agreed. */
const auditCause = feeCause.extend({
  side: z.enum(feeSides),
  count,
  differenceMinor: minor,
  firstDay: day,
  lastDay: day,
  /** Of these, what stands in a claim that was not withdrawn. */
  claimedCount: count,
});
export type AuditCause = z.infer<typeof auditCause>;

/** What a claim says of a card scheme, rate and cause. */
export const feeClaimGroup = z.object({
  scheme: z.enum(schemes),
  rate: agreedRate.nullable(),
  cause: feeCause,
  count,
  firstDay: day,
  lastDay: day,
  agreedMinor: minor,
  chargedMinor: minor,
  differenceMinor: minor,
});
export type FeeClaimGroup = z.infer<typeof feeClaimGroup>;

const sums = {
  /** Lines whose fee was held against the rate; fee and VAT of them, as agreed and as charged. */
  count,
  agreedMinor: minor,
  chargedMinor: minor,
  /** charged − agreed = over + under + rounding; under is below zero. */
  overMinor: minor,
  overCount: count,
  underMinor: minor,
  underCount: count,
  roundingMinor: minor,
  roundingCount: count,
};

const auditRow = z.object({
  bankId,
  scheme: z.enum(schemes),
  currency: z.enum(currencies),
  /** Null where none was agreed: then nothing is judged, and nothing claimed. */
  rate: agreedRate.nullable(),
  ...sums,
  causes: z.array(auditCause),
  /** Without an agreed rate, with what the bank took as far as its lines say. */
  notJudgedCount: count,
  notJudgedMinor: minor,
  /** Lines that do not say what was taken. */
  unsaidCount: count,
  /** Lines that pay another amount than was sold: their fee is looked at with the difference itself. */
  otherAmountCount: count,
});
export type AuditRow = z.infer<typeof auditRow>;

/** A span of days, both included. */
const span = { from: day, to: day };
const isSpan = ({ from, to }: { from: string; to: string }): boolean =>
  from <= to && daysBetween(from, to) < feeAuditLimits.daysMax;

const errors = ['tooLarge'] as const;
const ofMerchant = { allow: ['MERCHANT'], right: 'bankFiles.read', scope: 'bankFiles:read' } as const;

export const getFeeAudit = defineRoute({
  ...ofMerchant,
  id: 'reconciliation.feeAudit',
  method: 'GET',
  path: '/reconciliation/fee-audit',
  summary:
    'What banks took against what was agreed over a span of days, by bank, card scheme and rate, with causes',
  query: z.strictObject(span).refine(isSpan),
  output: z.object({
    ...span,
    banks: z.array(z.object({ id: bankId, nameEn: z.string(), nameAr: z.string() })),
    rows: z.array(auditRow),
    totals: z.array(z.object({ currency: z.enum(currencies), ...sums })),
    /** Lines that charge for many payments at once and differ: which payment is not known, and nothing of them is claimed. */
    inSums: z.array(z.object({ currency: z.enum(currencies), count, differenceMinor: minor })),
    /** Bank files that are being read or judged just now: figures may change in a moment. */
    isWorking: z.boolean(),
  }),
  errors,
});
export type FeeAudit = z.infer<typeof getFeeAudit.output>;

const auditLine = z.object({
  transactionId: rowId,
  bankId,
  scheme: z.enum(schemes),
  day,
  lastFour: z.string().nullable(),
  rrn: z.string().nullable(),
  amountMinor: minor,
  /** Null where no rate is agreed. */
  agreedFeeMinor: minor.nullable(),
  agreedVatMinor: minor.nullable(),
  /** Fee and VAT together, as the bank's line has them; null where it does not say. */
  chargedMinor: minor.nullable(),
  /** Apart, where the line says both or the cause gives them; null where only the sum is known. */
  chargedFeeMinor: minor.nullable(),
  chargedVatMinor: minor.nullable(),
  /** Charged less agreed; null where the fee is not judged. */
  differenceMinor: minor.nullable(),
  /** Null where the fee is the agreed one or is not judged. */
  cause: feeCause.nullable(),
  side: z.enum([...feeSides, ...quietKinds]),
  bankFileId: rowId,
  /** The claim that it stands in. */
  claim: z.object({ id: rowId, name: z.string() }).nullable(),
});
export type AuditLine = z.infer<typeof auditLine>;

export const listAuditLines = defineRoute({
  ...ofMerchant,
  id: 'reconciliation.feeAuditLines',
  method: 'GET',
  path: '/reconciliation/fee-audit/lines',
  summary: 'The lines behind a figure of the fee audit, the newest first',
  query: z
    .strictObject({
      ...span,
      ...pageQuery,
      /** Of one bank; without it of all of them. */
      bankId: bankId.optional(),
      scheme: z.enum(schemes).optional(),
      currency: z.enum(currencies).default('SAR'),
      side: z.enum(auditLineKinds).default('over'),
      cause: causeKey.optional(),
      /** Of one row: the id of its rate, or that it has none or mada's published one. */
      rate: z
        .string()
        .regex(/^(none|(published|[1-9]\d{0,18})(v\d{1,5})?)$/)
        .optional(),
    })
    .refine(isSpan),
  output: pageOf(auditLine).extend({
    /** Of all of them, not of this page alone; of lines that do not say what was taken, or are not judged, what there is. */
    count,
    agreedMinor: minor,
    chargedMinor: minor,
    differenceMinor: minor,
  }),
  errors,
});

/** A line of a bank file that charges for many payments at once, and not what was agreed for them. */
const auditSumLine = z.object({
  bankFileId: rowId,
  fileName: z.string(),
  /** Its number among the entries of that file. */
  seq: z.number().int(),
  line: z.number().int().nullable(),
  day,
  differenceMinor: minor,
});
export type AuditSumLine = z.infer<typeof auditSumLine>;

export const listAuditSumLines = defineRoute({
  ...ofMerchant,
  id: 'reconciliation.feeAuditSumLines',
  method: 'GET',
  path: '/reconciliation/fee-audit/sum-lines',
  summary: 'The lines that charge for many payments at once and differ, those of the newest file first',
  query: z
    .strictObject({ ...span, ...pageQuery, currency: z.enum(currencies).default('SAR') })
    .refine(isSpan),
  output: pageOf(auditSumLine),
  errors: [],
});
