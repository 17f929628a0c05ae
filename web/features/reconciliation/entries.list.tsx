import { useMediaQuery } from '@mantine/hooks';
import type { EntryFilter } from '@mizan/contract/reconciliation.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState, ErrorState, LoadingState, OfflineState } from '../../ui/states.tsx';
import { entryColumns } from './entries.columns.tsx';
import { EntriesPhone } from './entries.phone.tsx';
import { MoreRows } from './more.rows.tsx';
import { useEntries } from './reconciliation.queries.ts';

const narrow = '(max-width: 62em)';

/** The entries of an outcome, page by page, each with its nearest records and the field that failed. */
export function EntriesList({ id, outcome }: { id: string; outcome: EntryFilter }) {
  const { t } = useTranslation(['reconciliation', 'common', 'transactions']);
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false }) ?? false;
  const { query, rows } = useEntries(id, outcome);
  const columns = useMemo(() => entryColumns(t), [t]);

  if (query.isPending) {
    return query.fetchStatus === 'paused' ? <OfflineState /> : <LoadingState rows={8} />;
  }
  if (query.isError && rows.length === 0) return <ErrorState onRetry={() => void query.refetch()} />;
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={<IconCircleCheck size={24} stroke={1.6} aria-hidden="true" />}
        title={t(
          outcome === 'exceptions' ? 'reconciliation:exceptions.empty' : 'reconciliation:entries.none',
        )}
      />
    );
  }
  return (
    <>
      {isNarrow ? (
        <EntriesPhone rows={rows} />
      ) : (
        <DataTable
          label={t('reconciliation:entries.title')}
          columns={columns}
          rows={rows}
          rowId={(row) => String(row.seq)}
          totalRows={query.hasNextPage ? -1 : rows.length}
        />
      )}
      <MoreRows query={query} />
    </>
  );
}
