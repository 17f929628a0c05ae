import { Drawer, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { IconDots, IconLanguage, IconLogout2, IconUserCircle } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apart } from '../../platform/formats.ts';
import { switchLanguage } from '../../platform/language.ts';
import { useSession } from '../../platform/session.store.ts';
import { ScreenHelp } from '../../ui/screen-help.tsx';
import classes from './bottom-bar.module.css';
import { isCurrent, type MenuEntry } from './menu-entries.tsx';
import { ownPath, roleKey, schemeTextKey } from './user-menu.tsx';

/** Four places fit beside More; the others wait behind it. */
const placesInBar = 4;
const iconLook = { size: 22, stroke: 1.6, 'aria-hidden': true } as const;

/** The menu of a phone: four places and More. */
export default function BottomBar({
  entries,
  onLogout,
}: {
  entries: readonly MenuEntry[];
  onLogout: () => void;
}) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const [more, setMore] = useState(false);
  return (
    <nav className={classes['bar']} aria-label={t('shell:menu.label')}>
      {entries.slice(0, placesInBar).map((entry) => {
        const EntryIcon = entry.icon;
        const current = isCurrent(entry, pathname);
        return (
          <Link
            key={entry.id}
            to={entry.path}
            className={classes['place']}
            data-current={current || undefined}
            aria-current={current ? 'page' : undefined}
          >
            <EntryIcon {...iconLook} />
            {t(entry.shortKey)}
          </Link>
        );
      })}
      <button type="button" className={classes['place']} onClick={() => setMore(true)} aria-expanded={more}>
        <IconDots {...iconLook} />
        {t('shell:menu.more')}
      </button>
      <MoreSheet
        opened={more}
        entries={entries.slice(placesInBar)}
        onClose={() => setMore(false)}
        onLogout={onLogout}
      />
    </nav>
  );
}

interface MoreSheetProps {
  opened: boolean;
  entries: readonly MenuEntry[];
  onClose: () => void;
  onLogout: () => void;
}

function MoreSheet({ opened, entries, onClose, onLogout }: MoreSheetProps) {
  const { t } = useTranslation(['shell', 'roles', 'common']);
  const session = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      classNames={{ content: classes['content'] ?? '' }}
      transitionProps={{ duration: 120 }}
      title={session && `${session.userName}${apart}${t(roleKey(session))}`}
      closeButtonProps={{ 'aria-label': t('common:actions.close'), size: 44, iconSize: 20 }}
    >
      <div className={classes['sheet']}>
        {entries.map((entry) => (
          <Link key={entry.id} to={entry.path} className={classes['row']} onClick={onClose}>
            <entry.icon {...iconLook} />
            {t(entry.textKey)}
          </Link>
        ))}
        {session?.role === 'CASHIER' && (
          <Link to={ownPath(session.role)} className={classes['row']} onClick={onClose}>
            <IconUserCircle {...iconLook} />
            {t('shell:menu.user')}
          </Link>
        )}
        <ScreenHelp className={classes['row']}>{t('common:words.ofScreen')}</ScreenHelp>
        <button type="button" className={classes['row']} onClick={switchLanguage}>
          <IconLanguage {...iconLook} />
          {t('shell:language.switch')}
        </button>
        <SegmentedControl
          fullWidth
          size="md"
          aria-label={t('shell:theme.label')}
          value={colorScheme}
          onChange={(next) => setColorScheme(next as typeof colorScheme)}
          data={(['light', 'dark', 'auto'] as const).map((value) => ({
            value,
            label: t(schemeTextKey(value)),
          }))}
        />
        <button type="button" className={classes['row']} onClick={onLogout}>
          <IconLogout2 {...iconLook} className="mz-mirror" />
          {t('shell:menu.logout')}
        </button>
      </div>
    </Drawer>
  );
}
