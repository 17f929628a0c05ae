import { getAccount } from '@mizan/contract/account.ts';
import { getDashboard } from '@mizan/contract/dashboard.ts';
import { mayCall } from '@mizan/contract/may.ts';
import type { Role } from '@mizan/contract/roles.ts';
import type { Allow } from '@mizan/contract/route.ts';
import { listTerminals } from '@mizan/contract/terminals.ts';
import { listTransactions } from '@mizan/contract/transactions.ts';
import { paths } from './paths.ts';

/** A screen of the merchant shell. The menu and the page guard read the `allow` of the route it stands on. */
export interface Screen {
  id: 'dashboard' | 'transactions' | 'terminals' | 'terminal' | 'reconciliation' | 'settings';
  path: string;
  allow: Allow;
  /** Narrower than `allow` where the specification gives a menu entry to one role alone (rules S2). */
  onlyFor?: Role;
  /** The key of its name in the menu. */
  textKey: string;
}

/** In the order of the side menu. A screen that comes later is added here together with its page. */
export const screens: readonly Screen[] = [
  { id: 'dashboard', path: paths.dashboard, allow: getDashboard.allow, textKey: 'shell:menu.dashboard' },
  {
    id: 'transactions',
    path: paths.transactions,
    allow: listTransactions.allow,
    textKey: 'shell:menu.transactions',
  },
  {
    id: 'terminals',
    path: paths.terminals,
    allow: listTerminals.allow,
    onlyFor: 'MERCHANT',
    textKey: 'shell:menu.terminals',
  },
  {
    id: 'terminal',
    path: paths.terminal,
    allow: listTerminals.allow,
    onlyFor: 'CASHIER',
    textKey: 'shell:menu.terminal',
  },
  {
    id: 'reconciliation',
    path: paths.reconciliation,
    allow: ['MERCHANT'],
    textKey: 'shell:menu.reconciliation',
  },
  {
    id: 'settings',
    path: paths.settings,
    allow: getAccount.allow,
    onlyFor: 'MERCHANT',
    textKey: 'shell:menu.settings',
  },
];

/** Whether this role sees the screen: in the menu and at its address alike. */
export function mayOpen(screen: Screen, role: Role): boolean {
  return mayCall(screen, role) && (screen.onlyFor === undefined || screen.onlyFor === role);
}

/** The screen at an address, also at one below it. */
export function screenAt(pathname: string): Screen | undefined {
  return screens.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
}
