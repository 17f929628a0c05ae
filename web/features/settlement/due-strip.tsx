import type { SettlementCell } from '@mizan/contract/settlement.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import classes from './cell.module.css';
import { formatDayNumber, formatDayOfMonth, formatWeekdayLetter, lateBeyond } from './settlement.words.ts';

/** The days from the sale to its payment, closed ones among them: why it is late, or until when it has time. */
export function DueStrip({ shown }: { shown: SettlementCell }) {
  const { strip } = shown;
  const beyond = lateBeyond(shown);
  const { t } = useTranslation('settlement');
  if (strip.length === 0) return null;
  return (
    <ol className={classes['strip']} aria-label={t('settlement:strip.label')}>
      {strip.map(({ day, kind, late }) => (
        <li key={day} data-kind={kind} title={formatDayOfMonth(day)}>
          <span className={classes['stripDay']}>
            {formatWeekdayLetter(day)} {formatDayNumber(day)}
          </span>
          <span className={classes['stripWord']}>
            {t(`settlement:strip.${kind}`, { number: formatNumber(late) })}
          </span>
        </li>
      ))}
      {beyond !== null && (
        <li data-kind="LATE">
          <span className={classes['stripDay']}>…</span>
          <span className={classes['stripWord']}>
            {t('settlement:strip.LATE', { number: formatNumber(beyond) })}
          </span>
        </li>
      )}
    </ol>
  );
}
