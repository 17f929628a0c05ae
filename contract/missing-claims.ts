import * as z from 'zod';
import { daysBetween } from './business-day.ts';
import { feeAuditLimits } from './fee-audit-terms.ts';
import { feeClaimDetail, feeClaimLetters, letterCalendar, missingGroup } from './fee-claims.ts';
import { currencies } from './money.ts';
import { day, rowId } from './page.ts';
import { defineRoute } from './route.ts';
import { schemes } from './transaction-states.ts';

/**
 * Claims of payments that a bank never paid (docs/decisions/0285-claims-of-missing-money.md). What becomes of one is said by the
 * routes of contract/fee-claims.ts, as of every claim.
 */
export const missingClaimLimits = { linesMax: 20_000 } as const;

const minor = z.number().int();
const count = z.number().int();

const ofSpan = {
  currency: z.enum(currencies).default('SAR'),
  from: day,
  to: day,
  /** Of these payments alone. */
  scheme: z.enum(schemes).optional(),
  branchId: rowId.optional(),
  terminalId: rowId.optional(),
};
const isSpan = ({ from, to }: { from: string; to: string }): boolean =>
  from <= to && daysBetween(from, to) < feeAuditLimits.daysMax;

const bank = z.object({ id: rowId, nameEn: z.string(), nameAr: z.string() });
const leftOut = z.object({ count, netMinor: minor });

export const previewMissingClaim = defineRoute({
  id: 'reconciliation.previewMissingClaim',
  method: 'GET',
  path: '/reconciliation/missing-claim-preview',
  allow: ['MERCHANT'],
  right: 'bankFiles.read',
  scope: 'bankFiles:read',
  summary:
    'What a claim of payments that a bank never paid would hold; what is claimed already or not claimed is left out, and counted',
  /** Without a bank, that of which most is missing. */
  query: z.strictObject({ bankId: rowId.optional(), ...ofSpan, ...letterCalendar }).refine(isSpan),
  output: z.object({
    /** Those of which something can be claimed; a claim is of one. */
    banks: z.array(bank.extend({ count, claimedMinor: minor })),
    bank: bank.nullable(),
    count,
    claimedMinor: minor,
    groups: z.array(missingGroup),
    /** Files that cover the payments and have no line of them. */
    fileCount: count,
    /** Left out: in another claim that was not withdrawn; */
    claimedBefore: leftOut.extend({ claims: z.array(z.object({ id: rowId, name: z.string() })) }),
    /** of which a file says that they wait: their line could not be read, or may be one that is there; */
    waits: leftOut,
    /** without an agreed rate, so that nobody knows what is due of them (gross); */
    withoutRate: leftOut,
    /** of days of which more arrived than their other payments come to: it may have come without a line; */
    mayHaveArrived: leftOut,
    /** past their due day, of which no file has come at all. */
    withoutFile: leftOut,
    letters: feeClaimLetters.nullable(),
    /** Files are being judged: nothing is claimed before they are. */
    isWorking: z.boolean(),
  }),
  errors: ['notFound', 'tooLarge'],
});
export type MissingClaimPreview = z.infer<typeof previewMissingClaim.output>;

export const makeMissingClaim = defineRoute({
  id: 'reconciliation.makeMissingClaim',
  method: 'POST',
  path: '/reconciliation/missing-claims',
  allow: ['MERCHANT'],
  right: 'bankFiles.change',
  scope: 'bankFiles:write',
  idempotency: { clientId: 'requestId' },
  summary:
    'Claims the missing payments that were on the screen; other figures are refused, and a payment is claimed once',
  body: z
    .strictObject({
      requestId: z.uuid(),
      bankId: rowId,
      ...ofSpan,
      count: count.min(1),
      claimedMinor: minor.min(1),
    })
    .refine(isSpan),
  output: feeClaimDetail,
  successStatus: 201,
  errors: ['notFound', 'conflict', 'tooLarge'],
});
