import { SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { bankFileColumns } from './bank-files-columns.tsx';
import { BankFilesPhone } from './bank-files-phone.tsx';
import { MoreRows } from './more-rows.tsx';
import classes from './reconciliation.module.css';
import { useBankFiles } from './reconciliation.queries.ts';
import { useReconciliationSearch } from './reconciliation.search.ts';
import { UploadPanel } from './upload-panel.tsx';
import type { Uploads } from './upload-queue.ts';

const phone = '(max-width: 48em)';

/** The first screen of reconciliation: where a file is given, and what became of those before it. */
export function BankFilesPage({ uploads }: { uploads: Uploads }) {
  const { t } = useTranslation('reconciliation');
  return (
    <Page named title={t('reconciliation:title')}>
      <UploadPanel uploads={uploads} />
      <ShowChoice />
      <BankFileList />
    </Page>
  );
}

/** All files, or those that ask for a person, as the dashboard counts them. */
function ShowChoice() {
  const { t } = useTranslation('reconciliation');
  const { only, showOnly } = useReconciliationSearch();
  return (
    <SegmentedControl
      size="sm"
      aria-label={t('reconciliation:list.show')}
      className={classes['choice'] ?? ''}
      value={only ?? 'all'}
      onChange={(value) => showOnly(value === 'open' ? 'open' : null)}
      data={[
        { value: 'all', label: t('reconciliation:list.everything') },
        { value: 'open', label: t('reconciliation:list.open') },
      ]}
    />
  );
}

function BankFileList() {
  const { t } = useTranslation(['reconciliation', 'common']);
  const { openFile, only } = useReconciliationSearch();
  const onPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false }) ?? false;
  const { query, rows } = useBankFiles(only);
  const columns = useMemo(() => bankFileColumns(t), [t]);

  if (query.isPending) {
    return <LoadingState rows={6} />;
  }
  if (query.isError && rows.length === 0)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (rows.length === 0 && only !== null) return <EmptyState title={t('reconciliation:list.openEmpty')} />;
  if (rows.length === 0) {
    return (
      <EmptyState
        title={t('reconciliation:upload.empty.title')}
        help={t('reconciliation:upload.empty.help')}
      />
    );
  }
  return (
    <>
      {onPhone ? (
        <BankFilesPhone rows={rows} onOpen={openFile} />
      ) : (
        <DataTable
          label={t('reconciliation:tabs.bankFiles')}
          columns={columns}
          rows={rows}
          rowId={(row) => row.id}
          density="loose"
          onOpen={(row) => openFile(row.id)}
          totalRows={query.hasNextPage ? -1 : rows.length}
        />
      )}
      <MoreRows query={query} />
    </>
  );
}
