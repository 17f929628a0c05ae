import type { Role } from '@mizan/contract/roles.ts';
import type { MenuScreen, ShellName } from '@mizan/contract/screens.ts';
import {
  IconArrowsExchange,
  IconBuildingBank,
  IconBuildingStore,
  IconCalendarOff,
  IconDeviceMobile,
  IconHistory,
  IconLayoutDashboard,
  IconPercentage,
  IconSettings,
  IconUserCircle,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { type MenuText, menuOf } from '../../platform/screen-access.ts';
import { MizanMark } from '../../ui/mizan-mark.tsx';

/** An icon of the menu: a stroke in px at the size it is drawn in. */
type MenuIcon = ComponentType<{ size: number; stroke: number }>;

/** The balance stands for reconciliation; its stroke counts in units of its own 32. */
const BalanceIcon: MenuIcon = ({ size, stroke }) => <MizanMark size={size} stroke={(stroke * 32) / size} />;

/** For whom one works here: under the product's name. */
export interface Place {
  name: string;
  detail: string;
}

/** What a menu shows. */
export interface MenuEntry extends MenuText {
  icon: MenuIcon;
}

const icons: Readonly<Record<MenuScreen, MenuIcon>> = {
  dashboard: IconLayoutDashboard,
  transactions: IconArrowsExchange,
  terminals: IconDeviceMobile,
  terminal: IconDeviceMobile,
  reconciliation: BalanceIcon,
  discounts: IconPercentage,
  settlement: IconBuildingBank,
  settings: IconSettings,
  admin: IconLayoutDashboard,
  adminAudit: IconHistory,
  adminMerchants: IconBuildingStore,
  adminBankDays: IconCalendarOff,
  adminAccount: IconUserCircle,
};

/** The menu of a shell as this role sees it. */
export const entriesOf = (shell: ShellName, role: Role): MenuEntry[] =>
  menuOf(shell, role).map((entry) => ({ ...entry, icon: icons[entry.id] }));

export const isCurrent = (entry: MenuEntry, pathname: string): boolean =>
  pathname === entry.path || (!entry.exact && pathname.startsWith(`${entry.path}/`));
