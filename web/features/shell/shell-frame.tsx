import { useLocalStorage } from '@mantine/hooks';
import { getSession } from '@mizan/contract/auth.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../platform/lazy-part.ts';
import { useReachable } from '../../platform/line.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { renameSession } from '../../platform/session.store.ts';
import { useShownName, useTitle } from '../../platform/title.ts';
import { useIsPhone } from '../../ui/screen-width.ts';
import { logout } from './logout.ts';
import { isOf, type MenuEntry, type Place } from './menu-entries.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import type { Searched } from './search-field.tsx';
import classes from './shell-frame.module.css';
import { ShellHeader } from './shell-header.tsx';
import { SideMenu } from './side-menu.tsx';

/** Loads behind the screen itself. */
const MaintenanceBar = lazyPart(() => import('./maintenance-bar.tsx'));
/** Only phones load the bottom bar. */
const BottomBar = lazyPart(() => import('./bottom-bar.tsx'));

/** A name that was corrected meanwhile stands here without another sign-in. */
function useNamedAnew(): void {
  const fullName = useQuery(routeQuery(getSession, {})).data?.fullName;
  useEffect(() => {
    if (fullName !== undefined) renameSession(fullName);
  }, [fullName]);
}

export interface ShellFrameProps {
  entries: readonly MenuEntry[];
  place?: Place | undefined;
  /** Whose things the field of the header finds. */
  search: Searched;
  children: ReactNode;
}

/** Menu at the start side, header, content; on a phone a bottom bar takes the menu's part. */
export function ShellFrame({ entries, place, search, children }: ShellFrameProps) {
  const { t } = useTranslation(['shell', 'common']);
  const { pathname } = useLocation();
  const onPhone = useIsPhone();
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'menu-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const current = entries.find((entry) => isOf(entry, pathname));
  const shownName = useShownName();
  // A screen beyond the menu names itself.
  const title = current ? t(current.textKey) : (shownName ?? t('common:appName'));

  useNamedAnew();
  useTitle(current && t(current.textKey), 'place');

  return (
    <div
      className={classes['frame']}
      data-collapsed={collapsed || undefined}
      data-offline={!useReachable() || undefined}
    >
      <a href="#content" className={classes['skip']}>
        {t('shell:skip')}
      </a>
      {!onPhone && (
        <nav className={classes['navbar']} aria-label={t('shell:menu.label')}>
          <SideMenu
            entries={entries}
            place={place}
            collapsed={collapsed}
            onCollapse={() => setCollapsed(!collapsed)}
            onLogout={() => void logout()}
          />
        </nav>
      )}
      <header className={classes['header']}>
        <ShellHeader title={title} onPhone={onPhone} search={search} onLogout={() => void logout()} />
      </header>
      <main id="content" className={classes['main']} tabIndex={-1}>
        <Suspense>
          <MaintenanceBar />
        </Suspense>
        {children}
      </main>
      <div className={classes['below']}>
        <OfflineNotice />
        {onPhone && (
          <div className={classes['footer']}>
            <Suspense>
              <BottomBar entries={entries} onLogout={() => void logout()} />
            </Suspense>
          </div>
        )}
      </div>
    </div>
  );
}
