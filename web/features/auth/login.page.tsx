import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, startTransition, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths, returnParameter, safeReturn } from '../../paths.ts';
import { otpChallenge, readSession, takeEndedFlag } from '../../platform/session.store.ts';
import { showToast } from '../../ui/toasts.tsx';
import { AuthFrame } from './auth.frame.tsx';
import { LoginPanel } from './login.panel.tsx';

/** Most people see the first panel alone; the other two load when they are asked for. */
const ForgotPanel = lazy(() => import('./forgot.panel.tsx'));
const OtpPanel = lazy(() => import('./otp.panel.tsx'));

type Panel = { name: 'login' } | { name: 'forgot' } | { name: 'otp'; sentTo: string; passkey: boolean };

/** The login screen: three panels switched in place (specification, section 2). */
export function LoginPage() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const [panel, setPanel] = useState<Panel>(
    otpChallenge.read() === null ? { name: 'login' } : { name: 'otp', sentTo: '', passkey: false },
  );

  useEffect(() => {
    if (takeEndedFlag()) showToast({ id: 'session-ended', tone: 'info', title: t('auth:session.ended') });
  }, [t]);

  /** In the digits and dates of whoever signed in, from the first screen on. */
  async function enter(): Promise<void> {
    const fallback = readSession()?.role === 'ADMIN' ? paths.admin : paths.dashboard;
    const to = safeReturn(search[returnParameter]) ?? fallback;
    const { followPreferences, signInPatienceMs } = await import('../../platform/preferences.follow.ts');
    if (await followPreferences(signInPatienceMs)) location.replace(to);
    else await navigate({ to, replace: true });
  }
  /** A transition: the panel that stands stays until the next one has loaded. */
  const show = (next: Panel) => startTransition(() => setPanel(next));
  function toLogin(): void {
    otpChallenge.drop();
    show({ name: 'login' });
  }

  return (
    <AuthFrame title={t('auth:login.submit')}>
      <Suspense>
        {panel.name === 'login' && (
          <LoginPanel
            onSignedIn={() => void enter()}
            onOtp={(sentTo, passkey) => show({ name: 'otp', sentTo, passkey })}
            onForgot={() => show({ name: 'forgot' })}
          />
        )}
        {panel.name === 'forgot' && <ForgotPanel onBack={toLogin} />}
        {panel.name === 'otp' && (
          <OtpPanel
            sentTo={panel.sentTo}
            passkey={panel.passkey}
            onSignedIn={() => void enter()}
            onBack={toLogin}
          />
        )}
      </Suspense>
    </AuthFrame>
  );
}
