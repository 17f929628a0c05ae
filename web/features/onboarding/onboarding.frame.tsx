import { IconLanguage } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { switchLanguage } from '../../platform/language.ts';
import { MizanMark } from '../../ui/mizan-mark.tsx';
import classes from './onboarding.module.css';

/** The simple header layout of onboarding: name, language switch, the way to the login (specification, section 2). */
export function OnboardingFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation(['onboarding', 'common', 'shell']);
  const name = t('common:appName');
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
  return (
    <div className={classes['frame']}>
      <header className={classes['head']}>
        <span className={classes['name']}>
          <MizanMark size={28} />
          {name}
        </span>
        <Link to={paths.login} className={classes['link']}>
          {t('onboarding:login')}
        </Link>
        <button type="button" className={classes['link']} onClick={switchLanguage}>
          <IconLanguage size={18} stroke={1.6} aria-hidden="true" />
          {t('shell:language.switch')}
        </button>
      </header>
      <main className={classes['main']}>
        <h1 className={classes['title']}>{title}</h1>
        {children}
      </main>
    </div>
  );
}
