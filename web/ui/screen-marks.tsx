import { type MenuScreen, type Screen, type ScreenName, screens } from '@mizan/contract/screens.ts';
import {
  IconArrowsExchange,
  IconBuildingBank,
  IconBuildingStore,
  IconCalendarOff,
  IconDeviceMobile,
  IconDeviceTablet,
  IconHistory,
  IconLayoutDashboard,
  IconMapPin,
  IconPercentage,
  IconReceiptRefund,
  IconSettings,
  IconTruckDelivery,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { HelpTerm } from '../platform/help-terms.ts';
import { MizanMark } from './mizan-mark.tsx';

/** An icon of the menu: a stroke in px at the size it is drawn in. */
export type MenuIcon = ComponentType<{ size: number; stroke: number }>;

/** The terms of the field that a screen explains behind its help, in this order; or why it explains none. */
type ScreenHelp = readonly HelpTerm[] | { readonly none: string };

/** What stands around a screen: its help and, of one in a menu, its icon there. */
type ScreenMarks<Name extends ScreenName> = Name extends MenuScreen
  ? { readonly icon: MenuIcon; readonly help: ScreenHelp }
  : { readonly help: ScreenHelp };

/** The balance stands for reconciliation; its stroke counts in units of its own 32. */
const BalanceIcon: MenuIcon = ({ size, stroke }) => <MizanMark size={size} stroke={(stroke * 32) / size} />;

const signingIn = { none: 'signing in has no term of the field' };
const ownAccount = ['otp', 'trusted-device', 'session', 'passkey'] as const;
/** Notices are told apart by kinds of a terminal's reconciliation. */
const ownSettingsOfMerchants = [...ownAccount, 'daily-reconciliation', 'no-new-transactions'] as const;
const rateTerms = ['mdr', 'cap-limit', 'processing-fee', 'vat'] as const;

/** Every screen with its marks: tools/screen-help.test.ts holds each term against the texts of its screen. */
export const screenMarks: { readonly [Name in ScreenName]: ScreenMarks<Name> } = {
  login: { help: signingIn },
  reset: { help: signingIn },
  verify: { help: signingIn },
  verifyUpdate: { help: signingIn },
  onboarding: { help: ['application', 'commercial-registration', 'vat-number', 'terminal-id'] },
  settlementStatement: { help: ['settlement-statement', 'settlement', 'net'] },
  receipt: { help: { none: 'it shows the slip as the terminal prints it' } },
  dashboard: { icon: IconLayoutDashboard, help: ['net', 'fee', 'vat', 'refund', 'matching'] },
  transactions: {
    icon: IconArrowsExchange,
    help: [
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
  },
  refunds: { icon: IconReceiptRefund, help: ['refund', 'reversal', 'second-approval', 'rrn'] },
  terminals: {
    icon: IconDeviceMobile,
    help: ['terminal-id', 'pairing', 'assignment', 'heartbeat', 'terminal-health', 'unknown-outcome'],
  },
  terminalDetail: {
    help: [
      'terminal-id',
      'serial-number',
      'heartbeat',
      'terminal-health',
      'mada-package',
      'terminal-reconciliation',
      'no-new-transactions',
    ],
  },
  terminal: { icon: IconDeviceMobile, help: ['unknown-outcome', 'timeout', 'shift'] },
  shift: { help: ['shift', 'hand-over', 'take-over'] },
  shifts: { help: ['shift', 'hand-over', 'take-over'] },
  discounts: {
    icon: IconPercentage,
    help: [...rateTerms, 'working-day', 'cut-off', 'correction', 'terminal-rent'],
  },
  reconciliation: {
    icon: BalanceIcon,
    help: [
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
  },
  exceptions: {
    help: ['exception', 'timing', 'match-by-hand', 'acceptance', 'second-approval', 'chargeback'],
  },
  feeAudit: { help: ['fee', ...rateTerms] },
  proof: { help: ['proof', 'business-day', 'terminal-reconciliation', 'deposit', 'exception'] },
  settlement: {
    icon: IconBuildingBank,
    help: [
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
  },
  management: { icon: IconUsers, help: ['activate', 'assignment'] },
  bulk: { help: ['bulk-registration', 'template', 'terminal-id'] },
  settings: { icon: IconSettings, help: ownSettingsOfMerchants },
  ownSettings: { help: ownAccount },
  audit: { help: ['audit-log'] },
  business: { help: ['commercial-registration', 'vat-number'] },
  reports: { help: ['settlement', 'exception'] },
  ownership: { help: ['settlement', 'shift', 'audit-log'] },
  integrations: { help: ['api-key', 'webhook', 'webhook-secret'] },
  bareDashboard: { help: { none: 'it fills the window alone; marks stand beside its words' } },
  admin: { icon: IconLayoutDashboard, help: ['mada-package'] },
  adminAudit: { icon: IconHistory, help: ['audit-log'] },
  adminMsps: { icon: IconTruckDelivery, help: ['vendor', 'mada-package'] },
  adminBrands: { icon: IconDeviceTablet, help: ['brand', 'model', 'mada-package', 'terminal-health'] },
  adminMerchants: {
    icon: IconBuildingStore,
    help: ['application', 'commercial-registration', 'vat-number', 'suspend', 'terminal-id'],
  },
  adminDistricts: { icon: IconMapPin, help: ['district'] },
  adminSettings: { icon: IconSettings, help: [...rateTerms, 'second-approval'] },
  adminAccount: { icon: IconUserCircle, help: ownAccount },
  adminBankDays: { icon: IconCalendarOff, help: ['bank-holiday'] },
};

/** What a screen explains; nothing of one that has a reason. */
export const termsOf = (name: ScreenName): readonly HelpTerm[] => {
  const { help } = screenMarks[name];
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
