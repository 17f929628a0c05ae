import { explainProviderCode } from '@mizan/contract/provider-codes.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import type { TFunction } from 'i18next';
import { isApiError } from '../../platform/api.client.ts';
import { failureText } from '../../platform/failure.words.ts';
import { formatAmount } from '../../platform/formats.ts';

/** What the person at the counter is told to do right now, in one sentence. */
export function instructionKey(payment: TransactionDetail): string {
  if (payment.canceling) return 'payment:step.canceling';
  switch (payment.step) {
    case 'ACCEPTED':
      return 'payment:step.accepted';
    case 'WAIT_CARD':
      return 'payment:step.waitCard';
    case 'PIN':
      return 'payment:step.pin';
    case 'ONLINE':
      return 'payment:step.online';
    case 'PRINTING':
      return 'payment:step.printing';
    default:
      return 'payment:step.sending';
  }
}

const outcomeKeys: Readonly<Record<string, string>> = {
  APPROVED: 'approved',
  DECLINED: 'declined',
  CANCELED: 'canceled',
  TIMEOUT: 'timeout',
  'TERMINAL NOT CONNECTED': 'terminalNotConnected',
  TERMINAL_MISCONF: 'terminalMisconf',
};

/** The words of an end: a review and a late approval say more than the state does. */
export function outcomeKey(payment: TransactionDetail): string {
  if (payment.review && payment.review.decidedAt === null) {
    if (payment.review.reason === 'LATE_APPROVAL') return 'lateApproval';
    return payment.review.reason === 'NO_ANSWER' ? 'review' : 'mismatch';
  }
  if (payment.lateApproval) return 'lateApproval';
  if (payment.providerCode && explainProviderCode(payment.providerCode).money === 'voided') return 'voided';
  return outcomeKeys[payment.status] ?? 'mismatch';
}

/** Outcomes with a title of their own; the others are named by their status. */
export const titledOutcomes: ReadonlySet<string> = new Set(['voided', 'review', 'mismatch', 'lateApproval']);

/** Why the portal did not start the payment, in the words of the screen. */
export function refusalText(error: unknown, t: TFunction): string {
  if (!isApiError(error)) return t('common:toast.failed');
  const amountMinor = error.details['amountMinor'];
  switch (error.code) {
    case 'paymentLocked':
      return t('payment:refused.locked', {
        amount: typeof amountMinor === 'number' ? formatAmount(amountMinor) : '',
      });
    case 'terminalBusy':
      return t('payment:refused.busy');
    case 'suspended':
      return t('payment:refused.suspended');
    case 'paymentConflict':
      return t('payment:refused.conflict');
    case 'tooLateToCancel':
      return t('payment:refused.tooLate');
    case 'notFound':
      return t('errors:notFound');
    case 'signedInAgain':
      return failureText(error, t);
    case 'network':
      return t('payment:refused.unreachable');
    default:
      return t('payment:refused.other');
  }
}
