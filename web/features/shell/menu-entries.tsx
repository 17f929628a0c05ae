import type { ShellName } from '@mizan/contract/screens.ts';
import { type MenuText, menuOf } from '../../platform/screen-access.ts';
import { type MenuIcon, screenMarks } from '../../ui/screen-marks.tsx';

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

/** The menu of a shell as somebody sees it. */
export const entriesOf = (shell: ShellName, visitor: Parameters<typeof menuOf>[1]): MenuEntry[] =>
  menuOf(shell, visitor).map((entry) => ({ ...entry, icon: screenMarks[entry.id].icon }));

/** Whether an address is an entry's own, or stands below it. */
export const isOf = (entry: MenuEntry, pathname: string): boolean =>
  pathname === entry.path || (!entry.exact && pathname.startsWith(`${entry.path}/`));

/** Whether an entry is lit: also where its screen leads to another one. */
export const isCurrent = (entry: MenuEntry, pathname: string): boolean =>
  isOf(entry, pathname) || pathname === entry.also;
