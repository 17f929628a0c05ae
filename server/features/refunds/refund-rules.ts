import { riyadhDay } from '@mizan/contract/business-day.ts';
import type { NoReversal } from '@mizan/contract/refund-reversal.ts';
import type { RefundType } from '@mizan/contract/refund-terms.ts';
import type { RefundRefusal } from '@mizan/contract/refunds.ts';
import { type TransactionStatus, transactionCan } from '@mizan/contract/transaction-states.ts';
import type { TransactionType } from '@mizan/contract/transaction-types.ts';
import { Failure } from '../../platform/failure.ts';
import type { GivenSums } from './refunds.queries.ts';

/** What may be given back of a purchase (docs/decisions/0096-refunds.md). Pure: the services read, these decide. */
export interface Refundable {
  type: string;
  status: string;
  currency: string;
  amountMinor: number;
  cashMinor: number;
  terminalId: string;
  createdAt: Date;
  rrn: string | null;
  firstSix: string | null;
  lastFour: string | null;
}

const sentences: Readonly<Record<RefundRefusal, string>> = {
  NOT_REFUNDABLE: 'Only an approved purchase in riyals can be given back.',
  NO_REFERENCE: 'The bank gave this payment no number or card, so a terminal cannot give it back.',
  REMAINDER: 'That is more than is left of the payment.',
  UNDECIDED: 'The outcome of a refund of this amount is not known yet.',
  REVERSAL: 'This payment cannot be reversed.',
  NO_SECOND_PERSON: 'Above the limit a second person approves, and there is nobody else.',
  OWN_REQUEST: 'Somebody else decides about this refund.',
  NOT_OWN_REQUEST: 'Only who asked for it takes it back.',
  NOT_WAITING: 'This refund does not wait any more.',
  TERMINAL_AWAY: 'The terminal is not connected.',
  TERMINAL_RETIRED: 'The terminal is out of service. Name another one.',
  NOT_ALLOWED: 'Cashiers of this merchant may not give money back.',
  OTHER_REFUND: 'This refund number was already used. Start a new refund.',
};

/** @throws by the caller: Failure 'conflict' with its reason */
export const refused = (reason: RefundRefusal, details: Record<string, string | number> = {}): Failure =>
  new Failure('conflict', sentences[reason], { reason, ...details });

/** Why a purchase cannot be given back at all; null where it can. */
export function whyNotRefundable(original: Refundable): 'NOT_REFUNDABLE' | 'NO_REFERENCE' | null {
  const subject = { type: original.type as TransactionType, status: original.status as TransactionStatus };
  if (!transactionCan.refund(subject) || original.currency !== 'SAR') return 'NOT_REFUNDABLE';
  return original.rrn && original.firstSix && original.lastFour ? null : 'NO_REFERENCE';
}

/** What is left to give back, never below nothing. Cash that was paid out comes back only with the whole purchase. */
export const remainderOf = (
  type: RefundType,
  { amountMinor, cashMinor }: Pick<Refundable, 'amountMinor' | 'cashMinor'>,
  { refundedMinor, heldMinor }: GivenSums,
): number => Math.max(0, amountMinor - (type === 'REFUND' ? cashMinor : 0) - refundedMinor - heldMinor);

interface Hold {
  isReconciled: boolean;
  isFollowed: boolean;
}

/** Why the terminal does not hold the purchase any more, so that it can only be refunded; null where it may. */
export function whyNoReversal(
  original: Refundable,
  given: GivenSums,
  hold: Hold,
  asked: { amountMinor: number; terminalId: string; now: Date },
): NoReversal | null {
  if (given.refundedMinor + given.heldMinor > 0) return 'REFUNDED_BEFORE';
  if (asked.amountMinor !== original.amountMinor) return 'NOT_WHOLE';
  if (asked.terminalId !== original.terminalId) return 'OTHER_TERMINAL';
  if (riyadhDay(original.createdAt) !== riyadhDay(asked.now)) return 'ANOTHER_DAY';
  if (hold.isReconciled) return 'RECONCILED';
  return hold.isFollowed ? 'FOLLOWED' : null;
}
