import { IconLanguage } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { switchLanguage } from '../../platform/language.ts';
import { version } from '../../platform/version.ts';
import { MizanMark } from '../../ui/mizan-mark.tsx';
import classes from './auth.frame.module.css';

/** The form on paper at the start side, the balance at the end side; language switch and version label. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation(['auth', 'common', 'shell']);
  const name = t('common:appName');
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
  return (
    <div className={classes['frame']}>
      <div className={classes['paper']}>
        <header className={classes['head']}>
          <span className={classes['name']}>
            <MizanMark size={28} />
            {name}
          </span>
          <button type="button" className={classes['switch']} onClick={switchLanguage}>
            <IconLanguage size={18} stroke={1.6} aria-hidden="true" />
            {t('shell:language.switch')}
          </button>
        </header>
        <main className={classes['main']}>{children}</main>
        <footer className={classes['foot']}>{t('shell:version', { version })}</footer>
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
