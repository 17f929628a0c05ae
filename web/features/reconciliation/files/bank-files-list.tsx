import { Button } from '@mantine/core';
import { paths } from '@mizan/contract/paths.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { FilterSegments } from '../../../ui/filter-segments.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { Page } from '../../../ui/page.tsx';
import { useIsPhone } from '../../../ui/screen-width.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { useBankFiles } from '../bank-file/reconciliation.queries.ts';
import { useReconciliationSearch } from '../bank-file/reconciliation.search.ts';
import { bankFileColumns } from './bank-files-columns.tsx';
import { BankFilesPhone } from './bank-files-phone.tsx';
import classes from './files.module.css';
import { UploadPanel } from './upload-panel.tsx';
import type { Uploads } from './upload-queue.ts';

const WatchedFolder = lazyPart(() => import('./watched-folder.tsx'));
const FilesLetter = lazyPart(() => import('./files-letter.tsx'));

/** The first screen of reconciliation: where a file is given, and what became of those before it. */
export function BankFilesPage({ uploads, tabs }: { uploads: Uploads; tabs: ReactNode }) {
  const { t } = useTranslation('reconciliation');
  return (
    <Page
      named
      title={t('reconciliation:title')}
      filters={tabs}
      actions={
        <>
          <Link to={paths.feeAudit}>{t('reconciliation:work.fees')}</Link>
          <Link to={paths.exceptions}>{t('reconciliation:work.link')}</Link>
        </>
      }
    >
      <UploadPanel uploads={uploads} />
      <Suspense fallback={null}>
        <WatchedFolder />
      </Suspense>
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
    <div className={classes['choice']}>
      <FilterSegments
        label={t('reconciliation:list.show')}
        allLabel={t('reconciliation:list.everything')}
        options={[['open', t('reconciliation:list.open')]]}
        value={only}
        onChange={showOnly}
      />
    </div>
  );
}

function BankFileList() {
  const { t } = useTranslation(['reconciliation', 'common']);
  const { openFile, only } = useReconciliationSearch();
  const onPhone = useIsPhone();
  const list = useBankFiles(only);
  const columns = useMemo(() => bankFileColumns(t), [t]);
  return (
    <>
      <ListTable
        list={list}
        skeletonRows={6}
        onClear={false}
        empty={only ? <NoOpenFiles /> : <NoFiles />}
        label={t('reconciliation:tabs.bankFiles')}
        columns={columns}
        rowId={(row) => row.id}
        density="loose"
        onOpen={(row) => openFile(row.id)}
        small={onPhone && <BankFilesPhone rows={list.rows} onOpen={openFile} />}
      />
      {/* Below the files: before they are there, it would be moved by them. */}
      {!list.isPending && (
        <Suspense fallback={null}>
          <FilesLetter />
        </Suspense>
      )}
    </>
  );
}

function NoOpenFiles() {
  const { t } = useTranslation('reconciliation');
  const { showOnly } = useReconciliationSearch();
  return (
    <EmptyState
      title={t('reconciliation:list.openEmpty')}
      help={t('reconciliation:list.openEmptyHelp')}
      action={
        <Button variant="default" onClick={() => showOnly(undefined)}>
          {t('reconciliation:list.everything')}
        </Button>
      }
    />
  );
}

function NoFiles() {
  const { t } = useTranslation('reconciliation');
  return (
    <EmptyState title={t('reconciliation:upload.empty.title')} help={t('reconciliation:upload.empty.help')} />
  );
}
