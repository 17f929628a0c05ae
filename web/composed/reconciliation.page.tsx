import { Tabs } from '@mantine/core';
import { paths } from '@mizan/contract/paths.ts';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useReconciliationSearch } from '../features/reconciliation/bank-file/reconciliation.search.ts';
import { useUploads } from '../features/reconciliation/files/upload-queue.ts';
import { lazyPart } from '../platform/lazy-part.ts';
import { Page } from '../ui/page.tsx';
import { LoadingState } from '../ui/states.tsx';
import { TermHelp } from '../ui/term-help.tsx';
import classes from './reconciliation.module.css';

const BankFile = lazyPart(async () => ({
  default: (await import('../features/reconciliation/bank-file-view.tsx')).BankFilePage,
}));
const BankFiles = lazyPart(async () => ({
  default: (await import('../features/reconciliation/files/bank-files-list.tsx')).BankFilesPage,
}));
const TerminalTotals = lazyPart(async () => ({
  default: (await import('../features/terminal-reconciliation/terminals-screen.tsx')).TerminalTotalsScreen,
}));

/** What terminals and their hosts reconciled, and what banks' files say of it: the list, or the file of the address. */
export function ReconciliationPage() {
  const { t } = useTranslation('reconcile');
  const { file, isOfFiles } = useReconciliationSearch();
  // Held here, so that files go on being sent while something else is looked at.
  const uploads = useUploads();
  return (
    <Suspense
      fallback={
        <Page named title={t('reconcile:title')}>
          <LoadingState rows={10} />
        </Page>
      }
    >
      {file !== undefined ? (
        <BankFile key={file} id={file} />
      ) : isOfFiles ? (
        <BankFiles uploads={uploads} tabs={<ReconciliationTabs shown="files" />} />
      ) : (
        <TerminalTotals tabs={<ReconciliationTabs shown="terminals" />} />
      )}
    </Suspense>
  );
}

function ReconciliationTabs({ shown }: { shown: 'files' | 'terminals' }) {
  const { t } = useTranslation('reconcile');
  const { openTerminals, backToList } = useReconciliationSearch();
  return (
    <div className={classes['tabs']}>
      <Tabs
        variant="none"
        value={shown}
        onChange={(next) => (next === 'files' ? backToList() : openTerminals())}
      >
        <Tabs.List aria-label={t('reconcile:tabs.label')}>
          {(['terminals', 'files'] as const).map((tab) => (
            <Tabs.Tab key={tab} value={tab} className={classes['tab'] ?? ''}>
              {t(`reconcile:tabs.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Link to={paths.proof} className={classes['tab'] ?? ''}>
        {t('reconcile:tabs.proof')}
      </Link>
      <TermHelp
        term={shown === 'files' ? 'matching' : 'terminal-reconciliation'}
        name={t(`reconcile:tabs.${shown}`)}
      />
    </div>
  );
}
