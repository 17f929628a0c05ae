import { paths } from '@mizan/contract/paths.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendLinkAgain } from './onboarding.calls.ts';
import classes from './onboarding.module.css';

/** The application is on its way; what is next is the link in the mail, which can be asked for again. */
export function SentPanel({ token, sentTo }: { token: string; sentTo: string }) {
  const { t } = useTranslation('onboarding');
  const [said, setSaid] = useState<{ key: string; good: boolean } | null>(null);
  const [working, setWorking] = useState(false);

  async function again(): Promise<void> {
    if (working) return;
    setSaid(null);
    setWorking(true);
    const outcome = await sendLinkAgain(token).finally(() => setWorking(false));
    if (outcome.kind === 'done') setSaid({ key: 'onboarding:sent.resent', good: true });
    else setSaid({ key: outcome.kind === 'failed' ? outcome.key : 'onboarding:failed.other', good: false });
  }
  return (
    <>
      <div role="status">
        <h2 className={classes['subtitle']}>{t('onboarding:sent.title')}</h2>
      </div>
      <p className={classes['lead']}>{t('onboarding:sent.help', { email: sentTo })}</p>
      {said && (
        <p
          className={classes['said']}
          data-good={said.good || undefined}
          role={said.good ? 'status' : 'alert'}
        >
          {t(said.key)}
        </p>
      )}
      <button type="button" className={classes['link']} aria-disabled={working} onClick={() => void again()}>
        {t('onboarding:sent.resend')}
      </button>
      <p>
        <Link to={paths.login}>{t('onboarding:sent.wrongEmail')}</Link>
      </p>
    </>
  );
}
