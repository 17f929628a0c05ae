import { paths } from '@mizan/contract/paths.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../platform/title.ts';
import { version } from '../../platform/version.ts';
import { MizanMark } from '../../ui/mizan-mark.tsx';
import { PublicHeader } from '../../ui/public-header.tsx';
import classes from './auth-frame.module.css';

/** The form on paper at the start side, the balance at the end side; language switch, version label, the way to register. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation(['auth', 'shell']);
  useTitle(title, 'screen');
  return (
    <div className={classes['frame']}>
      <div className={classes['paper']}>
        <PublicHeader />
        <main className={classes['main']}>{children}</main>
        <footer className={classes['foot']}>
          <span>{t('shell:version', { version })}</span>
          <span>
            {t('auth:login.newHere')} <Link to={paths.onboarding}>{t('auth:login.register')}</Link>
          </span>
        </footer>
      </div>
      <aside className={classes['picture']} aria-hidden="true">
        <div className={classes['balance']}>
          <MizanMark size={420} stroke={0.35} />
          <span>{t('auth:picture.took')}</span>
          <span>{t('auth:picture.paid')}</span>
        </div>
        <p className={classes['claim']}>{t('auth:picture.title')}</p>
        <p className={classes['lead']}>{t('auth:picture.help')}</p>
      </aside>
    </div>
  );
}
