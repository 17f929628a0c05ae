import { lazy, Suspense } from 'react';
import { LoadingState } from '../../ui/states.tsx';
import { BankFilesPage } from './bank-files-list.tsx';
import { useReconciliationSearch } from './reconciliation.search.ts';
import { useUploads } from './upload-queue.ts';

const BankFilePage = lazy(async () => ({ default: (await import('./bank-file-view.tsx')).BankFilePage }));

/** Bank files: the list with the upload, or the one that the address names. */
export function ReconciliationPage() {
  const { file } = useReconciliationSearch();
  // Held here, so that files go on being sent while one of them is looked at.
  const uploads = useUploads();
  if (file === undefined) return <BankFilesPage uploads={uploads} />;
  return (
    <Suspense fallback={<LoadingState rows={10} />}>
      <BankFilePage key={file} id={file} />
    </Suspense>
  );
}
