import { Tooltip } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconLogout2 } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactElement, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../platform/lazy-part.ts';
import { MizanMark } from '../../ui/mizan-mark.tsx';
import { isCurrent, type MenuEntry, type Place } from './menu-entries.tsx';
import classes from './side-menu.module.css';

/** What waits comes behind the menu itself, which every screen waits for. */
const WaitingCount = lazyPart(() => import('./waiting-count.tsx'));

interface SideMenuProps {
  entries: readonly MenuEntry[];
  place?: Place | undefined;
  collapsed: boolean;
  onCollapse: () => void;
  onLogout: () => void;
}

/** Loads where a business has one. */
const BusinessLogo = lazyPart(() => import('./business-logo.tsx'));

const iconLook = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

export function SideMenu({ entries, place, collapsed, onCollapse, onLogout }: SideMenuProps) {
  const { t } = useTranslation(['shell', 'common']);
  const { pathname } = useLocation();
  const CollapseIcon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const collapseText = collapsed ? t('shell:menu.expand') : t('shell:menu.collapse');
  return (
    <div className={classes['menu']} data-collapsed={collapsed || undefined}>
      <div className={classes['name']}>
        <MizanMark size={26} />
        <span className={classes['word']}>{t('common:appName')}</span>
      </div>
      <div className={classes['place']}>
        {place?.logoVersion && (
          <span className={classes['logo']}>
            <Suspense fallback={null}>
              <BusinessLogo version={place.logoVersion} />
            </Suspense>
          </span>
        )}
        <span className={classes['placeName']}>{place?.name}</span>
        <span className={classes['placeDetail']}>{place?.detail}</span>
      </div>
      <ul className={classes['list']}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <EntryLink entry={entry} current={isCurrent(entry, pathname)} collapsed={collapsed} />
          </li>
        ))}
      </ul>
      <ul className={classes['foot']}>
        <li>
          <Named name={collapseText} when={collapsed}>
            <button type="button" className={classes['entry']} onClick={onCollapse}>
              <CollapseIcon {...iconLook} className="mz-mirror" />
              <span className={classes['word']}>{collapseText}</span>
            </button>
          </Named>
        </li>
        <li>
          <Named name={t('shell:menu.logout')} when={collapsed}>
            <button type="button" className={classes['entry']} onClick={onLogout}>
              <IconLogout2 {...iconLook} className="mz-mirror" />
              <span className={classes['word']}>{t('shell:menu.logout')}</span>
            </button>
          </Named>
        </li>
      </ul>
    </div>
  );
}

interface EntryLinkProps {
  entry: MenuEntry;
  current: boolean;
  collapsed: boolean;
}

/** What waits is a number beside the name; whoever hears the menu is told in words what it counts. */
function EntryLink({ entry, current, collapsed }: EntryLinkProps) {
  const { t } = useTranslation('shell');
  const EntryIcon = entry.icon;
  const wordsId = useId();
  return (
    <Named name={t(entry.textKey)} when={collapsed}>
      <Link
        to={entry.path}
        className={classes['entry']}
        data-current={current || undefined}
        aria-current={current ? 'page' : undefined}
        aria-describedby={wordsId}
      >
        <EntryIcon {...iconLook} />
        <span className={classes['word']}>{t(entry.textKey)}</span>
        <Suspense fallback={null}>
          <WaitingCount screen={entry.id} wordsId={wordsId} />
        </Suspense>
      </Link>
    </Named>
  );
}

/** Beside a folded menu the word shows in a tooltip; it stays the accessible name either way. */
function Named({ name, when, children }: { name: string; when: boolean; children: ReactElement }) {
  return (
    <Tooltip label={name} disabled={!when} position="right">
      {children}
    </Tooltip>
  );
}
