import { Suspense, startTransition, useState } from 'react';
import { lazyPart } from '../../platform/lazy-part.ts';
import { otpChallenge } from '../../platform/session.store.ts';
import { LoginPanel } from './login-panel.tsx';

/** Most people see the first panel alone; the others load when they are asked for. */
const ForgotPanel = lazyPart(() => import('./forgot-panel.tsx'));
const OtpPanel = lazyPart(() => import('./otp-panel.tsx'));
const EmailPanel = lazyPart(() => import('./email-panel.tsx'));

type Panel =
  | { name: 'login' }
  | { name: 'forgot' }
  | { name: 'otp'; sentTo: string; passkey: boolean }
  | { name: 'email'; credentials: { username: string; password: string } };

interface SignInPanelsProps {
  /** Whose page waits below, where one does. */
  owner?: string;
  /** A challenge that an earlier load of this page left open goes on. */
  resumesChallenge?: boolean;
  onSignedIn: () => void;
}

/**
 * Three panels switched in place (rules S2), and a fourth for a mistyped address (decision 0029): on the login screen, and over a page that stays.
 */
export function SignInPanels({ owner, resumesChallenge = false, onSignedIn }: SignInPanelsProps) {
  const [panel, setPanel] = useState<Panel>(
    resumesChallenge && otpChallenge.read() !== null
      ? { name: 'otp', sentTo: '', passkey: false }
      : { name: 'login' },
  );
  /** A transition: the panel that stands stays until the next one has loaded. */
  const show = (next: Panel) => startTransition(() => setPanel(next));
  function toLogin(): void {
    otpChallenge.drop();
    show({ name: 'login' });
  }
  return (
    <Suspense>
      {panel.name === 'login' && (
        <LoginPanel
          {...(owner === undefined ? {} : { owner })}
          onSignedIn={onSignedIn}
          onOtp={(sentTo, passkey) => show({ name: 'otp', sentTo, passkey })}
          onForgot={() => show({ name: 'forgot' })}
          onCorrectEmail={(credentials) => show({ name: 'email', credentials })}
        />
      )}
      {panel.name === 'forgot' && <ForgotPanel onBack={toLogin} />}
      {panel.name === 'email' && <EmailPanel credentials={panel.credentials} onBack={toLogin} />}
      {panel.name === 'otp' && (
        <OtpPanel sentTo={panel.sentTo} passkey={panel.passkey} onSignedIn={onSignedIn} onBack={toLogin} />
      )}
    </Suspense>
  );
}
