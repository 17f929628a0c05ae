import { IconBan } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import classes from './integrations.module.css';

/** Says of a key or a sign-in of software that it counts for nothing now, and why. */
export function Stopped({ madeByName }: { madeByName: string }) {
  const { t } = useTranslation('integrations');
  return (
    <>
      {' '}
      <ToneBadge tone="danger" icon={<IconBan size={14} stroke={1.6} aria-hidden="true" />}>
        {t('integrations:stopped')}
      </ToneBadge>
      <span className={classes['why']}>{t('integrations:stoppedWhy', { name: madeByName })}</span>
    </>
  );
}
