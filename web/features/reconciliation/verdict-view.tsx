import type { BankFileDetail, BankFileResult } from '@mizan/contract/reconciliation.ts';
import { lazy, Suspense } from 'react';
import { Bridge } from './bridge-chart.tsx';
import { CoverageStatement } from './coverage-statement.tsx';
import { EntriesSection } from './entries-section.tsx';
import { JudgedBy } from './judged-by.tsx';
import classes from './reconciliation.module.css';
import { VerdictHead } from './verdict-head.tsx';

/** What people did with exceptions, what is not whole, and what earlier files have: loaded behind the verdict. */
const ExceptionsBeside = lazy(async () => ({
  default: (await import('./exceptions-beside.tsx')).ExceptionsBeside,
}));
const HolesTable = lazy(async () => ({ default: (await import('./holes-table.tsx')).HolesTable }));
const EarlierFilesSection = lazy(async () => ({
  default: (await import('./earlier-files-section.tsx')).EarlierFilesSection,
}));

/** The verdict, what the difference is made of, the bridge of each currency, what is not whole, and the rows behind it. */
export function VerdictView({ detail, result }: { detail: BankFileDetail; result: BankFileResult }) {
  return (
    <>
      <VerdictHead detail={detail} result={result} />
      <Suspense fallback={null}>
        <ExceptionsBeside detail={detail} result={result} />
      </Suspense>
      <div className={classes['parts']}>
        <div>
          {result.currencies.map((verdict) => (
            <Bridge key={verdict.currency} verdict={verdict} result={result} file={detail.id} />
          ))}
        </div>
        <Suspense fallback={null}>
          <HolesTable file={detail.id} result={result} />
        </Suspense>
      </div>
      <CoverageStatement result={result} />
      <Suspense fallback={null}>
        <EarlierFilesSection detail={detail} />
      </Suspense>
      <EntriesSection detail={detail} result={result} />
      <JudgedBy detail={detail} />
    </>
  );
}
