import * as z from 'zod';
import { daysBetween } from './business-day.ts';
import { feeAuditLimits } from './fee-audit-terms.ts';
import { feeClaimDetail } from './fee-claims.ts';
import { currencies, maxAmountMinor } from './money.ts';
import { day, instant, rowId } from './page.ts';
import { defineRoute } from './route.ts';
import { bankId } from './settlement.ts';

/**
 * What a bank may take for a terminal and month, by what it calls it, and what its files say that it took
 * (docs/decisions/0119-rents-against-what-was-agreed.md). Amounts are riyals, in minor units.
 */
export const rentKinds = ['rent', 'bankFee'] as const;
export type RentKind = (typeof rentKinds)[number];

export const rentLimits = { rowsMax: 400, linesMax: 20_000 } as const;

const minor = z.number().int();
const count = z.number().int();
/** 'YYYY-MM' */
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);

const agreed = {
  bankId: rowId,
  kind: z.enum(rentKinds),
  /** Of one terminal and month, before VAT; 0 where none is to be taken. */
  amountMinor: minor.min(0).max(maxAmountMinor),
  validFrom: month,
};
const vatBps = z.number().int().min(0).max(10_000);
const rentRow = z.object({
  id: rowId,
  ...agreed,
  /** VAT on the first of its month. */
  vatBps,
  /** Null where it follows the law. */
  ownVatBps: vatBps.nullable(),
  byName: z.string(),
  at: instant,
});
export type RentRow = z.infer<typeof rentRow>;

export const listRents = defineRoute({
  id: 'banks.rents',
  method: 'GET',
  path: '/bank-rents',
  allow: ['MERCHANT'],
  right: 'agreements.read',
  summary:
    'What was agreed with each bank as rent and monthly fee of a terminal, by month, as it was said at any time',
  output: z.object({
    /** The oldest first; of several for one month the last one counts. */
    rows: z.array(rentRow).max(rentLimits.rowsMax),
  }),
  errors: [],
});

export const addRent = defineRoute({
  id: 'banks.addRent',
  method: 'POST',
  path: '/bank-rents',
  allow: ['MERCHANT'],
  right: 'agreements.change',
  freshSignIn: true,
  idempotency: 'natural',
  summary:
    'Says what was agreed as rent or monthly fee of a terminal from a month on; rows are added and never changed',
  /** VAT is null where the law's is meant, which is what the law's own figure is kept as, too. */
  body: z.strictObject({ ...agreed, vatBps: vatBps.nullable() }),
  example: { body: { bankId: '3', kind: 'rent', amountMinor: 12_500, vatBps: 1_500, validFrom: '2026-11' } },
  output: z.object({ rows: count }),
  errors: ['notFound', 'conflict'],
});

/**
 * What a charge is against what was agreed. `withoutVat`: the agreed amount, of which the line has no VAT; `twice`: each of several
 * lines is the agreed one; `retired`: of a terminal that was retired before the month began; `unknownTerminal`: of a number
 * that is no terminal of the merchant; `notAgreed`: nothing was said of the bank and month; `otherCurrency`: not in riyals.
 */
const rentFindings = [
  'asAgreed',
  'withoutVat',
  'tooMuch',
  'tooLittle',
  'twice',
  'retired',
  'unknownTerminal',
  'notAgreed',
  'otherCurrency',
] as const;
export type RentFinding = (typeof rentFindings)[number];

const rentFile = z.object({ id: rowId, name: z.string(), lines: z.array(count) });
const auditedRent = z.object({
  bankId,
  kind: z.enum(rentKinds),
  /** Of the day that the bank's line names. */
  month,
  currency: z.enum(currencies),
  /** Null of lines that name no terminal: held against all that were with the bank. */
  tid: z.string().nullable(),
  /** How many terminals the agreed amount is of. */
  terminalCount: count,
  lineCount: count,
  chargedMinor: minor,
  /** With VAT; null where nothing is judged. */
  agreedMinor: minor.nullable(),
  /** charged − agreed; 0 where nothing is judged. */
  differenceMinor: minor,
  finding: z.enum(rentFindings),
  /** Of the difference, what stands in claims that were not withdrawn, and in which. */
  claimedMinor: minor,
  claims: z.array(z.object({ id: rowId, name: z.string() })),
  /** Charged too much for one terminal and not all of it claimed, so that the bank can be asked for the rest. */
  isClaimable: z.boolean(),
  files: z.array(rentFile),
});
export type AuditedRent = z.infer<typeof auditedRent>;

const span = { from: day, to: day };
const isSpan = ({ from, to }: { from: string; to: string }): boolean =>
  from <= to && daysBetween(from, to) < feeAuditLimits.daysMax;
const read = { allow: ['MERCHANT'], right: 'bankFiles.read', scope: 'bankFiles:read' } as const;

export const getRentAudit = defineRoute({
  ...read,
  id: 'reconciliation.rentAudit',
  method: 'GET',
  path: '/reconciliation/rent-audit',
  summary:
    'Rents and monthly fees of terminals that bank files have, against what was agreed, over the whole months of a span',
  query: z.strictObject(span).refine(isSpan),
  output: z.object({
    ...span,
    banks: z.array(z.object({ id: bankId, nameEn: z.string(), nameAr: z.string() })),
    rows: z.array(auditedRent),
    /** Bank files that are being read or judged just now: figures may change in a moment. */
    isWorking: z.boolean(),
  }),
  errors: ['tooLarge'],
});
export type RentAudit = z.infer<typeof getRentAudit.output>;

export const makeRentClaim = defineRoute({
  id: 'reconciliation.makeRentClaim',
  method: 'POST',
  path: '/reconciliation/rent-claims',
  allow: ['MERCHANT'],
  right: 'bankFiles.change',
  scope: 'bankFiles:write',
  idempotency: { clientId: 'requestId' },
  summary:
    'Claims what a bank took too much as rent and monthly fees in the whole months of a span; none of it is claimed twice',
  body: z
    .strictObject({
      requestId: z.uuid(),
      ...span,
      bankId: rowId,
      /** Terminals and months, and what was taken too much of them, as they were on the screen. */
      count: count.min(1),
      claimedMinor: minor.min(1),
    })
    .refine(isSpan),
  output: feeClaimDetail,
  successStatus: 201,
  errors: ['notFound', 'conflict', 'tooLarge'],
});
