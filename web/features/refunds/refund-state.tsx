import { isUndecided, type RefundState } from '@mizan/contract/refunds.ts';
import { IconArrowBackUp, IconHelpCircle, IconUserCheck, IconUserX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { StatusBadge, statusLooks } from '../../ui/status-badge.tsx';
import { ToneBadge } from '../../ui/tone-badge.tsx';

/** What a refund is before it is sent, and while nobody knows how it ended; otherwise it looks as any payment does. */
const ownLooks = {
  WAITING: { tone: 'wait', icon: IconUserCheck },
  REFUSED: { tone: 'neutral', icon: IconUserX },
  WITHDRAWN: { tone: 'neutral', icon: IconArrowBackUp },
  UNKNOWN: { tone: 'progress', icon: IconHelpCircle },
} as const;

interface Shown {
  state: RefundState;
  underReview: boolean;
}
type OwnState = keyof typeof ownLooks;

const ownState = (refund: Shown): OwnState | null => {
  if (isUndecided(refund)) return 'UNKNOWN';
  return refund.state in ownLooks ? (refund.state as OwnState) : null;
};

export const stateText = (state: RefundState, t: TFunction): string =>
  state in ownLooks ? t(`refunds:state.${state}`) : t(statusLooks[state]?.textKey ?? '');

/** The state of a refund by colour, icon and word. */
export function RefundBadge({ refund, alone = false }: { refund: Shown; alone?: boolean }) {
  const { t } = useTranslation('refunds');
  const own = ownState(refund);
  if (own === null) return <StatusBadge status={refund.state} alone={alone} />;
  const { tone, icon: LookIcon } = ownLooks[own];
  return (
    <ToneBadge tone={tone} title={refund.state} icon={<LookIcon size={14} stroke={2} aria-hidden="true" />}>
      {t(`refunds:state.${own}`)}
    </ToneBadge>
  );
}
