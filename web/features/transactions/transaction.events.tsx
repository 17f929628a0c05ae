import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../ui/date-text.tsx';
import { eventDetailText } from './event-detail.ts';
import classes from './transaction.drawer.module.css';

/** What happened so far, latest first, with the seconds that decide a dispute. */
export function TransactionEvents({ events }: { events: TransactionDetail['events'] }) {
  const { t } = useTranslation(['transactions', 'payment']);
  if (events.length === 0) return null;
  return (
    <section className={classes['events']}>
      <h3>{t('transactions:events.title')}</h3>
      <ol>
        {[...events].reverse().map((event) => (
          <li key={`${event.at} ${event.kind} ${event.detail ?? ''}`}>
            <DateText value={event.at} form="timeSeconds" />
            <span>
              {t(`transactions:events.${event.kind}`)}
              {event.detail && (
                <>
                  {' '}
                  <bdi className={classes['quiet']}>{eventDetailText(event.kind, event.detail, t)}</bdi>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
