import type { FactId } from '@mizan/contract/facts.ts';
import { paymentTimers } from '@mizan/contract/link-timers.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import type { TFunction } from 'i18next';
import { isApiError } from '../../platform/api-client.ts';
import { failureText } from '../../platform/failure.words.ts';
import { formatAmount } from '../../platform/formats.ts';

/** What says that the terminal was heard again after its line was lost. */
const heardAgain: ReadonlySet<FactId> = new Set<FactId>([
  'payments.terminalBack',
  'payments.acknowledged',
  'payments.stepReached',
  'payments.answered',
  'payments.answeredWithResult',
  'payments.resultCame',
  'payments.cancelAnswered',
]);

/** Whether the terminal has been silent since its line was lost in the middle of this payment. */
export function isTerminalLost({ events }: TransactionDetail): boolean {
  const lostAt = events.findLastIndex(({ fact }) => fact === 'payments.terminalLost');
  return lostAt >= 0 && !events.slice(lostAt).some(({ fact }) => heardAgain.has(fact));
}

/** A payment is old when the terminal had its time and a quarter of an hour more: nobody waits at the counter. */
export const isOld = (payment: TransactionDetail, nowMs: number): boolean =>
  nowMs - Date.parse(payment.createdAt) > paymentTimers.reviewAfterMs;

/** What the person at the counter is told to do right now, in one sentence. */
export function instructionKey(payment: TransactionDetail): string {
  if (isTerminalLost(payment)) return 'step.lost';
  if (payment.canceling) return 'step.canceling';
  switch (payment.step) {
    case 'ACCEPTED':
      return 'step.accepted';
    case 'WAIT_CARD':
      return 'step.waitCard';
    case 'PIN':
      return 'step.pin';
    case 'ONLINE':
      return 'step.online';
    case 'PRINTING':
      return 'step.printing';
    default:
      return 'step.sending';
  }
}

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
