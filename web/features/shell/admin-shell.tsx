import { Outlet } from '@tanstack/react-router';
import { useMemo } from 'react';
import { FreshSignIn } from './fresh-sign-in.tsx';
import { entriesOf } from './menu-entries.tsx';
import { SessionFrame, useSignedIn } from './session-frame.tsx';
import { ShellFrame } from './shell-frame.tsx';

export function AdminShell() {
  return (
    <SessionFrame>
      <AdminFrame />
      <FreshSignIn />
    </SessionFrame>
  );
}

function AdminFrame() {
  const visitor = useSignedIn();
  const entries = useMemo(() => entriesOf('admin', visitor), [visitor]);
  return (
    <ShellFrame entries={entries} search="admin">
      <Outlet />
    </ShellFrame>
  );
}
