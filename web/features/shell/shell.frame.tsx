import { AppShell } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isCurrent, type MenuEntry } from './menu.entries.tsx';
import classes from './shell.frame.module.css';
import { ShellHeader } from './shell.header.tsx';
import { SideMenu } from './side.menu.tsx';
import { useLogout } from './use-logout.ts';

/** Only phones load the bottom bar. */
const BottomBar = lazy(() => import('./bottom.bar.tsx'));

const navbarWidth = { open: 216, collapsed: 60 } as const;
const headerHeight = 56;
const bottomBarHeight = 64;
const phone = '(max-width: 48em)';

export interface ShellFrameProps {
  entries: readonly MenuEntry[];
  /** Under the product's name: for whom one works here. */
  place?: { name: string; detail: string } | undefined;
  /** Only a merchant's people search transactions. */
  withSearch?: boolean;
  children: ReactNode;
}

/** Menu at the start side, header, content; on a phone a bottom bar takes the menu's part. */
export function ShellFrame({ entries, place, withSearch = false, children }: ShellFrameProps) {
  const { t } = useTranslation(['shell', 'common']);
  const { pathname } = useLocation();
  const onPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false }) ?? false;
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'menu-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const logout = useLogout();
  const current = entries.find((entry) => isCurrent(entry, pathname));
  const title = current ? t(current.textKey) : t('common:appName');

  useEffect(() => {
    document.title = current ? `${t(current.textKey)} · ${t('common:appName')}` : t('common:appName');
  }, [current, t]);

  return (
    <AppShell
      layout="alt"
      header={{ height: headerHeight }}
      navbar={{
        width: collapsed ? navbarWidth.collapsed : navbarWidth.open,
        breakpoint: 'sm',
        collapsed: { mobile: true },
      }}
      {...(onPhone ? { footer: { height: bottomBarHeight } } : {})}
      transitionDuration={120}
      classNames={{
        navbar: classes['navbar'] ?? '',
        header: classes['header'] ?? '',
        main: classes['main'] ?? '',
      }}
    >
      <a href="#content" className={classes['skip']}>
        {t('shell:skip')}
      </a>
      {!onPhone && (
        <AppShell.Navbar component="nav" aria-label={t('shell:menu.label')}>
          <SideMenu
            entries={entries}
            place={place}
            collapsed={collapsed}
            onCollapse={() => setCollapsed(!collapsed)}
            onLogout={logout}
          />
        </AppShell.Navbar>
      )}
      <AppShell.Header>
        <ShellHeader title={title} onPhone={onPhone} withSearch={withSearch} onLogout={logout} />
      </AppShell.Header>
      <AppShell.Main id="content" tabIndex={-1}>
        {children}
      </AppShell.Main>
      {onPhone && (
        <AppShell.Footer>
          <Suspense>
            <BottomBar entries={entries} onLogout={logout} />
          </Suspense>
        </AppShell.Footer>
      )}
    </AppShell>
  );
}
