import { explainActionCode } from '@mizan/contract/action-codes.ts';
import { explainProviderCode, providerCodes } from '@mizan/contract/provider-codes.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { type Icon, IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { language } from '../platform/language.ts';
import { statusLooks } from './status-badge.tsx';
import type { Tone } from './tone-badge.tsx';

/** How a payment ended, in words: the same on its screen, in the dialog of its result and on the card. */

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
  return t(`payment:outcome.${outcomeKey(payment)}.help`);
}

/** Codes of the provider that say little where the bank's own code says more. */
const generalCodes: ReadonlySet<string> = new Set(['01', '02', '14', '16', '89']);

/** The bank's reason, where its code refuses and has words. */
function reasonOfAction(code: string | null): string | null {
  if (code === null) return null;
  const { action, ...words } = explainActionCode(code);
  return action === 'Approve' || words[language] === '' ? null : words[language];
}

/**
 * Why it was not approved, out of the tables of codes: 'Insufficient funds'. Null where nothing says why, or where the
 * state says it already.
 */
export function reasonText(payment: TransactionDetail, t: TFunction): string | null {
  const { status, providerCode, actionCode } = payment;
  if (status === 'APPROVED' || status === 'INITIALIZED') return null;
  if (payment.refusal !== null) return t(`transactions:refusal.${payment.refusal}`);
  const isGeneral = providerCode === null || generalCodes.has(providerCode);
  const byAction = reasonOfAction(actionCode);
  if (isGeneral && byAction !== null) return byAction;
  const isKnown = providerCode !== null && Object.hasOwn(providerCodes, providerCode);
  if (!isKnown || ['00', '01', '02', '12'].includes(providerCode)) return null;
  return t(`transactions:providerCode.${providerCode}`);
}

/** A sentence's beginning in the middle of one: 'insufficient funds', but 'PIN locked'. */
export const inSentence = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
