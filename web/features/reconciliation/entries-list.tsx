import type { EntryParts } from '@mizan/contract/entry-parts.ts';
import type { BankFileDetail, BankFileResult, EntryFilter } from '@mizan/contract/reconciliation.ts';
import { IconCircleCheck, IconFileAlert } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { ListTable } from '../../ui/list-table.tsx';
import { useIsTablet } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import { entryColumns, quietColumns } from './entries-columns.tsx';
import { EntriesPhone } from './entries-phone.tsx';
import { useEntries } from './reconciliation.queries.ts';
import { useReconciliationSearch } from './reconciliation.search.ts';
import { figureKey, isFigure } from './verdict-figures.ts';

/** The entries of an outcome, page by page, each with its nearest records and the field that failed. */
export function EntriesList({
  detail,
  result,
  outcome,
  parts,
}: {
  detail: BankFileDetail;
  result: BankFileResult;
  outcome: EntryFilter;
  parts: EntryParts;
}) {
  const { t } = useTranslation(['reconciliation', 'common', 'transactions']);
  const { entry, openEntry } = useReconciliationSearch();
  const onTablet = useIsTablet();
  const list = useEntries(detail.id, outcome, parts);
  const counted = isFigure(outcome) ? outcome : 'here';
  const columns = useMemo(() => {
    const name = isFigure(outcome) ? figureKey(result, outcome) : 'reconciliation:entries.difference';
    return outcome === 'already' ? quietColumns(t) : entryColumns(t, { name, of: counted });
  }, [t, outcome, counted, result]);
  return (
    <ListTable
      list={list}
      empty={<NoEntries detail={detail} outcome={outcome} />}
      label={t('reconciliation:entries.title')}
      columns={columns}
      rowId={(row) => String(row.seq)}
      selectedId={entry === undefined ? null : String(entry)}
      onOpen={(row) => openEntry(row.seq)}
      small={onTablet && <EntriesPhone rows={list.rows} counted={counted} onOpen={openEntry} />}
    />
  );
}

/**
 * No entry of an outcome. That every line is matched, with a check mark, is said of a balanced file alone: no
 * exception is also what a file has of which nothing could be read.
 */
function NoEntries({ detail, outcome }: { detail: BankFileDetail; outcome: EntryFilter }) {
  const { t } = useTranslation('reconciliation');
  if (outcome !== 'exceptions') return <EmptyState title={t('reconciliation:entries.none')} />;
  if (detail.verdict === 'BALANCED' && detail.linesRead > 0) {
    return (
      <EmptyState
        icon={<IconCircleCheck size={24} stroke={1.6} aria-hidden="true" />}
        title={t('reconciliation:exceptions.empty')}
      />
    );
  }
  const key = detail.linesRead === 0 ? 'nothingRead' : 'none';
  return (
    <EmptyState
      icon={<IconFileAlert size={24} stroke={1.6} aria-hidden="true" />}
      title={t(`reconciliation:exceptions.${key}`)}
      help={t('reconciliation:list.readRejected', {
        read: formatNumber(detail.linesRead),
        rejected: formatNumber(detail.linesRejected),
      })}
    />
  );
}
