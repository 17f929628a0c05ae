import type { DoneReconciliation, TerminalState } from '@mizan/contract/terminal-reconciliation.ts';
import { IconAlertTriangle, IconClockExclamation, IconClockPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MizanMark } from '../../ui/mizan-mark.tsx';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import { isUnderWay } from './not-reconciled.ts';

const mark = { size: 15, stroke: 1.8, 'aria-hidden': true } as const;

/** How one that ended came out; what was empty is said quietly in its place. */
export function BalanceBadge({ done }: { done: Pick<DoneReconciliation, 'balance' | 'isEmpty'> }) {
  const { t } = useTranslation('reconcile');
  if (done.balance === 'BALANCED') {
    return (
      <ToneBadge
        quiet
        tone={done.isEmpty ? 'neutral' : 'ok'}
        icon={<MizanMark verdict="BALANCED" size={15} stroke={2.6} />}
      >
        {t(done.isEmpty ? 'reconcile:state.empty' : 'reconcile:state.BALANCED')}
      </ToneBadge>
    );
  }
  const isUnbalanced = done.balance === 'UNBALANCED';
  return (
    <ToneBadge
      tone={isUnbalanced ? 'danger' : 'wait'}
      icon={<MizanMark verdict={isUnbalanced ? 'UNBALANCED' : 'INCOMPLETE'} size={15} stroke={2.6} />}
    >
      {t(`reconcile:state.${done.balance}`)}
    </ToneBadge>
  );
}

/** What a terminal's row says: what is under way, what did not come about, what is left out, how the last one ended. */
export function StateOfTerminal({ row, leftOut }: { row: TerminalState; leftOut: boolean }) {
  const { t } = useTranslation('reconcile');
  if (isUnderWay(row)) {
    return (
      <ToneBadge tone="progress" icon={<IconClockPlay {...mark} />}>
        {t(`reconcile:asked.${row.asked?.state}`)}
      </ToneBadge>
    );
  }
  if (row.asked?.failure) {
    return (
      <ToneBadge
        tone="wait"
        icon={<IconAlertTriangle {...mark} />}
        title={t(`reconcile:failureHelp.${row.asked.failure}`)}
      >
        {t(`reconcile:failure.${row.asked.failure}`)}
      </ToneBadge>
    );
  }
  if (leftOut) {
    return (
      <ToneBadge tone="wait" icon={<IconClockExclamation {...mark} />}>
        {t('reconcile:state.leftOut')}
      </ToneBadge>
    );
  }
  if (row.last) return <BalanceBadge done={row.last} />;
  return (
    <ToneBadge quiet tone="neutral">
      {t('reconcile:state.none')}
    </ToneBadge>
  );
}
