import type { BankFileDetail, BankFileResult } from '@mizan/contract/reconciliation.ts';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../platform/formats.ts';
import { AbsentNotice } from './absent-notice.tsx';
import { Bridge } from './bridge-chart.tsx';
import { CoverageStatement, VerdictHistory } from './coverage-statement.tsx';
import { EntriesSection } from './entries-section.tsx';
import classes from './reconciliation.module.css';
import { VerdictHead } from './verdict-head.tsx';

/** The verdict, what the difference is made of, the bridge of each currency, and the rows behind it. */
export function VerdictView({ detail, result }: { detail: BankFileDetail; result: BankFileResult }) {
  return (
    <>
      <VerdictHead detail={detail} result={result} />
      <AbsentNotice absent={result.absent} />
      {result.currencies.map(({ currency, groups }) => (
        <BroughtSince
          key={currency}
          judgedMinor={-groups.toClaim}
          openMinor={detail.toClaim.find((each) => each.currency === currency)?.amountMinor ?? 0}
        />
      ))}
      {result.currencies.map((verdict) => (
        <Bridge key={verdict.currency} verdict={verdict} file={detail.id} />
      ))}
      <CoverageStatement result={result} />
      <EntriesSection detail={detail} result={result} />
      <VerdictHistory detail={detail} />
    </>
  );
}

/** The verdict stays as it was judged; what later files brought of its claim stands beside it. */
function BroughtSince({ judgedMinor, openMinor }: { judgedMinor: number; openMinor: number }) {
  const { t } = useTranslation('reconciliation');
  if (judgedMinor === openMinor) return null;
  return (
    <p className={classes['quiet']} role="status">
      {t('reconciliation:difference.since', {
        brought: formatAmount(judgedMinor - openMinor),
        open: formatAmount(openMinor),
      })}
    </p>
  );
}
