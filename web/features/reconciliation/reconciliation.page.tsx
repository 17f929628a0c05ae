import { lazy, Suspense } from 'react';
import { LoadingState } from '../../ui/states.tsx';
import { BankFilesPage } from './bank-files.list.tsx';
import { useReconciliationSearch } from './reconciliation.search.ts';

const BankFilePage = lazy(async () => ({ default: (await import('./bank-file.view.tsx')).BankFilePage }));

/** Bank files: the list with the upload, or the one that the address names. */
export function ReconciliationPage() {
  const { file } = useReconciliationSearch();
  if (file === null) return <BankFilesPage />;
  return (
    <Suspense fallback={<LoadingState rows={10} />}>
      <BankFilePage key={file} id={file} />
    </Suspense>
  );
}
