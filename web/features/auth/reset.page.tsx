import { passwordStrength } from '@mizan/contract/password-strength.ts';
import { type FormEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../platform/lazy-part.ts';
import { PasswordField, SubmitButton } from '../../ui/light-form.tsx';
import { StrengthMeter } from '../../ui/strength-meter.tsx';
import { AuthFrame } from './auth-frame.tsx';
import classes from './auth-panel.module.css';
import { setPassword, useIsGiven, useLinkToken } from './link.calls.ts';
import { LinkRefused } from './link-refused.tsx';
import { useIsOver } from './reset-link.calls.ts';
import { SaidNote } from './said.tsx';
import type { Said } from './sign-in.calls.ts';
import { ToLogin } from './to-login.tsx';
import { useToLoginSoon } from './to-login-soon.ts';

const ForgotPanel = lazyPart(() => import('./forgot-panel.tsx'));

/**
 * A new password by a mail's link: the form, then success, which goes to the login (rules S2). A link
 * that cannot work says so at once, and offers another mail instead of fields to fill in for nothing. Whoever was given theirs
 * chooses a password, and asks for another link where they got this one: a cashier has no e-mail.
 */
export function ResetPage() {
  const { t } = useTranslation('auth');
  const token = useLinkToken();
  const words = useIsGiven() ? 'choose' : 'reset';
  const isOver = useIsOver(token);
  const [panel, setPanel] = useState<'password' | 'done' | 'mail'>('password');
  const askMail =
    words === 'choose' ? (
      <p className={classes['lead']}>{t('auth:choose.over')}</p>
    ) : (
      <button type="button" className={classes['link']} onClick={() => setPanel('mail')}>
        {t('auth:login.forgot')}
      </button>
    );
  return (
    <AuthFrame title={t(`auth:${words}.title`)}>
      {panel === 'password' && (token === null || isOver) && (
        <LinkRefused said={{ key: token === null ? 'auth:reset.invalidLink' : 'auth:reset.invalidToken' }}>
          {askMail}
        </LinkRefused>
      )}
      {panel === 'password' && token !== null && !isOver && (
        <PasswordPanel token={token} words={words} onDone={() => setPanel('done')}>
          {askMail}
        </PasswordPanel>
      )}
      {panel === 'done' && <DonePanel words={words} />}
      {panel === 'mail' && (
        <Suspense>
          <ForgotPanel onBack={() => setPanel('password')} />
        </Suspense>
      )}
    </AuthFrame>
  );
}

/** The first of the three sentences of rules S5 that applies; null for a password that will do. */
function problemOf(password: string, repeated: string): Said | null {
  if (password === '') return { key: 'auth:reset.empty' };
  if (password !== repeated) return { key: 'auth:reset.mismatch' };
  return passwordStrength(password) === 'Strong' ? null : { key: 'auth:reset.weak' };
}

/** What the page says: to whoever forgot a password, or was given a link to choose one. */
type Words = 'reset' | 'choose';

interface PasswordPanelProps {
  token: string;
  words: Words;
  onDone: () => void;
  /** What helps where the link turns out to be over. */
  children: ReactNode;
}

function PasswordPanel({ token, words, onDone, children }: PasswordPanelProps) {
  const { t } = useTranslation('auth');
  const [password, setPasswordText] = useState('');
  const [repeated, setRepeated] = useState('');
  const [working, setWorking] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const problem = problemOf(password, repeated);
    setSaid(problem);
    if (problem) return;
    setWorking(true);
    const result = await setPassword(token, password).finally(() => setWorking(false));
    if (result.kind === 'done') onDone();
    else setSaid(result.said);
  }
  const field = {
    showLabel: t('auth:login.showPassword'),
    hideLabel: t('auth:login.hidePassword'),
    autoComplete: 'new-password',
  };
  return (
    <>
      <h1 className={classes['title']}>{t(`auth:${words}.title`)}</h1>
      <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
        {said && <SaidNote said={[said]} />}
        <PasswordField
          {...field}
          label={t('auth:reset.newPassword')}
          value={password}
          onChange={setPasswordText}
          autoFocus
        />
        <StrengthMeter password={password} />
        <PasswordField
          {...field}
          label={t('auth:reset.confirmPassword')}
          value={repeated}
          onChange={setRepeated}
        />
        <SubmitButton working={working}>{t(`auth:${words}.submit`)}</SubmitButton>
        {said?.key === 'auth:reset.invalidToken' && children}
        <ToLogin />
      </form>
    </>
  );
}

function DonePanel({ words }: { words: Words }) {
  const { t } = useTranslation('auth');
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone: the reader goes on here.
  useEffect(() => heading.current?.focus(), []);
  useToLoginSoon(true);
  return (
    <>
      <h1 className={classes['title']} ref={heading} tabIndex={-1}>
        {t(`auth:${words}.doneTitle`)}
      </h1>
      <p className={classes['lead']}>{t(`auth:${words}.doneHelp`)}</p>
      <ToLogin />
    </>
  );
}
