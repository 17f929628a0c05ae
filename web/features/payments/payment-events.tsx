import { givesBack } from '@mizan/contract/transaction-types.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { useTranslation } from 'react-i18next';
import { eventTitle, factDetail } from '../../platform/facts.words.ts';
import { DateText } from '../../ui/date-text.tsx';
import classes from './payment.module.css';

type PaymentEvent = TransactionDetail['events'][number];

interface EventListProps {
  /** Whose events they are. */
  payment: Pick<TransactionDetail, 'type'>;
  events: readonly PaymentEvent[];
}

/** What happened, with the second it happened in. */
export function EventList({ payment, events }: EventListProps) {
  const { t } = useTranslation('facts');
  return (
    <ol className={classes['events']}>
      {events.map((event) => (
        <li key={`${event.at} ${event.fact} ${Object.values(event.params).join(' ')}`}>
          <DateText value={event.at} form="timeSeconds" />
          {/* A step's own name says it all; what else stands beside a line is for those who look into a payment. */}
          <span>
            {event.fact === 'payments.stepReached'
              ? factDetail(t, event)
              : eventTitle(t, event.fact, givesBack(payment))}
          </span>
        </li>
      ))}
    </ol>
  );
}
