import type { Activity } from '@mizan/contract/activity.ts';
import { IconCheck, IconCircleMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ToneBadge } from './tone-badge.tsx';

/** Whether a branch, a person or a row of the platform's is in use: by colour, icon and word, as rules S4 has it. */
export function ActivityBadge({ activity }: { activity: Activity }) {
  const { t } = useTranslation('branches');
  const isActive = activity === 'ACTIVE';
  const LookIcon = isActive ? IconCheck : IconCircleMinus;
  return (
    <ToneBadge
      tone={isActive ? 'ok' : 'neutral'}
      quiet={isActive}
      title={activity}
      icon={<LookIcon size={14} stroke={2} aria-hidden="true" />}
    >
      {t(isActive ? 'branches:status.active' : 'branches:status.inactive')}
    </ToneBadge>
  );
}
