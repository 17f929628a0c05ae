import * as z from 'zod';
import { maxAmountMinor } from './money.ts';
import { orderRefMax } from './payments.ts';
import { merchantRoles } from './roles.ts';
import { defineRoute } from './route.ts';
import { transactionStatuses } from './transaction-states.ts';

/**
 * The calls that tills and shop systems of this market already make, with their paths, fields and words as they have
 * them (docs/integrate.md). They are told apart from the portal's own by their paths
 * (docs/decisions/0109-calls-of-integrations-beside-the-portals.md).
 */

/** So long a purchase or a reconciliation is waited for; the outcome is asked for afterwards. */
export const outcomeWaitMs = 130_000;

const amountWanted = 'whole halalas as a text of 1 to 12 digits, the first one no 0: "12000" is SAR 120.00';
/** Halalas, as a text of digits: '12000' is SAR 120.00. */
const amountText = z
  .string(amountWanted)
  .regex(/^[1-9]\d{0,11}$/, amountWanted)
  .refine((text) => Number(text) <= maxAmountMinor, amountWanted);
/** The caller's own number of a purchase, once for ever at a merchant. */
const refNumber = z
  .string()
  .min(1)
  .max(orderRefMax)
  .refine((text) => text === text.trim() && text !== '', 'no spaces around it');

const text = z.string().nullable();

/** The slip of a payment, field by field; null is what nobody told the portal. */
const integratorReceipt = z.object({
  id: z.uuid(),
  merchantNameEn: text,
  merchantNameAr: text,
  addressEn: text,
  addressAr: text,
  acquirerCode: text,
  /** The bank's number of the merchant. */
  merchantId: text,
  /** The number of the terminal. */
  terminalId: text,
  merchantCategoryCode: text,
  /** dd/MM/yyyy, by the terminal. */
  startDate: text,
  startTime: text,
  stan: text,
  appVersion: text,
  rrn: text,
  /** 'P1', 'MC', 'DM', 'JC'; null of Visa, whose credit and debit cards have different ones. */
  cardSchemeId: text,
  cardSchemeEn: text,
  cardSchemeAr: text,
  /** First six and last four alone. */
  pan: text,
  /** YY/MM */
  cardExpiration: text,
  transactionTypeEn: text,
  transactionTypeAr: text,
  /** Halalas as text; null where nothing was approved. */
  amountAuthorized: text,
  amountAuthorizedEn: text,
  amountAuthorizedAr: text,
  statusMessageEn: text,
  statusMessageAr: text,
  verificationMethodEn: text,
  verificationMethodAr: text,
  approvalCode: text,
  entryMode: z.enum(['CONTACTLESS', 'CHIP', 'MAGSTRIPE']).nullable(),
  switchResponseCode: text,
  endDate: text,
  endTime: text,
});
export type IntegratorReceipt = z.infer<typeof integratorReceipt>;

const outcome = z.object({
  transactionId: z.string(),
  status: z.enum(transactionStatuses),
  message: z.string(),
  /** Null where the terminal printed none. */
  receipt: integratorReceipt.nullable(),
});
export type IntegratorOutcome = z.infer<typeof outcome>;

export const integratorPurchase = defineRoute({
  id: 'integrator.purchase',
  method: 'POST',
  path: '/transactions/purchase',
  allow: ['CASHIER'],
  right: 'payments.take',
  forIntegrations: true,
  idempotency: { clientId: 'refNumber' },
  summary:
    'Takes a payment on the terminal of the signed-in cashier. Answers when the outcome is known, and after 130 seconds with INITIALIZED; the same refNumber again answers with the first outcome',
  body: z.object({ amount: amountText, refNumber }),
  example: { body: { amount: '12000', refNumber: 'A-1042' } },
  output: outcome,
  errors: ['notFound', 'suspended', 'paymentLocked', 'terminalBusy', 'paymentConflict'],
});

/** With its slash at the end, as integrations write it: without one stands the portal's own list. */
export const integratorTransaction = defineRoute({
  id: 'integrator.transaction',
  method: 'GET',
  path: '/transactions/',
  allow: merchantRoles,
  right: 'transactions.read',
  forIntegrations: true,
  summary: 'The purchase of a refNumber as it stands',
  query: z.object({ refNumber }),
  example: { query: { refNumber: 'A-1042' } },
  output: outcome,
  errors: ['notFound'],
});

export const integratorLatest = defineRoute({
  id: 'integrator.latest',
  method: 'GET',
  path: '/transactions/latest',
  allow: merchantRoles,
  right: 'transactions.read',
  forIntegrations: true,
  summary: 'The newest transaction of the cashier’s terminal, or of the merchant',
  output: outcome,
  errors: ['notFound'],
});
