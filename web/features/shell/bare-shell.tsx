import { screens } from '@mizan/contract/screens.ts';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../platform/lazy-part.ts';
import { useReachable } from '../../platform/line.ts';
import { useTitle } from '../../platform/title.ts';
import classes from './bare-shell.module.css';
import { OfflineNotice } from './offline-notice.tsx';
import { SessionFrame } from './session-frame.tsx';

/** Loads behind the screen itself. */
const MaintenanceBar = lazyPart(() => import('./maintenance-bar.tsx'));

/** No shell at all: what stands here fills the window (rules S2.4). */
export function BareShell() {
  const { t } = useTranslation('shell');
  useTitle(t(screens.bareDashboard.title), 'place');
  return (
    <SessionFrame>
      <div className={classes['bare']} data-offline={!useReachable() || undefined}>
        <main>
          <Suspense>
            <MaintenanceBar />
          </Suspense>
          <Outlet />
        </main>
        <OfflineNotice />
      </div>
    </SessionFrame>
  );
}
