import { IconFlask } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ToneBadge } from './tone-badge.tsx';

/** Beside whatever charges no card: a test terminal, a key of test mode. */
export function TestBadge() {
  const { t } = useTranslation('common');
  return (
    <ToneBadge tone="wait" icon={<IconFlask size={14} stroke={1.6} aria-hidden="true" />}>
      {t('common:test')}
    </ToneBadge>
  );
}
