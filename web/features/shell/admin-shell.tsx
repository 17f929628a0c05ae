import { IconBuildingStore, IconHistory, IconLayoutDashboard, IconUserCircle } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { FreshSignIn } from './fresh-sign-in.tsx';
import type { MenuEntry } from './menu-entries.tsx';
import { SessionFrame } from './session-frame.tsx';
import { ShellFrame } from './shell-frame.tsx';

/** The admin area's menu; an entry appears with its screen. */
const entries: readonly MenuEntry[] = [
  {
    id: 'admin',
    path: paths.admin,
    textKey: 'shell:menu.dashboard',
    shortKey: 'shell:menu.short.dashboard',
    icon: IconLayoutDashboard,
    exact: true,
  },
  {
    id: 'audit',
    path: paths.adminAudit,
    textKey: 'shell:menu.audit',
    icon: IconHistory,
  },
  {
    id: 'merchants',
    path: paths.adminMerchants,
    textKey: 'shell:menu.merchants',
    shortKey: 'shell:menu.merchants',
    icon: IconBuildingStore,
  },
  {
    id: 'account',
    path: paths.adminAccount,
    textKey: 'shell:menu.user',
    shortKey: 'shell:menu.short.account',
    icon: IconUserCircle,
  },
];

export function AdminShell() {
  return (
    <SessionFrame>
      <ShellFrame entries={entries}>
        <Outlet />
      </ShellFrame>
      <FreshSignIn />
    </SessionFrame>
  );
}
