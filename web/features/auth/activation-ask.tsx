import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SubmitButton, TextField } from '../../ui/light-form.tsx';
import { type Answer, askLinkAgain } from './activation.calls.ts';
import classes from './auth-panel.module.css';
import { SaidNote } from './said.tsx';

/** On the page of a dead link: the link once more, by e-mail or username. */
export default function ActivationAsk() {
  const { t } = useTranslation('auth');
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const [working, setWorking] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    setAnswer(null);
    if (name.trim() === '') return;
    setWorking(true);
    setAnswer(await askLinkAgain(name.trim()).finally(() => setWorking(false)));
  }
  return (
    <form className={classes['form']} onSubmit={(event) => void submit(event)} noValidate>
      {answer && <SaidNote said={[answer.said]} good={answer.good} />}
      <TextField
        label={t('auth:login.username')}
        value={name}
        onChange={setName}
        error={tried && name.trim() === '' && t('auth:login.usernameRequired')}
        autoComplete="username"
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SubmitButton working={working}>{t('auth:activation.again')}</SubmitButton>
    </form>
  );
}
