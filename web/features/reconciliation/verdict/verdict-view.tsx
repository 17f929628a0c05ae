import type { BankFileDetail, BankFileResult } from '@mizan/contract/reconciliation.ts';
import { Suspense } from 'react';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { LoadingState } from '../../../ui/states.tsx';
import { Bridge } from './bridge-chart.tsx';
import { EntriesSection } from './entries-section.tsx';
import { VerdictHead } from './verdict-head.tsx';
import classes from './verdict-view.module.css';

/** What people did with exceptions, what is not whole, what is covered and by what it was judged, and what earlier files have: outside the screen's first load. */
const ExceptionsBeside = lazyPart(async () => ({
  default: (await import('./exceptions-beside.tsx')).ExceptionsBeside,
}));
const CoverageStatement = lazyPart(async () => ({
  default: (await import('./coverage-statement.tsx')).CoverageStatement,
}));
const JudgedBy = lazyPart(async () => ({ default: (await import('./judged-by.tsx')).JudgedBy }));
const HolesTable = lazyPart(async () => ({ default: (await import('./holes-table.tsx')).HolesTable }));
const EarlierFilesSection = lazyPart(async () => ({
  default: (await import('./earlier-files-section.tsx')).EarlierFilesSection,
}));

/** The verdict, what the difference is made of, the bridge of each currency, what is not whole, and the rows behind it. */
export function VerdictView({ detail, result }: { detail: BankFileDetail; result: BankFileResult }) {
  // All of it at once: what came by itself would push down what somebody already reads.
  return (
    <Suspense fallback={<LoadingState rows={10} />}>
      <VerdictHead detail={detail} result={result} />
      <ExceptionsBeside detail={detail} result={result} />
      <div className={classes['parts']}>
        <div>
          {result.currencies.map((verdict) => (
            <Bridge key={verdict.currency} verdict={verdict} result={result} detail={detail} />
          ))}
        </div>
        <HolesTable file={detail.id} result={result} />
      </div>
      <CoverageStatement result={result} />
      <EarlierFilesSection detail={detail} />
      <EntriesSection detail={detail} result={result} />
      <JudgedBy detail={detail} />
    </Suspense>
  );
}
