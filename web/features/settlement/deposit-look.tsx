import type { DepositState } from '@mizan/contract/deposit-states.ts';
import {
  type Icon,
  IconCheck,
  IconCircle,
  IconClock,
  IconEqualNot,
  IconQuestionMark,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Tone, ToneBadge } from '../../ui/tone-badge.tsx';

const looks: Readonly<Record<DepositState, { icon: Icon; tone: Tone; quiet?: true }>> = {
  SHORT: { icon: IconEqualNot, tone: 'danger' },
  LATE: { icon: IconClock, tone: 'danger' },
  OVER: { icon: IconEqualNot, tone: 'wait' },
  UNJUDGED: { icon: IconQuestionMark, tone: 'wait' },
  PARTLY: { icon: IconCircle, tone: 'wait' },
  DUE: { icon: IconCircle, tone: 'neutral', quiet: true },
  NOT_DUE: { icon: IconCircle, tone: 'neutral', quiet: true },
  UNRECORDED: { icon: IconQuestionMark, tone: 'neutral', quiet: true },
  PAID: { icon: IconCheck, tone: 'ok', quiet: true },
};

/** What deposits say of a settlement, in words. */
export function DepositBadge({ state }: { state: DepositState }) {
  const { t } = useTranslation('settlement');
  const { icon: StateIcon, tone, quiet = false } = looks[state];
  return (
    <ToneBadge tone={tone} quiet={quiet} icon={<StateIcon size={12} stroke={2} aria-hidden="true" />}>
      {t(`settlement:deposit.state.${state}`)}
    </ToneBadge>
  );
}
