import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { useTranslation } from 'react-i18next';
import { factDetail, factTitle } from '../../platform/facts.words.ts';
import { DateText } from '../../ui/date-text.tsx';
import classes from './payment.module.css';

type PaymentEvent = TransactionDetail['events'][number];

/** What happened, with the second it happened in. */
export function EventList({ events }: { events: readonly PaymentEvent[] }) {
  const { t } = useTranslation('facts');
  return (
    <ol className={classes['events']}>
      {events.map((event) => (
        <li key={`${event.at} ${event.fact} ${Object.values(event.params).join(' ')}`}>
          <DateText value={event.at} form="timeSeconds" />
          {/* A step's own name says it all; what else stands beside a line is for those who look into a payment. */}
          <span>
            {event.fact === 'payments.stepReached' ? factDetail(t, event) : factTitle(t, event.fact)}
          </span>
        </li>
      ))}
    </ol>
  );
}
