import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField, SubmitButton, TextField } from '../../ui/light-form.tsx';
import classes from './auth.panel.module.css';
import { PasskeyButton } from './passkey.button.tsx';
import { SaidNote } from './said.tsx';
import { type Said, type SignInResult, signIn } from './sign-in.calls.ts';

interface LoginPanelProps {
  /** Over a page whose session has ended: the name of its owner, '' where it is not known. */
  owner?: string;
  onSignedIn: () => void;
  /** Where the code went, and whether a passkey may answer in its place. */
  onOtp: (sentTo: string, passkey: boolean) => void;
  onForgot: () => void;
}

export function LoginPanel({ owner, onSignedIn, onOtp, onForgot }: LoginPanelProps) {
  const { t } = useTranslation(['auth', 'common']);
  const [username, setUsername] = useState(owner ?? '');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [working, setWorking] = useState(false);
  const [said, setSaid] = useState<Said[]>([]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    setSaid([]);
    if (username.trim() === '' || password === '') return;
    await go(() => signIn(username.trim(), password));
  }

  async function go(attempt: () => Promise<SignInResult>): Promise<void> {
    setSaid([]);
    setWorking(true);
    const result = await attempt().finally(() => setWorking(false));
    if (result.kind === 'done') onSignedIn();
    else if (result.kind === 'otp') onOtp(result.sentTo, result.passkey);
    else setSaid([result.said]);
  }

  return (
    <>
      {owner === undefined && (
        <>
          <h1 className={classes['title']}>{t('auth:login.submit')}</h1>
          <p className={classes['lead']}>{t('auth:login.lead')}</p>
        </>
      )}
      <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
        <SaidNote said={said} />
        <TextField
          label={t('auth:login.username')}
          value={username}
          onChange={setUsername}
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
          onChange={setPassword}
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
          onUse={(calls) => void go(calls.enterWithPasskey)}
        />
      </form>
    </>
  );
}
