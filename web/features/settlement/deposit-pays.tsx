import type { DepositRow } from '@mizan/contract/deposits.ts';
import { IconArrowBackUp, IconCheck, IconQuestionMark } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../platform/formats.ts';
import { ToneBadge } from '../../ui/tone-badge.tsx';

/** Whether a deposit is wholly said to pay something, was taken back, or how much of it waits. */
export function DepositPaysBadge({ row }: { row: DepositRow }) {
  const { t } = useTranslation('settlement');
  if (row.undoneAt !== null) {
    return (
      <ToneBadge tone="neutral" quiet icon={<IconArrowBackUp size={12} stroke={2} aria-hidden="true" />}>
        {t('settlement:deposit.undone')}
      </ToneBadge>
    );
  }
  const left = row.amountMinor - row.sharedMinor;
  if (left === 0) {
    return (
      <ToneBadge tone="ok" quiet icon={<IconCheck size={12} stroke={2} aria-hidden="true" />}>
        {t('settlement:deposit.whole')}
      </ToneBadge>
    );
  }
  return (
    <ToneBadge tone="wait" icon={<IconQuestionMark size={12} stroke={2} aria-hidden="true" />}>
      {t('settlement:deposit.waits', { amount: formatAmount(left) })}
    </ToneBadge>
  );
}
