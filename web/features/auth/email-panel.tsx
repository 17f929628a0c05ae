import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SubmitButton, TextField } from '../../ui/light-form.tsx';
import { type Answer, sendCorrectEmail } from './activation.calls.ts';
import classes from './auth-panel.module.css';
import { BackLink } from './back-link.tsx';
import { SaidNote } from './said.tsx';

interface EmailPanelProps {
  /** What the person has just signed in with: the portal checks it once more. */
  credentials: { username: string; password: string };
  onBack: () => void;
}

/** Another address for an application whose e-mail nobody has verified. */
export default function EmailPanel({ credentials, onBack }: EmailPanelProps) {
  const { t } = useTranslation(['auth', 'common']);
  const [email, setEmail] = useState('');
  const [tried, setTried] = useState(false);
  const [working, setWorking] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    setAnswer(null);
    if (email.trim() === '') return;
    setWorking(true);
    setAnswer(await sendCorrectEmail(credentials, email).finally(() => setWorking(false)));
  }
  return (
    <>
      <h1 className={classes['title']}>{t('auth:activation.correctTitle')}</h1>
      <p className={classes['lead']}>{t('auth:activation.correctHelp')}</p>
      <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
        {answer && <SaidNote said={[answer.said]} good={answer.good} />}
        <TextField
          type="email"
          label={t('common:fields.email')}
          value={email}
          onChange={setEmail}
          error={tried && email.trim() === '' && t('common:validation.required')}
          autoComplete="email"
          dir="ltr"
          autoFocus
        />
        <SubmitButton working={working}>{t('auth:activation.again')}</SubmitButton>
        <BackLink onBack={onBack} />
      </form>
    </>
  );
}
