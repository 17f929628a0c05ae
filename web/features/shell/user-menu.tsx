import { Popover, useMantineColorScheme } from '@mantine/core';
import { paths } from '@mizan/contract/paths.ts';
import { teamRoleOf } from '@mizan/contract/rights.ts';
import {
  IconCheck,
  IconDeviceDesktop,
  IconLogout2,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Session, useSession } from '../../platform/session.store.ts';
import { Initials } from '../../ui/initials.tsx';
import classes from './user-menu.module.css';

const schemes = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const;
export const schemeTextKey = (value: 'light' | 'dark' | 'auto'): string =>
  `shell:theme.${value === 'auto' ? 'system' : value}`;

/** Where somebody's own account is: of a merchant's people the settings, which a cashier has no entry of the menu for. */
const ownPaths = { MERCHANT: paths.settings, CASHIER: paths.ownSettings, ADMIN: paths.adminAccount } as const;
export const ownPath = (role: keyof typeof ownPaths): string => ownPaths[role];

/** The word for what somebody is: their place in a merchant's team, where it is another one than the role says. */
export const roleKey = ({ role, teamRole }: Session): string =>
  `roles:${teamRole && teamRole !== teamRoleOf(role) ? teamRole : role.toLowerCase()}`;

/** User name and role (rules S2), and behind them appearance and logout. */
export function UserMenu({ onLogout }: { onLogout: () => void }) {
  const { t } = useTranslation(['shell', 'roles']);
  const session = useSession();
  const [opened, setOpened] = useState(false);
  if (!session) return null;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={220} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes['user']} onClick={() => setOpened(!opened)}>
          <Initials name={session.userName} />
          <span className={classes['words']}>
            <span className={classes['name']}>{session.userName}</span>
            <span className={classes['role']}>{t(roleKey(session))}</span>
          </span>
        </button>
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label={t('shell:menu.user')}>
        <SchemeChoice />
        <Link to={ownPath(session.role)} className={classes['item'] ?? ''} onClick={() => setOpened(false)}>
          <IconUserCircle size={16} stroke={1.6} aria-hidden="true" />
          {t('shell:menu.user')}
        </Link>
        <button type="button" className={classes['item']} onClick={onLogout}>
          <IconLogout2 size={16} stroke={1.6} className="mz-mirror" aria-hidden="true" />
          {t('shell:menu.logout')}
        </button>
      </Popover.Dropdown>
    </Popover>
  );
}

function SchemeChoice() {
  const { t } = useTranslation('shell');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <fieldset className={classes['schemes']}>
      <legend className={classes['legend']}>{t('shell:theme.label')}</legend>
      {schemes.map(({ value, icon: SchemeIcon }) => (
        <label key={value} className={classes['item']}>
          <input
            type="radio"
            name="color-scheme"
            className="mz-visually-hidden"
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <SchemeIcon size={16} stroke={1.6} aria-hidden="true" />
          {t(schemeTextKey(value))}
          {colorScheme === value && (
            <IconCheck size={16} stroke={2} className={classes['check']} aria-hidden="true" />
          )}
        </label>
      ))}
    </fieldset>
  );
}
