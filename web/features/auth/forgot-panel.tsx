import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SubmitButton, TextField } from '../../ui/light-form.tsx';
import classes from './auth-panel.module.css';
import { BackLink } from './back-link.tsx';
import { SaidNote } from './said.tsx';
import { askReset, type Said } from './sign-in.calls.ts';

interface ForgotPanelProps {
  /** The second panel of the verify screen: another heading, and a field without validation (rules S2 and S5). */
  onVerifyScreen?: boolean;
  onBack: () => void;
}

/** An email field, a reset button, a back button; the same answer for everyone (rules S7). */
export default function ForgotPanel({ onVerifyScreen = false, onBack }: ForgotPanelProps) {
  const { t } = useTranslation(['auth', 'common']);
  const [email, setEmail] = useState('');
  const [tried, setTried] = useState(false);
  const isMissing = !onVerifyScreen && email.trim() === '';
  const [working, setWorking] = useState(false);
  const [answer, setAnswer] = useState<{ sent: boolean; said: Said } | null>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    setAnswer(null);
    if (isMissing) return;
    setWorking(true);
    setAnswer(await askReset(email.trim()).finally(() => setWorking(false)));
  }

  return (
    <>
      <h1 className={classes['title']}>{t(onVerifyScreen ? 'auth:reset.title' : 'auth:forgot.title')}</h1>
      <p className={classes['lead']}>{t('auth:forgot.help')}</p>
      <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
        {answer && <SaidNote said={[answer.said]} good={answer.sent} />}
        <TextField
          type="email"
          label={t('common:fields.email')}
          value={email}
          onChange={setEmail}
          error={tried && isMissing && t('common:validation.required')}
          autoComplete="email"
          dir="ltr"
          autoFocus
        />
        <SubmitButton working={working}>{t('auth:reset.submit')}</SubmitButton>
        <BackLink onBack={onBack} />
      </form>
    </>
  );
}
