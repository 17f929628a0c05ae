import { may } from '@mizan/contract/may.ts';
import {
  type MenuScreen,
  type Screen,
  type ScreenName,
  type Shell,
  type ShellName,
  screens,
  shells,
} from '@mizan/contract/screens.ts';
import type { Session } from './session.store.ts';

/** Who looks at a menu: their role, and their place in the team where it is known. */
type Visitor = Pick<Session, 'role' | 'teamRole'>;

const everyScreen = Object.entries(screens) as [ScreenName, Screen][];

/** Whether somebody sees the screen: in the menu and at its address alike. */
export const mayOpen = (name: ScreenName, visitor: Visitor): boolean => may(visitor, screens[name]);

/**
 * Whether somebody who is signed in comes under a shell at this address: 'enters', 'forbidden', or the address that they
 * are led to.
 */
export function arrival(name: ShellName, visitor: Visitor, pathname: string): string {
  const shell: Shell = shells[name];
  if (may(visitor, shell)) return 'enters';
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
  also: string | undefined;
}

/** What the menu of a shell shows somebody, in its order. */
export function menuOf(shell: ShellName, visitor: Visitor): MenuText[] {
  return everyScreen.flatMap(([name, { path, menu, title, ...screen }]) =>
    menu && screen.shell === shell && mayOpen(name, visitor)
      ? [
          {
            id: name as MenuScreen,
            path,
            textKey: menu.text ?? title,
            shortKey: menu.short,
            exact: menu.exact === true,
            also: menu.also,
          },
        ]
      : [],
  );
}
