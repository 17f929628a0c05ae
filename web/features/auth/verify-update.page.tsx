import { verifyUpdate } from '@mizan/contract/auth.ts';
import { useTranslation } from 'react-i18next';
import { AuthFrame } from './auth.frame.tsx';
import classes from './auth.panel.module.css';
import { useLinkCheck } from './link.calls.ts';
import { SaidNote } from './said.tsx';
import { ToLogin } from './to-login.tsx';

/** Confirms a change of the profile by its mail's link (specification, section 2). */
export function VerifyUpdatePage() {
  const { t } = useTranslation('auth');
  const state = useLinkCheck(verifyUpdate);
  return (
    <AuthFrame title={t('auth:verify.loading')}>
      {state.kind === 'refused' ? (
        <div className={classes['form']}>
          <SaidNote said={[state.said]} />
          <p className={classes['lead']}>{t('auth:verify.failedHelp')}</p>
          <ToLogin />
        </div>
      ) : (
        <>
          <h1 className={classes['title']} role="status">
            {t(state.kind === 'done' ? 'auth:verify.profileUpdated' : 'auth:verify.loading')}
          </h1>
          {state.kind === 'done' && <ToLogin />}
        </>
      )}
    </AuthFrame>
  );
}
