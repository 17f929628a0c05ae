import type { BankFileDetail, EntryFilter } from '@mizan/contract/reconciliation.ts';
import { isEven } from '@mizan/contract/verdicts.ts';
import { IconCircleCheck, IconFileAlert } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../platform/formats.ts';
import { opensNothing } from '../../../ui/opens-nothing.ts';
import { EmptyState } from '../../../ui/states.tsx';

/**
 * No entry of an outcome. That every line is matched, with a check mark, is said only where nothing differs or is open: no
 * exception is also what a file has of which nothing could be read.
 */
export default function NoEntries({ detail, outcome }: { detail: BankFileDetail; outcome: EntryFilter }) {
  const { t } = useTranslation('reconciliation');
  if (outcome !== 'exceptions')
    return (
      <EmptyState title={t('reconciliation:entries.none')} help={t('reconciliation:entries.noneHelp')} />
    );
  // The tabs above add up to both and open them.
  const read = (
    <span {...opensNothing('ofFigures')}>
      {t('reconciliation:list.readRejected', {
        read: formatNumber(detail.linesRead),
        rejected: formatNumber(detail.linesRejected),
      })}
    </span>
  );
  if (detail.verdict !== null && isEven(detail.verdict) && detail.linesRead > 0) {
    return (
      <EmptyState
        icon={<IconCircleCheck size={24} stroke={1.6} aria-hidden="true" />}
        title={t('reconciliation:exceptions.empty')}
        help={read}
      />
    );
  }
  const key = detail.linesRead === 0 ? 'nothingRead' : 'none';
  return (
    <EmptyState
      icon={<IconFileAlert size={24} stroke={1.6} aria-hidden="true" />}
      title={t(`reconciliation:exceptions.${key}`)}
      help={read}
    />
  );
}
