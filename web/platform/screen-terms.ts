import { type Screen, type ScreenName, screens } from '@mizan/contract/screens.ts';
import type { HelpTerm } from './help-terms.ts';

/** The terms of the field that a screen explains behind its help, in this order; or why it explains none. */
type ScreenHelp = readonly HelpTerm[] | { readonly none: string };

const signingIn = { none: 'signing in has no term of the field' };
const ownAccount = ['otp', 'trusted-device', 'session', 'passkey'] as const;
/** Notices are told apart by kinds of a terminal's reconciliation. */
const ownSettingsOfMerchants = [...ownAccount, 'daily-reconciliation', 'no-new-transactions'] as const;
const rateTerms = ['mdr', 'cap-limit', 'processing-fee', 'vat'] as const;

/** Every screen with its help: screen-terms.test.ts holds each term against the texts of its screen. */
export const screenTerms: Readonly<Record<ScreenName, ScreenHelp>> = {
  login: signingIn,
  reset: signingIn,
  verify: signingIn,
  verifyUpdate: signingIn,
  onboarding: ['application', 'commercial-registration', 'vat-number', 'terminal-id'],
  settlementStatement: ['settlement-statement', 'settlement', 'net'],
  receipt: { none: 'it shows the slip as the terminal prints it' },
  dashboard: ['net', 'fee', 'vat', 'refund', 'matching'],
  transactions: [
    'rrn',
    'stan',
    'approval-code',
    'acquirer',
    'response-code',
    'unknown-outcome',
    'timeout',
    'refund',
    'reversal',
    'void',
    'cash-back',
    'fee',
    'net',
  ],
  refunds: ['refund', 'reversal', 'second-approval', 'rrn'],
  terminals: ['terminal-id', 'pairing', 'assignment', 'heartbeat', 'terminal-health', 'unknown-outcome'],
  terminalDetail: [
    'terminal-id',
    'serial-number',
    'heartbeat',
    'terminal-health',
    'mada-package',
    'terminal-reconciliation',
    'no-new-transactions',
  ],
  terminal: ['unknown-outcome', 'timeout', 'shift'],
  shift: ['shift', 'hand-over', 'take-over'],
  shifts: ['shift', 'hand-over', 'take-over'],
  discounts: [...rateTerms, 'working-day', 'cut-off', 'correction', 'terminal-rent'],
  reconciliation: [
    'terminal-reconciliation',
    'daily-reconciliation',
    'no-new-transactions',
    'matching',
    'coverage',
    'layout',
    'reading',
    'verdict',
    'incomplete',
    'bridge',
    'exception',
    'timing',
  ],
  exceptions: ['exception', 'timing', 'match-by-hand', 'acceptance', 'second-approval', 'chargeback'],
  feeAudit: ['fee', ...rateTerms],
  proof: ['proof', 'business-day', 'terminal-reconciliation', 'deposit', 'exception'],
  settlement: [
    'settlement',
    'business-day',
    'net-expected',
    'without-a-file',
    'partly-there',
    'deposit',
    'value-date',
    'settlement-statement',
    'vat-invoice',
    'journal',
  ],
  management: ['activate', 'assignment'],
  bulk: ['bulk-registration', 'template', 'terminal-id'],
  settings: ownSettingsOfMerchants,
  ownSettings: ownAccount,
  audit: ['audit-log'],
  business: ['commercial-registration', 'vat-number'],
  reports: ['settlement', 'exception'],
  ownership: { none: 'every word of it is explained by the sentence that it stands in' },
  integrations: { none: 'its words are those of programmers, and docs/integrate.md explains them' },
  bareDashboard: { none: 'it fills the window alone; marks stand beside its words' },
  admin: ['mada-package'],
  adminAudit: ['audit-log'],
  adminMsps: ['vendor', 'mada-package'],
  adminBrands: ['brand', 'model', 'mada-package', 'terminal-health'],
  adminMerchants: ['application', 'commercial-registration', 'vat-number', 'suspend', 'terminal-id'],
  adminDistricts: ['district'],
  adminSettings: [...rateTerms, 'second-approval'],
  adminAccount: ownAccount,
  adminBankDays: ['bank-holiday'],
};

/** What a screen explains; nothing of one that has a reason. */
export const termsOf = (name: ScreenName): readonly HelpTerm[] => {
  const help = screenTerms[name];
  return 'none' in help ? [] : help;
};

const everyScreen = Object.entries(screens) as [ScreenName, Screen][];
const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

/** What the screen at an address explains. */
export function termsAt(pathname: string): readonly HelpTerm[] {
  const parts = partsOf(pathname);
  const found = everyScreen.find(([, { path }]) => {
    const own = partsOf(path);
    return own.length === parts.length && own.every((part, at) => part.startsWith('$') || part === parts[at]);
  });
  return found ? termsOf(found[0]) : [];
}
