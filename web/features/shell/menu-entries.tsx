import type { MenuScreen, ShellName } from '@mizan/contract/screens.ts';
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
  /** Names the logo of the business; none where there is none. */
  logoVersion?: string | null;
}

/** What a menu shows. */
export interface MenuEntry extends MenuText {
  icon: MenuIcon;
}

const icons: Readonly<Record<MenuScreen, MenuIcon>> = {
  dashboard: IconLayoutDashboard,
  transactions: IconArrowsExchange,
  refunds: IconReceiptRefund,
  terminals: IconDeviceMobile,
  terminal: IconDeviceMobile,
  reconciliation: BalanceIcon,
  discounts: IconPercentage,
  settlement: IconBuildingBank,
  management: IconUsers,
  settings: IconSettings,
  admin: IconLayoutDashboard,
  adminAudit: IconHistory,
  adminMsps: IconTruckDelivery,
  adminBrands: IconDeviceTablet,
  adminMerchants: IconBuildingStore,
  adminDistricts: IconMapPin,
  adminBankDays: IconCalendarOff,
  adminSettings: IconSettings,
  adminAccount: IconUserCircle,
};

/** The menu of a shell as somebody sees it. */
export const entriesOf = (shell: ShellName, visitor: Parameters<typeof menuOf>[1]): MenuEntry[] =>
  menuOf(shell, visitor).map((entry) => ({ ...entry, icon: icons[entry.id] }));

export const isCurrent = (entry: MenuEntry, pathname: string): boolean =>
  pathname === entry.path || (!entry.exact && pathname.startsWith(`${entry.path}/`));
