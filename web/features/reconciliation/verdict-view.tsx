import type { BankFileDetail, BankFileResult } from '@mizan/contract/reconciliation.ts';
import { Bridge } from './bridge-chart.tsx';
import { CoverageStatement } from './coverage-statement.tsx';
import { EarlierFilesSection } from './earlier-files-section.tsx';
import { EntriesSection } from './entries-section.tsx';
import { HolesTable } from './holes-table.tsx';
import { JudgedBy } from './judged-by.tsx';
import classes from './reconciliation.module.css';
import { VerdictHead } from './verdict-head.tsx';

/** The verdict, what the difference is made of, the bridge of each currency, what is not whole, and the rows behind it. */
export function VerdictView({ detail, result }: { detail: BankFileDetail; result: BankFileResult }) {
  return (
    <>
      <VerdictHead detail={detail} result={result} />
      <div className={classes['parts']}>
        <div>
          {result.currencies.map((verdict) => (
            <Bridge key={verdict.currency} verdict={verdict} result={result} file={detail.id} />
          ))}
        </div>
        <HolesTable file={detail.id} result={result} />
      </div>
      <CoverageStatement result={result} />
      <EarlierFilesSection detail={detail} />
      <EntriesSection detail={detail} result={result} />
      <JudgedBy detail={detail} />
    </>
  );
}
