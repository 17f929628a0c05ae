import { getWaitingApplications } from '@mizan/contract/waiting-applications.ts';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../platform/query-client.ts';
import { useMay } from '../../platform/use-may.ts';
import { FreshSignIn } from './fresh-sign-in.tsx';
import { entriesOf, type Place } from './menu-entries.tsx';
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
    <ShellFrame entries={entries} place={usePlatform()} search="admin">
      <Outlet />
    </ShellFrame>
  );
}

/** The platform, and how many merchants it has: of one who may not ask, and until the answer is there, its name alone. */
function usePlatform(): Place {
  const { t } = useTranslation(['shell', 'units']);
  const enabled = useMay(getWaitingApplications);
  const { data } = useQuery({ ...routeQuery(getWaitingApplications, {}), enabled });
  const detail = data ? t('units:merchant', { count: data.merchants }) : '';
  return { name: t('shell:platform'), detail };
}
