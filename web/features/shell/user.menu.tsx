import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconLogout2, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session.store.ts';
import classes from './user.menu.module.css';

const maxInitials = 2;

/** 'Sara Al-Qahtani' is SQ; Arabic letters stand apart, because joined they read as a word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).slice(0, maxInitials);
  const letters = words.map((word) => word.replace(/^(Al-|ال)/, '').charAt(0));
  return letters.join(/[\u0600-\u06ff]/.test(name) ? ' ' : '').toUpperCase();
}

const schemes = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const;
export const schemeTextKey = (value: 'light' | 'dark' | 'auto'): string =>
  `shell:theme.${value === 'auto' ? 'system' : value}`;

/** User name and role (specification, section 2), and behind them appearance and logout. */
export function UserMenu({ onLogout }: { onLogout: () => void }) {
  const { t } = useTranslation(['shell', 'roles']);
  const session = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  if (!session) return null;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className={classes['user']} aria-label={t('shell:menu.user')}>
          <span className={classes['avatar']} aria-hidden="true">
            {initialsOf(session.userName)}
          </span>
          <span className={classes['words']}>
            <span className={classes['name']}>{session.userName}</span>
            <span className={classes['role']}>{t(`roles:${session.role.toLowerCase()}`)}</span>
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('shell:theme.label')}</Menu.Label>
        {schemes.map(({ value, icon: SchemeIcon }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            leftSection={<SchemeIcon size={16} stroke={1.6} />}
            rightSection={colorScheme === value && <IconCheck size={16} stroke={2} />}
            onClick={() => setColorScheme(value)}
          >
            {t(schemeTextKey(value))}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout2 size={16} stroke={1.6} className="mz-mirror" />}
          onClick={onLogout}
        >
          {t('shell:menu.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
