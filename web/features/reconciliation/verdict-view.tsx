import type { BankFileDetail, BankFileResult } from '@mizan/contract/reconciliation.ts';
import { AbsentNotice } from './absent-notice.tsx';
import { Bridge } from './bridge-chart.tsx';
import { CoverageStatement, VerdictHistory } from './coverage-statement.tsx';
import { EntriesSection } from './entries-section.tsx';
import { VerdictHead } from './verdict-head.tsx';

/** The verdict, what the difference is made of, the bridge of each currency, and the rows behind it. */
export function VerdictView({ detail, result }: { detail: BankFileDetail; result: BankFileResult }) {
  return (
    <>
      <VerdictHead detail={detail} result={result} />
      <AbsentNotice absent={result.absent} />
      {result.currencies.map((verdict) => (
        <Bridge key={verdict.currency} verdict={verdict} file={detail.id} />
      ))}
      <CoverageStatement result={result} />
      <EntriesSection detail={detail} result={result} />
      <VerdictHistory detail={detail} />
    </>
  );
}
