import * as z from 'zod';
import { emailShape } from './email.ts';
import { idParams, instant, rowId } from './page.ts';
import { pictureVersion } from './pictures.ts';
import { merchantRoles } from './roles.ts';
import { defineRoute } from './route.ts';

/**
 * Receipts: the bilingual slip of one transaction, written from what is on record and from nothing else, and the ways in
 * which a customer gets it (docs/decisions/0101-receipts.md). It is no tax invoice, and says so.
 */

/** Until when an address that was given away shows its slip. */
export const receiptLinkDays = 90;

/** 20 random bytes in base64url: the address of a slip, which nobody guesses. */
const receiptCode = z.string().regex(/^[A-Za-z0-9_-]{27}$/);

/** One line of a slip: a single text in the middle, or a left and a right one. Each text is in one language. */
const slipLine = z.object({
  left: z.string(),
  right: z.string().nullable(),
  /** The merchant's name, the amount and how it ended stand out. */
  isStrong: z.boolean(),
});
export type SlipLine = z.infer<typeof slipLine>;

/** The lines in blocks, in the order of a mada receipt. */
export const slip = z.array(z.array(slipLine));
export type Slip = z.infer<typeof slip>;

/** A slip is printed twice: for the customer, and for the merchant, who keeps the one without the customer's code. */
export const slipCopies = ['customer', 'merchant'] as const;
export type SlipCopy = (typeof slipCopies)[number];

/** Why there is no slip: it is not known how it ended, or it never began on the terminal. */
const noSlipReasons = ['OUTCOME_UNKNOWN', 'NEVER_STARTED'] as const;
export type NoSlipReason = (typeof noSlipReasons)[number];

/** What decides whether a transaction has a slip. */
export interface SlipSubject {
  readonly status: string;
  readonly unknownOutcome: boolean;
  readonly providerCode: string | null;
  readonly refusal: string | null;
}

/** Null where there is one. What was not approved has it as what it is, wherever a terminal began it. */
export function whyNoSlip({
  status,
  unknownOutcome,
  providerCode,
  refusal,
}: SlipSubject): NoSlipReason | null {
  if (unknownOutcome || status === 'INITIALIZED') return 'OUTCOME_UNKNOWN';
  if (status === 'APPROVED' || status === 'CANCELED' || providerCode !== null) return null;
  if (status === 'DECLINED' && refusal === null) return null;
  return status === 'TIMEOUT' ? 'OUTCOME_UNKNOWN' : 'NEVER_STARTED';
}

const receiptLink = z.object({
  id: rowId,
  /** The whole address, which the QR code holds. */
  address: z.string(),
  madeAt: instant,
  madeByName: z.string(),
  endsAt: instant,
});
export type ReceiptLink = z.infer<typeof receiptLink>;

const ofTransaction = { params: idParams, allow: merchantRoles } as const;

export const getReceipt = defineRoute({
  ...ofTransaction,
  id: 'receipts.get',
  method: 'GET',
  path: '/transactions/:id/receipt',
  right: 'transactions.read',
  scope: 'transactions:read',
  summary:
    'The bilingual slip of a transaction, line by line, or why there is none yet; and the address that was made of it',
  output: z.object({
    slip: slip.nullable(),
    /** The same as the merchant's copy. */
    merchantSlip: slip.nullable(),
    noSlip: z.enum(noSlipReasons).nullable(),
    /** Names the merchant's logo; null where there is none. */
    logoVersion: pictureVersion.nullable(),
    /** The one that still shows it. */
    link: receiptLink.nullable(),
  }),
  errors: ['notFound'],
});
export type Receipt = z.infer<typeof getReceipt.output>;

export const downloadReceipt = defineRoute({
  ...ofTransaction,
  id: 'receipts.download',
  method: 'GET',
  path: '/transactions/:id/receipt/file',
  right: 'transactions.read',
  scope: 'transactions:read',
  summary:
    'The slip as a PDF of 80 mm; the QR code of the customer’s copy is that of the address where one was made',
  query: z.object({ copy: z.enum(slipCopies).default('customer') }),
  output: z.unknown(),
  outputKind: 'file',
  errors: ['notFound', 'conflict'],
});

export const makeReceiptLink = defineRoute({
  ...ofTransaction,
  id: 'receipts.makeLink',
  method: 'POST',
  path: '/transactions/:id/receipt/link',
  right: 'receipts.give',
  idempotency: 'natural',
  summary:
    'Makes an address that shows the slip to whoever has it, for 90 days; the one that still does is answered',
  output: receiptLink,
  errors: ['notFound', 'conflict'],
});

export const revokeReceiptLink = defineRoute({
  ...ofTransaction,
  id: 'receipts.revokeLink',
  method: 'DELETE',
  path: '/transactions/:id/receipt/link',
  right: 'receipts.give',
  idempotency: 'natural',
  summary: 'Ends the address of a slip at once; copies and mails that hold it lead nowhere',
  output: z.object({ link: z.null() }),
  errors: ['notFound'],
});

export const mailReceipt = defineRoute({
  ...ofTransaction,
  id: 'receipts.mail',
  method: 'POST',
  path: '/transactions/:id/receipt/mails',
  right: 'receipts.give',
  idempotency: 'none',
  summary: 'Sends the address of the slip to an e-mail address, in the language of its reader',
  body: z.strictObject({ email: z.string().regex(emailShape), lang: z.enum(['en', 'ar']) }),
  example: { body: { email: 'noura@example.com', lang: 'ar' } },
  output: z.object({ link: receiptLink }),
  errors: ['notFound', 'conflict'],
});

export const openReceipt = defineRoute({
  id: 'receipts.open',
  method: 'GET',
  path: '/receipts/:code',
  allow: 'public',
  rateClass: 'receiptViews',
  summary: 'What the address of a slip shows to whoever has it: the slip, as it stands now',
  params: z.object({ code: receiptCode }),
  output: z.object({ slip, logoVersion: pictureVersion.nullable(), endsAt: instant }),
  errors: ['notFound'],
});

export const openLogo = defineRoute({
  id: 'receipts.logo',
  method: 'GET',
  path: '/receipts/:code/logo/:version',
  allow: 'public',
  rateClass: 'receiptViews',
  summary: 'The merchant’s logo, to whoever has the address of a slip; browsers keep it',
  params: z.object({ code: receiptCode, version: pictureVersion }),
  output: z.any(),
  outputKind: 'file',
  errors: ['notFound'],
});
