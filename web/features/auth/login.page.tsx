import { paths } from '@mizan/contract/paths.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { returnParameter, safeReturn } from '../../platform/return-address.ts';
import { readSession, takeEndedFlag } from '../../platform/session.store.ts';
import { showToast } from '../../ui/toasts.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { SignInPanels } from './sign-in-panels.tsx';

/** The login screen: three panels switched in place (rules S2). */
export function LoginPage() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  useEffect(() => {
    if (takeEndedFlag()) showToast({ id: 'session-ended', tone: 'info', title: t('auth:session.ended') });
  }, [t]);

  /** In the digits and dates of whoever signed in, from the first screen on. */
  async function enter(): Promise<void> {
    const fallback = readSession()?.role === 'ADMIN' ? paths.admin : paths.dashboard;
    const to = safeReturn(search[returnParameter]) ?? fallback;
    const { followPreferences, signInPatienceMs } = await import('../../platform/preferences-follow.ts');
    if (await followPreferences(signInPatienceMs)) location.replace(to);
    else await navigate({ to, replace: true });
  }

  return (
    <AuthFrame title={t('auth:login.submit')}>
      <SignInPanels resumesChallenge onSignedIn={() => void enter()} />
    </AuthFrame>
  );
}
