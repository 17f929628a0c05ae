import { type FormEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../platform/lazy-part.ts';
import { focusInvalid } from '../../ui/focus-invalid.ts';
import { PasswordField, SubmitButton, TextField } from '../../ui/light-form.tsx';
import classes from './auth-panel.module.css';
import { PasskeyButton } from './passkey-button.tsx';
import { SaidNote } from './said.tsx';
import { type Said, type SignInResult, signIn } from './sign-in.calls.ts';

const UnverifiedHelp = lazyPart(() => import('./unverified-help.tsx'));

interface LoginPanelProps {
  /** Over a page whose session has ended: the name of its owner, '' where it is not known. */
  owner?: string;
  onSignedIn: () => void;
  /** Where the code went, and whether a passkey may answer in its place. */
  onOtp: (sentTo: string, passkey: boolean) => void;
  onForgot: () => void;
  /** The address of an application is wrong; its owner has just shown that the password is theirs. */
  onCorrectEmail: (credentials: { username: string; password: string }) => void;
}

type Credentials = Parameters<LoginPanelProps['onCorrectEmail']>[0];

/** What is typed, and what came of sending it. */
function useSignIn({ owner, onSignedIn, onOtp }: Pick<LoginPanelProps, 'owner' | 'onSignedIn' | 'onOtp'>) {
  const [username, setUsername] = useState(owner ?? '');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [working, setWorking] = useState(false);
  const [said, setSaid] = useState<Said[]>([]);
  /** Right credentials of an account whose e-mail is not verified. */
  const [unverified, setUnverified] = useState<Credentials | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setTried(true);
    setSaid([]);
    if (username.trim() === '' || password === '') return focusInvalid(event.currentTarget);
    const credentials = { username: username.trim(), password };
    const refused = await go(() => signIn(credentials.username, credentials.password));
    if (refused?.key === 'auth:login.emailNotVerified') setUnverified(credentials);
  }

  async function go(attempt: () => Promise<SignInResult>): Promise<Said | null> {
    setSaid([]);
    setUnverified(null);
    setWorking(true);
    const result = await attempt().finally(() => setWorking(false));
    if (result.kind === 'refused') {
      setSaid([result.said]);
      return result.said;
    }
    if (result.kind === 'done') onSignedIn();
    else onOtp(result.sentTo, result.passkey);
    return null;
  }
  return { username, setUsername, password, setPassword, tried, working, said, unverified, submit, go };
}

export function LoginPanel({ owner, onSignedIn, onOtp, onForgot, onCorrectEmail }: LoginPanelProps) {
  const { t } = useTranslation(['auth', 'common']);
  const form = useSignIn({ ...(owner === undefined ? {} : { owner }), onSignedIn, onOtp });
  const { username, password, tried, working, unverified } = form;

  return (
    <>
      {owner === undefined && (
        <>
          <h1 className={classes['title']}>{t('auth:login.submit')}</h1>
          <p className={classes['lead']}>{t('auth:login.lead')}</p>
        </>
      )}
      <form className={classes['form']} onSubmit={(event) => void form.submit(event)} noValidate>
        <SaidNote said={form.said} />
        {unverified && (
          <Suspense>
            <UnverifiedHelp name={unverified.username} onCorrect={() => onCorrectEmail(unverified)} />
          </Suspense>
        )}
        <TextField
          label={t('auth:login.username')}
          value={username}
          onChange={form.setUsername}
          error={tried && username.trim() === '' && t('auth:login.usernameRequired')}
          autoComplete="username"
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={!owner}
        />
        <PasswordField
          label={t('common:fields.password')}
          showLabel={t('auth:login.showPassword')}
          hideLabel={t('auth:login.hidePassword')}
          value={password}
          onChange={form.setPassword}
          error={tried && password === '' && t('auth:login.passwordRequired')}
          autoComplete="current-password"
          autoFocus={Boolean(owner)}
        />
        <button type="button" className={classes['link']} onClick={onForgot}>
          {t('auth:login.forgot')}
        </button>
        <SubmitButton working={working}>{t('auth:login.submit')}</SubmitButton>
        <PasskeyButton
          label={t('auth:passkey.use')}
          disabled={working}
          onUse={(calls) => void form.go(calls.enterWithPasskey)}
        />
      </form>
    </>
  );
}
