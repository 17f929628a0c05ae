import { Button, CopyButton } from '@mantine/core';
import { mailLinkHours } from '@mizan/contract/auth.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { useUnrepeated } from '../../platform/unrepeated.ts';
import classes from './management.module.css';

/** The link that somebody sets a password by: shown this once, to be handed over; or that it was mailed. */
export function HandedLink({ link, name }: { link: string | null; name: string }) {
  const { t } = useTranslation('management');
  useUnrepeated(link !== null);
  if (link === null) {
    return <p className={classes['link']}>{t('management:link.mailedTo', { name })}</p>;
  }
  const hours = { count: mailLinkHours, number: formatNumber(mailLinkHours) };
  return (
    <section className={classes['link']} aria-label={t('management:link.title', { name })}>
      <strong>{t('management:link.title', { name })}</strong>
      <span>{t('management:link.help', hours)}</span>
      <code dir="ltr">{link}</code>
      <CopyButton value={link}>
        {({ copied, copy }) => (
          <Button variant="default" size="compact-md" onClick={copy}>
            {t(copied ? 'common:toast.copied' : 'common:actions.copyLink')}
          </Button>
        )}
      </CopyButton>
    </section>
  );
}
