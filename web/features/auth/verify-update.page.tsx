import { verifyUpdate } from '@mizan/contract/auth.ts';
import { useTranslation } from 'react-i18next';
import { AuthFrame } from './auth-frame.tsx';
import classes from './auth-panel.module.css';
import { useLinkCheck } from './link.calls.ts';
import { LinkRefused } from './link-refused.tsx';
import { ToLogin } from './to-login.tsx';

/** Confirms a change of the profile by its mail's link (rules S2). */
export function VerifyUpdatePage() {
  const { t } = useTranslation('auth');
  const state = useLinkCheck(verifyUpdate);
  return (
    <AuthFrame title={t('auth:verify.loading')}>
      {state.kind === 'refused' ? (
        <LinkRefused said={state.said} />
      ) : (
        <>
          <div role="status">
            <h1 className={classes['title']}>
              {t(state.kind === 'done' ? 'auth:verify.profileUpdated' : 'auth:verify.loading')}
            </h1>
          </div>
          {state.kind === 'done' && <ToLogin />}
        </>
      )}
    </AuthFrame>
  );
}
