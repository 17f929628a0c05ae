import type { BankFileDetail, BankFileResult } from '@mizan/contract/reconciliation.ts';
import type { RowTab } from '../bank-file/reconciliation.search.ts';
import { RejectedLines } from '../lines/rejected-lines.tsx';
import { RowsNotCounted } from '../lines/rows-not-counted.tsx';

interface FileRowsProps {
  detail: BankFileDetail;
  result: BankFileResult;
  tab: RowTab;
}

/** Rows of the file itself: those that were rejected, those read with a warning, those that are no lines. */
export function FileRows({ detail, result, tab }: FileRowsProps) {
  if (tab === 'rows') return <RowsNotCounted detail={detail} result={result} />;
  return <RejectedLines id={detail.id} kind={tab === 'rejected' ? 'REJECTED' : 'WARNING'} />;
}
