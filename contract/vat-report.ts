import * as z from 'zod';
import { exportFormats } from './export-terms.ts';
import { currencies, maxAmountMinor } from './money.ts';
import { day, idParams, instant, rowId } from './page.ts';
import { defineRoute } from './route.ts';
import { bankId, month } from './settlement.ts';

/**
 * The VAT on what banks keep, by month, held against the invoices of the banks themselves
 * (docs/decisions/0083-vat-against-the-banks-invoice.md). A month is one of the Gregorian calendar, by the day of the
 * settlement.
 */

export const invoiceNumberMax = 60;
/** Of one bank and month, with those taken back. */
export const invoicesPerMonthMax = 200;

/** A credit note is taken from the month's sum; its amounts stand above zero, as they do on the paper. */
export const invoiceKinds = ['INVOICE', 'CREDIT_NOTE'] as const;

/**
 * How VAT is rounded so that it comes to what was invoiced: on the fees of each settlement (a day and card scheme), of each
 * day, or of the month.
 */
const vatWays = ['SETTLEMENT', 'DAY', 'MONTH'] as const;
export type VatWay = (typeof vatWays)[number];

/** Why a bank's month is not whole: days to come, payments without an agreed rate, payments of an unknown bank. */
const unwholeReasons = ['NOT_OVER', 'UNJUDGED', 'UNKNOWN_BANK'] as const;
export type UnwholeReason = (typeof unwholeReasons)[number];

const minor = z.number().int();
const names = { nameEn: z.string(), nameAr: z.string() };

/** Of one bank and currency: what the portal counts, what was invoiced, and the one less the other. */
const vatRow = z.object({
  bankId,
  ...names,
  currency: z.enum(currencies),
  /** Rate and processing fee, both before VAT; together they are the base. */
  mdrMinor: minor,
  processingMinor: minor,
  baseMinor: minor,
  vatMinor: minor,
  /** Sales without an agreed rate, in none of the above: what the bank keeps of them is not known. */
  unjudgedMinor: minor,
  unwhole: z.array(z.enum(unwholeReasons)),
  /** Invoices less credit notes; null where none counts. */
  invoiced: z.object({ baseMinor: minor, vatMinor: minor }).nullable(),
  /** What was invoiced less what the portal counts; null without an invoice. */
  difference: z.object({ baseMinor: minor, vatMinor: minor }).nullable(),
  /** The ways that come to the invoiced VAT exactly; empty where none does, or where that would prove nothing. */
  ways: z.array(z.enum(vatWays)),
});
export type VatRow = z.infer<typeof vatRow>;

const vatInvoice = z.object({
  id: rowId,
  bank: z.object({ id: rowId, ...names }),
  month,
  kind: z.enum(invoiceKinds),
  number: z.string(),
  issuedOn: day,
  baseMinor: minor,
  vatMinor: minor,
  currency: z.enum(currencies),
  addedAt: instant,
  addedByName: z.string(),
  undoneAt: instant.nullable(),
  undoneByName: z.string().nullable(),
});
export type VatInvoice = z.infer<typeof vatInvoice>;

export const getVatReport = defineRoute({
  id: 'settlement.vat',
  method: 'GET',
  path: '/settlement/vat',
  allow: ['MERCHANT'],
  right: 'settlement.read',
  scope: 'settlement:read',
  summary:
    'Fees of banks and the VAT on them for the days of a month that are over, held against the invoices of the banks',
  query: z.strictObject({ month: month.optional() }),
  output: z.object({
    month,
    /** The days that it counts, both included; null where none is over. */
    days: z.object({ from: day, to: day }).nullable(),
    /** By the portal's clock. */
    today: day,
    rows: z.array(vatRow),
    /** Those taken back too, the oldest date first. */
    invoices: z.array(vatInvoice),
    /** Whose invoices may be entered. */
    banks: z.array(z.object({ id: rowId, ...names })),
  }),
  errors: [],
});
export type VatReport = z.infer<typeof getVatReport.output>;

export const exportVatReport = defineRoute({
  id: 'settlement.exportVat',
  method: 'GET',
  path: '/settlement/vat/export',
  allow: ['MERCHANT'],
  right: 'settlement.read',
  scope: 'settlement:read',
  summary: 'The same report with its invoices as CSV, XLSX or PDF',
  query: z.strictObject({
    month: month.optional(),
    format: z.enum(exportFormats),
    lang: z.enum(['en', 'ar']).default('en'),
  }),
  example: { query: { month: '2026-11', format: 'csv' } },
  output: z.unknown(),
  outputKind: 'file',
  errors: [],
});

const amount = z.number().int().min(0).max(maxAmountMinor);

export const addVatInvoice = defineRoute({
  id: 'settlement.addVatInvoice',
  method: 'POST',
  path: '/settlement/vat/invoices',
  allow: ['MERCHANT'],
  right: 'vatInvoices.change',
  idempotency: { clientId: 'requestId' },
  scope: 'settlement:write',
  summary:
    "Enters a bank's VAT invoice or credit note for a month; its number is unique for the bank among those that count",
  body: z
    .strictObject({
      requestId: z.uuid(),
      bankId: rowId,
      /** Whose fees it is for; it may be issued later. */
      month,
      kind: z.enum(invoiceKinds),
      number: z.string().trim().min(1).max(invoiceNumberMax),
      issuedOn: day,
      baseMinor: amount,
      vatMinor: amount,
      currency: z.enum(currencies).default('SAR'),
    })
    .refine(({ baseMinor, vatMinor }) => baseMinor + vatMinor > 0),
  example: {
    body: {
      requestId: '8b6f2f0e-6d0c-4a0b-9a57-3d3c0c1f7a55',
      bankId: '1',
      month: '2026-11',
      kind: 'INVOICE',
      number: 'INV-2026-1187',
      issuedOn: '2026-12-01',
      baseMinor: 845_210,
      vatMinor: 126_782,
      currency: 'SAR',
    },
  },
  output: vatInvoice,
  successStatus: 201,
  errors: ['notFound', 'conflict'],
});

export const undoVatInvoice = defineRoute({
  id: 'settlement.undoVatInvoice',
  method: 'DELETE',
  path: '/settlement/vat/invoices/:id',
  allow: ['MERCHANT'],
  right: 'vatInvoices.change',
  idempotency: 'natural',
  scope: 'settlement:write',
  summary: 'Takes an invoice back; it stays on record and counts no more',
  params: idParams,
  output: vatInvoice,
  errors: ['notFound'],
});
