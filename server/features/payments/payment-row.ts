import type { Currency } from '@mizan/contract/money.ts';
import type { PaymentStep, Scheme, TransactionStatus } from '@mizan/contract/transaction-states.ts';
import type { TransactionType } from '@mizan/contract/transaction-types.ts';
import type { RolledUp } from '../transactions/transaction-rollup.service.ts';

/** A payment as those see it who move it: everything that decides what may happen to it next. */
export interface Payment {
  id: string;
  uuid: string;
  merchantId: string;
  /** The bank that owes it; null until it is approved. */
  bankId: string | null;
  type: TransactionType;
  status: TransactionStatus;
  amountMinor: number;
  /** Of it, what was paid out in cash. */
  cashMinor: number;
  currency: Currency;
  scheme: Scheme;
  terminalId: string;
  tid: string;
  branchId: string;
  cashierId: string | null;
  createdAt: Date;
  businessDay: string;
  sentAt: Date | null;
  ackedAt: Date | null;
  step: PaymentStep | null;
  stepAt: Date | null;
  cancelAskedAt: Date | null;
  decidedAt: Date | null;
  resultSeq: number | null;
  nextQueryAt: Date | null;
  queryCount: number;
  holdsLock: boolean;
  underReview: boolean;
  lateApproval: boolean;
  refusal: string | null;
  bankConfirmed: boolean;
  retryOfId: string | null;
  originalId: string | null;
  firstSix: string | null;
  lastFour: string | null;
  rrn: string | null;
  stan: string | null;
  approvalCode: string | null;
  acquirerCode: string | null;
  providerCode: string | null;
  actionCode: string | null;
  receipt: Record<string, string> | null;
  mdrBps: number;
  vatBps: number;
  capLimitMinor: number | null;
  processingFeeMinor: number;
  mdrMinor: number;
  feeMinor: number;
  vatMinor: number;
  netMinor: number;
}

/** What the totals count of it. */
export const rolledUp = (payment: Payment): RolledUp => ({
  merchantId: payment.merchantId,
  createdAt: payment.createdAt,
  branchId: payment.branchId,
  terminalId: payment.terminalId,
  cashierId: payment.cashierId,
  scheme: payment.scheme,
  type: payment.type,
  status: payment.status,
  currency: payment.currency,
  bankConfirmed: payment.bankConfirmed,
  amountMinor: payment.amountMinor,
  feeMinor: payment.feeMinor,
  vatMinor: payment.vatMinor,
  netMinor: payment.netMinor,
});

const countedFields = ['status', 'scheme', 'feeMinor', 'vatMinor', 'netMinor'] as const;

/** Whether a change moves any total. */
export const movesTotals = (before: Payment, after: Payment): boolean =>
  countedFields.some((field) => before[field] !== after[field]);

/** What a bank's word changes of a payment, and its withdrawal puts back. */
const changedByBank = [
  'status',
  'bankId',
  'holdsLock',
  'mdrBps',
  'vatBps',
  'capLimitMinor',
  'processingFeeMinor',
  'mdrMinor',
  'feeMinor',
  'vatMinor',
  'netMinor',
] as const satisfies readonly (keyof Payment)[];
export type BeforeBank = Pick<Payment, (typeof changedByBank)[number]> & { wasDecided: boolean };

/** The copy of it that is kept with the decision. */
export const beforeBank = (payment: Payment): BeforeBank =>
  ({
    ...Object.fromEntries(changedByBank.map((field) => [field, payment[field]])),
    wasDecided: payment.decidedAt !== null,
  }) as BeforeBank;
