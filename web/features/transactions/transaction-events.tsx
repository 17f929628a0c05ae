import { givesBack } from '@mizan/contract/transaction-types.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { useTranslation } from 'react-i18next';
import { eventTitle, factDetail } from '../../platform/facts.words.ts';
import { DateText } from '../../ui/date-text.tsx';
import classes from './transaction-drawer.module.css';

/** What happened so far, latest first, with the seconds that decide a dispute. */
export function TransactionEvents({ transaction }: { transaction: TransactionDetail }) {
  const { t } = useTranslation(['transactions', 'facts']);
  const { events } = transaction;
  if (events.length === 0) return null;
  return (
    <section className={classes['events']}>
      <h3>{t('transactions:events.title')}</h3>
      <ol>
        {[...events].reverse().map((event) => (
          <li key={`${event.at} ${event.fact} ${Object.values(event.params).join(' ')}`}>
            <DateText value={event.at} form="timeSeconds" />
            {/* A step's own name says it all. */}
            {event.fact === 'payments.stepReached' ? (
              <span>{factDetail(t, event)}</span>
            ) : (
              <span>
                {eventTitle(t, event.fact, givesBack(transaction))}{' '}
                <bdi className={classes['quiet']}>{factDetail(t, event)}</bdi>
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
