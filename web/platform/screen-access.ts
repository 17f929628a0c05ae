import { mayCall } from '@mizan/contract/may.ts';
import type { Role } from '@mizan/contract/roles.ts';
import {
  type MenuScreen,
  type Screen,
  type ScreenName,
  type Shell,
  type ShellName,
  screens,
  shells,
} from '@mizan/contract/screens.ts';

const everyScreen = Object.entries(screens) as [ScreenName, Screen][];

/** Whether this role sees the screen: in the menu and at its address alike. */
export const mayOpen = (name: ScreenName, role: Role): boolean => mayCall(screens[name], role);

/**
 * Whether somebody who is signed in comes under a shell at this address: 'enters', 'forbidden', or the address that they
 * are led to.
 */
export function arrival(name: ShellName, role: Role, pathname: string): string {
  const shell: Shell = shells[name];
  if (mayCall(shell, role)) return 'enters';
  const asked = everyScreen.find(([, { path }]) => path === pathname);
  const elsewhere = asked?.[1].others ?? shell.others;
  return elsewhere ? screens[elsewhere as ScreenName].path : 'forbidden';
}

/** An entry of a menu: its screen, and the texts that name it. */
export interface MenuText {
  id: MenuScreen;
  path: string;
  textKey: string;
  /** The shorter word of the bottom bar. */
  shortKey: string;
  exact: boolean;
}

/** What the menu of a shell shows this role, in its order. */
export function menuOf(shell: ShellName, role: Role): MenuText[] {
  return everyScreen.flatMap(([name, { path, menu, title, ...screen }]) =>
    menu && screen.shell === shell && mayOpen(name, role)
      ? [
          {
            id: name as MenuScreen,
            path,
            textKey: menu.text ?? title,
            shortKey: menu.short,
            exact: menu.exact === true,
          },
        ]
      : [],
  );
}
