import {
  type Icon,
  IconArrowsExchange,
  IconDeviceMobile,
  IconLayoutDashboard,
  IconScale,
} from '@tabler/icons-react';
import type { Screen } from '../../screens.ts';

/** What a menu shows: the merchant's screens and the admin's come in the same form. */
export interface MenuEntry {
  id: string;
  path: string;
  textKey: string;
  /** The shorter word of the bottom bar. */
  shortKey?: string;
  icon: Icon;
  /** Lit only at its very address, because others stand below it. */
  exact?: boolean;
}

const screenIcons: Readonly<Record<Screen['id'], Icon>> = {
  dashboard: IconLayoutDashboard,
  transactions: IconArrowsExchange,
  terminals: IconDeviceMobile,
  terminal: IconDeviceMobile,
  reconciliation: IconScale,
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
