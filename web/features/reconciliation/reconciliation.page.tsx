import { BankFilePage } from './bank-file.view.tsx';
import { BankFilesPage } from './bank-files.list.tsx';
import { useReconciliationSearch } from './reconciliation.search.ts';

/** Bank files: the list with the upload, or the one that the address names. */
export function ReconciliationPage() {
  const { file } = useReconciliationSearch();
  return file === null ? <BankFilesPage /> : <BankFilePage key={file} id={file} />;
}
