import { IconArrowsExchange, IconDeviceMobile, IconLayoutDashboard, IconSettings } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Screen } from '../../screens.ts';
import { MizanMark } from '../../ui/mizan-mark.tsx';

/** An icon of the menu: a stroke in px at the size it is drawn in. */
export type MenuIcon = ComponentType<{ size: number; stroke: number }>;

/** The balance stands for reconciliation; its stroke counts in units of its own 32. */
const BalanceIcon: MenuIcon = ({ size, stroke }) => <MizanMark size={size} stroke={(stroke * 32) / size} />;

/** For whom one works here: under the product's name. */
export interface Place {
  name: string;
  detail: string;
}

/** What a menu shows: the merchant's screens and the admin's come in the same form. */
export interface MenuEntry {
  id: string;
  path: string;
  textKey: string;
  /** The shorter word of the bottom bar. */
  shortKey?: string;
  icon: MenuIcon;
  /** Lit only at its very address, because others stand below it. */
  exact?: boolean;
}

const screenIcons: Readonly<Record<Screen['id'], MenuIcon>> = {
  dashboard: IconLayoutDashboard,
  transactions: IconArrowsExchange,
  terminals: IconDeviceMobile,
  terminal: IconDeviceMobile,
  reconciliation: BalanceIcon,
  settings: IconSettings,
};

export const entryOf = (screen: Screen): MenuEntry => ({
  id: screen.id,
  path: screen.path,
  textKey: screen.textKey,
  shortKey: `shell:menu.short.${screen.id}`,
  icon: screenIcons[screen.id],
});

export const isCurrent = (entry: MenuEntry, pathname: string): boolean =>
  pathname === entry.path || (entry.exact !== true && pathname.startsWith(`${entry.path}/`));
