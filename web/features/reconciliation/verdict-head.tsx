import type { BankFileDetail, BankFileResult, CurrencyVerdict } from '@mizan/contract/reconciliation.ts';
import { differenceGroups } from '@mizan/contract/reconciliation-terms.ts';
import { IconEqual } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatLongDate, formatOtherCalendar } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { VerdictMark, verdictTones } from '../../ui/verdict-mark.tsx';
import { daysOf } from './bank-files-columns.tsx';
import classes from './verdict.module.css';

/** The verdict with its mark, and for each currency the difference as the sum of its parts. */
export function VerdictHead({ detail, result }: { detail: BankFileDetail; result: BankFileResult }) {
  const { t } = useTranslation('reconciliation');
  const { verdict } = result;
  return (
    <header className={classes['head']}>
      <VerdictMark verdict={verdict} size={72} />
      <div className={classes['words']}>
        <h1 className={classes['title']} data-tone={verdictTones[verdict]} title={verdict}>
          {t(`reconciliation:verdict.${verdict.toLowerCase()}.title`)}
        </h1>
        <p className={classes['facts']}>
          <Days detail={detail} />
          {detail.bankName !== '' && (
            <span>
              <bdi>{detail.bankName}</bdi>
            </span>
          )}
        </p>
      </div>
      <div className={classes['sums']}>
        {result.currencies.map((each) => (
          <DifferenceSum key={each.currency} verdict={each} />
        ))}
      </div>
    </header>
  );
}

/** A single day stands with its date in the other calendar; several go without. */
function Days({ detail }: { detail: BankFileDetail }) {
  if (detail.firstDay === null) return null;
  if (detail.firstDay !== detail.lastDay) return <span>{daysOf(detail)}</span>;
  return (
    <>
      <time dateTime={detail.firstDay}>{formatLongDate(detail.firstDay)}</time>
      <span>{formatOtherCalendar(detail.firstDay)}</span>
    </>
  );
}

/** 'Difference from expected −5,700.13 = to claim + not due yet + paid too much'. */
function DifferenceSum({ verdict }: { verdict: CurrencyVerdict }) {
  const { t } = useTranslation('reconciliation');
  return (
    <dl className={classes['sum']}>
      <div className={classes['whole']}>
        <dt>{t('reconciliation:difference.label')}</dt>
        <dd>
          <Amount amountMinor={verdict.differenceMinor} signed currency={verdict.currency} size="h2" />
        </dd>
      </div>
      <IconEqual size={20} stroke={1.6} className={classes['equal'] ?? ''} aria-hidden="true" />
      {differenceGroups.map((group) => (
        <div
          key={group}
          className={classes['part']}
          data-group={verdict.groups[group] === 0 ? undefined : group}
        >
          <dt>{t(`reconciliation:difference.${group}`)}</dt>
          <dd>
            <Amount amountMinor={verdict.groups[group]} signed size="lg" />
          </dd>
        </div>
      ))}
    </dl>
  );
}
