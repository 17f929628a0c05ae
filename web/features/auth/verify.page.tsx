import { activateEmail } from '@mizan/contract/auth.ts';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../platform/lazy-part.ts';
import { showToast } from '../../ui/toasts.tsx';
import { AuthFrame } from './auth-frame.tsx';
import classes from './auth-panel.module.css';
import { type LinkState, useLinkCheck } from './link.calls.ts';
import { LinkRefused } from './link-refused.tsx';
import { ToLogin } from './to-login.tsx';
import { useToLoginSoon } from './to-login-soon.ts';

const ForgotPanel = lazyPart(() => import('./forgot-panel.tsx'));
const ActivationAsk = lazyPart(() => import('./activation-ask.tsx'));

/**
 * E-mail activation: checks the link as it opens, says so for as long as it takes to read, then goes to the login. The second panel, hidden until it is
 * asked for, sends a real reset mail; rules S2.3 have its button repeat the verification, which would
 * help nobody (docs/decisions/0006-verify-screen-sends-a-reset-mail.md).
 */
export function VerifyPage() {
  const { t } = useTranslation('auth');
  const state = useLinkCheck(activateEmail);
  const [resetting, setResetting] = useState(false);

  useEffect(() => {
    if (state.kind !== 'done') return;
    showToast({ id: 'email-verified', tone: 'success', title: t('auth:verify.toast') });
  }, [state, t]);
  useToLoginSoon(state.kind === 'done');

  return (
    <AuthFrame title={t('auth:verify.loading')}>
      {resetting ? (
        <Suspense>
          <ForgotPanel onVerifyScreen onBack={() => setResetting(false)} />
        </Suspense>
      ) : (
        <VerifyPanel state={state} onReset={() => setResetting(true)} />
      )}
    </AuthFrame>
  );
}

function VerifyPanel({ state, onReset }: { state: LinkState; onReset: () => void }) {
  const { t } = useTranslation('auth');
  if (state.kind !== 'refused') {
    return (
      <>
        <div role="status">
          <h1 className={classes['title']}>
            {t(state.kind === 'done' ? 'auth:verify.done' : 'auth:verify.loading')}
          </h1>
        </div>
        {state.kind === 'done' && <ToLogin />}
      </>
    );
  }
  return (
    <LinkRefused said={state.said}>
      <Suspense>
        <ActivationAsk />
      </Suspense>
      <button type="button" className={classes['link']} onClick={onReset}>
        {t('auth:reset.title')}
      </button>
    </LinkRefused>
  );
}
