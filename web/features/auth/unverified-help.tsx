import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askLinkAgain } from './activation.calls.ts';
import type { Answer } from './ask-form.tsx';
import classes from './auth-panel.module.css';
import { SaidNote } from './said.tsx';

interface UnverifiedHelpProps {
  /** What was typed as e-mail or username, with a right password. */
  name: string;
  onCorrect: () => void;
}

/** Below 'Email is not verified': the link once more, or another address. */
export default function UnverifiedHelp({ name, onCorrect }: UnverifiedHelpProps) {
  const { t } = useTranslation('auth');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [working, setWorking] = useState(false);

  async function again(): Promise<void> {
    if (working) return;
    setAnswer(null);
    setWorking(true);
    setAnswer(await askLinkAgain(name).finally(() => setWorking(false)));
  }
  return (
    <>
      {answer && <SaidNote said={[answer.said]} good={answer.good} />}
      <div className={classes['row']}>
        <button
          type="button"
          className={classes['link']}
          aria-disabled={working}
          onClick={() => void again()}
        >
          {t('auth:activation.again')}
        </button>
        <button type="button" className={classes['link']} onClick={onCorrect}>
          {t('auth:activation.correct')}
        </button>
      </div>
    </>
  );
}
