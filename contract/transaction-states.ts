import { isRefundable, isSoldHere, type TransactionType } from './transaction-types.ts';

/** Transactions: states, and who may do what in which state (rules S4 and D5). */

export const transactionStatuses = [
  'INITIALIZED',
  'APPROVED',
  'DECLINED',
  'CANCELED',
  'TIMEOUT',
  'TERMINAL NOT CONNECTED',
  'TERMINAL_MISCONF',
] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** Card schemes by the names of their logos (rules S3.3). */
export const schemes = ['Mada', 'Visa', 'MasterCard', 'Maestro', 'Jcb', 'None'] as const;
export type Scheme = (typeof schemes)[number];

/** What the portal knows about a payment under way; the steps the cashier sees. */
export const paymentSteps = ['SENDING', 'ACCEPTED', 'WAIT_CARD', 'PIN', 'ONLINE', 'PRINTING'] as const;
export type PaymentStep = (typeof paymentSteps)[number];

/**
 * From which state a transaction may go to which. A final state is left in one case alone: an approval that
 * arrives late is taken, because the card was charged. A person or a bank file that decides a review may
 * settle a TIMEOUT or an INITIALIZED with any of the three outcomes.
 */
export const nextStatuses: Readonly<Record<TransactionStatus, readonly TransactionStatus[]>> = {
  INITIALIZED: ['APPROVED', 'DECLINED', 'CANCELED', 'TIMEOUT', 'TERMINAL NOT CONNECTED', 'TERMINAL_MISCONF'],
  APPROVED: [],
  DECLINED: ['APPROVED'],
  CANCELED: ['APPROVED'],
  TIMEOUT: ['APPROVED', 'DECLINED', 'CANCELED'],
  'TERMINAL NOT CONNECTED': ['APPROVED'],
  TERMINAL_MISCONF: ['APPROVED'],
};

/** Why a person has to look: each opens a review, which may hold the lock against a second charge. */
export const reviewReasons = [
  'NO_ANSWER',
  'JOURNAL_LOST',
  'RESULT_MISMATCH',
  'CODES_CONTRADICT',
  'LATE_APPROVAL',
  'FOREIGN_PAYMENT',
  'OVER_REFUND',
  'OVER_HOLD',
] as const;
export type ReviewReason = (typeof reviewReasons)[number];

interface Subject {
  type: TransactionType;
  status: TransactionStatus;
}

/** What may be done to a transaction: the button and the server ask the same table. */
export const transactionCan = {
  cancel: (t: Subject & { canceling: boolean }) => t.status === 'INITIALIZED' && !t.canceling,
  refund: (t: Subject) => isRefundable(t) && t.status === 'APPROVED',
  retry: (t: Subject & { underReview: boolean }) =>
    isSoldHere(t) && t.status !== 'INITIALIZED' && t.status !== 'APPROVED' && !t.underReview,
} as const;
