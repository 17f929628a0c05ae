import type { FeeAudit } from '@mizan/contract/fee-audit.ts';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../platform/formats.ts';
import classes from './fee-audit.module.css';

/** What no row judges, said by itself, so that nothing is left out in silence. */
export function AuditNotes({ audit }: { audit: FeeAudit }) {
  const { t } = useTranslation(['fees', 'units']);
  const sum = (of: 'unsaidCount' | 'otherAmountCount' | 'notJudgedCount') =>
    audit.rows.reduce((total, row) => total + row[of], 0);
  const lines = (count: number) => t('units:line', { count });
  const under = audit.totals.filter(({ underCount }) => underCount > 0);
  return (
    <ul className={classes['notes']}>
      {audit.isWorking && <li>{t('fees:notes.working')}</li>}
      {under.map(({ currency, underCount, underMinor }) => (
        <li key={currency}>
          {t('fees:notes.under', {
            lines: lines(underCount),
            amount: formatAmount(-underMinor, { currency: t(`units:currency.${currency}`) }),
          })}
        </li>
      ))}
      {sum('notJudgedCount') > 0 && (
        <li>{t('fees:notes.notJudged', { lines: lines(sum('notJudgedCount')) })}</li>
      )}
      {sum('unsaidCount') > 0 && <li>{t('fees:notes.unsaid', { lines: lines(sum('unsaidCount')) })}</li>}
      {sum('otherAmountCount') > 0 && (
        <li>{t('fees:notes.otherAmount', { lines: lines(sum('otherAmountCount')) })}</li>
      )}
      {audit.inSums.map(({ currency, count, differenceMinor }) => (
        <li key={currency}>
          {t('fees:notes.inSums', {
            lines: lines(count),
            amount: formatAmount(differenceMinor, {
              signed: true,
              currency: t(`units:currency.${currency}`),
            }),
          })}
        </li>
      ))}
    </ul>
  );
}
