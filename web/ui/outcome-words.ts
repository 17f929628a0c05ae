import { explainActionCode } from '@mizan/contract/action-codes.ts';
import { refundAdviceOf } from '@mizan/contract/decline-advice.ts';
import { declineReasonOf, tellingProviderCodes } from '@mizan/contract/decline-reasons.ts';
import { explainProviderCode } from '@mizan/contract/provider-codes.ts';
import { givesBack } from '@mizan/contract/transaction-types.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { type Icon, IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { language } from '../platform/language.ts';
import { statusLooks } from './status-badge.tsx';
import type { Tone } from './tone-badge.tsx';

/** How a payment ended, in words: the same on its screen, in the dialog of its result and on the card. */

type OfType = Pick<TransactionDetail, 'type'>;

/** The key of a text about a payment; where money goes back it has its own words, if they mean something else. */
export const paymentKey = (payment: OfType, key: string): string | string[] =>
  givesBack(payment) ? [`payment:back.${key}`, `payment:${key}`] : `payment:${key}`;

const outcomeKeys: Readonly<Record<string, string>> = {
  APPROVED: 'approved',
  DECLINED: 'declined',
  CANCELED: 'canceled',
  TIMEOUT: 'timeout',
  'TERMINAL NOT CONNECTED': 'terminalNotConnected',
  TERMINAL_MISCONF: 'terminalMisconf',
};

/** The words of an end: a review and a late approval say more than the state does. */
function outcomeKey(payment: TransactionDetail): string {
  if (payment.review && payment.review.decidedAt === null) {
    if (payment.review.reason === 'LATE_APPROVAL') return 'lateApproval';
    return payment.review.reason === 'NO_ANSWER' ? 'review' : 'mismatch';
  }
  if (payment.lateApproval) return 'lateApproval';
  if (payment.providerCode && explainProviderCode(payment.providerCode).money === 'voided') return 'voided';
  return outcomeKeys[payment.status] ?? 'mismatch';
}

/** Outcomes with a title of their own; the others are named by their status. */
const titledOutcomes: ReadonlySet<string> = new Set(['voided', 'review', 'mismatch', 'lateApproval']);

/** Whether somebody has to look at it: an approval that came late, an answer that does not fit. */
export const asksForSomebody = (payment: TransactionDetail): boolean =>
  ['lateApproval', 'review', 'mismatch'].includes(outcomeKey(payment));

/** Colour and icon of an end: those of its state, except where somebody has to look at it. */
export function outcomeLook(payment: TransactionDetail): { tone: Tone; icon: Icon } {
  const look = statusLooks[payment.status];
  return look && !asksForSomebody(payment) ? look : { tone: 'wait', icon: IconAlertTriangle };
}

/** The exact state: 'Canceled', 'Terminal misconfiguration', 'Approved late'. */
export function outcomeTitle(payment: TransactionDetail, t: TFunction): string {
  const outcome = outcomeKey(payment);
  return titledOutcomes.has(outcome)
    ? t(`payment:outcome.${outcome}.title`)
    : t(statusLooks[payment.status]?.textKey ?? 'payment:outcome.mismatch.title');
}

/** Whether the card was charged and what to do next. A refusal of the terminal says more than its state. */
export function outcomeHelp(payment: TransactionDetail, t: TFunction): string {
  if (payment.refusal === 'BUSY') return t('payment:refused.busy');
  if (payment.refusal === 'EXPIRED') return t('payment:refused.expired');
  if (payment.refusal === 'CONFLICT') return t('payment:refused.conflict');
  const help = t(paymentKey(payment, `outcome.${outcomeKey(payment)}.help`));
  const next = givesBack(payment) && !asksForSomebody(payment) ? refundNext(payment, t) : null;
  return next === null ? help : `${help} ${next}`;
}

type Answered = Pick<TransactionDetail, 'providerCode' | 'actionCode'> & { readonly status: string };

/** What to do where money did not go back and the codes say why; null where they ask for nothing of their own. */
export function refundNext({ status, providerCode, actionCode }: Answered, t: TFunction): string | null {
  const advice = status === 'DECLINED' ? refundAdviceOf(declineReasonOf(providerCode, actionCode)) : null;
  return advice && t(`payment:back.advice.${advice}`);
}

/** A reason of decline-reasons.ts in words: 'Insufficient funds'. */
export function declineReasonText(reason: string, t: TFunction): string {
  const code = reason.slice(1);
  const words = reason.startsWith('A') ? explainActionCode(code)[language] : '';
  if (words !== '') return words;
  return tellingProviderCodes.includes(code) && reason.startsWith('P')
    ? t(`transactions:providerCode.${code}`)
    : t('transactions:rare.noReason');
}

/**
 * Why it was not approved, out of the tables of codes: 'Insufficient funds'. Null where nothing says why, or where the
 * state says it already.
 */
export function reasonText(payment: TransactionDetail, t: TFunction): string | null {
  const { status, providerCode, actionCode } = payment;
  if (status === 'APPROVED' || status === 'INITIALIZED') return null;
  if (payment.refusal !== null) return t(`transactions:refusal.${payment.refusal}`);
  return codesText(providerCode, actionCode, t);
}

/** What the two codes name as the reason; null where neither has words. */
export function codesText(provider: string | null, action: string | null, t: TFunction): string | null {
  const reason = declineReasonOf(provider, action);
  return reason === 'NONE' ? null : declineReasonText(reason, t);
}

/** A sentence's beginning in the middle of one: 'insufficient funds', but 'PIN locked'. */
export const inSentence = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
