import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './auth-panel.module.css';
import type { Said } from './sign-in.calls.ts';
import { ToLogin } from './to-login.tsx';

/** A link that does not work: why, what helps, and the way on. The reason is the page's heading. */
export function LinkRefused({ said, children }: { said: Said; children?: ReactNode }) {
  const { t } = useTranslation(['auth', 'errors']);
  return (
    <div className={classes['form']}>
      <div role="alert">
        <h1 className={classes['said']}>{t(said.key, { ...said.values, defaultValue: said.key })}</h1>
      </div>
      <p className={classes['lead']}>{t('auth:verify.failedHelp')}</p>
      {children}
      <ToLogin />
    </div>
  );
}
