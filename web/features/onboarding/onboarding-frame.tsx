import { paths } from '@mizan/contract/paths.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../platform/title.ts';
import { PublicHeader } from '../../ui/public-header.tsx';
import classes from './onboarding.module.css';

/** The simple header layout of onboarding: name, language switch, the way to the login (rules S2). */
export function OnboardingFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('onboarding');
  useTitle(title, 'screen');
  return (
    <div className={classes['frame']}>
      <PublicHeader ruled hasHelp>
        <Link to={paths.login}>{t('onboarding:login')}</Link>
      </PublicHeader>
      <main className={classes['main']}>
        <h1 className={classes['title']}>{title}</h1>
        {children}
      </main>
    </div>
  );
}
