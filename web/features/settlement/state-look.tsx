import type { DepositState } from '@mizan/contract/deposit-states.ts';
import type { ExpectationState } from '@mizan/contract/settlement.ts';
import {
  type Icon,
  IconCheck,
  IconCircle,
  IconCircleHalf2,
  IconEqualNot,
  IconExclamationMark,
  IconFileOff,
  IconMinus,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Tone, ToneBadge } from '../../ui/tone-badge.tsx';
import classes from './settlement.module.css';

/** An icon and a tone for each state; the word stands beside it or is read out. */
const stateLooks: Readonly<Record<ExpectationState, { icon: Icon; tone: Tone; size: number }>> = {
  CONFIRMED: { icon: IconCheck, tone: 'ok', size: 14 },
  NOT_DUE: { icon: IconCircle, tone: 'neutral', size: 8 },
  PARTLY: { icon: IconCircleHalf2, tone: 'wait', size: 14 },
  NO_FILE: { icon: IconFileOff, tone: 'wait', size: 14 },
  DIFFERS: { icon: IconEqualNot, tone: 'danger', size: 14 },
  OVERDUE: { icon: IconExclamationMark, tone: 'danger', size: 14 },
  WRITTEN_OFF: { icon: IconMinus, tone: 'neutral', size: 14 },
};

/** The mark of a state on its ground, as the grid and the legend show it. */
export function StateMark({ state, deposit }: { state: ExpectationState; deposit?: DepositState }) {
  const { icon: StateIcon, size } = stateLooks[state];
  return (
    <span className={classes['mark']} data-state={state} data-arrived={deposit} aria-hidden="true">
      <StateIcon size={size} stroke={1.8} />
    </span>
  );
}

/** The state in words. */
export function StateBadge({ state, quiet = false }: { state: ExpectationState; quiet?: boolean }) {
  const { t } = useTranslation('settlement');
  const { icon: StateIcon, tone } = stateLooks[state];
  return (
    <ToneBadge tone={tone} quiet={quiet} icon={<StateIcon size={12} stroke={2} aria-hidden="true" />}>
      {t(`settlement:state.${state}`)}
    </ToneBadge>
  );
}
