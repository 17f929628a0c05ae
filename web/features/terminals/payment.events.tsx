import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../ui/date-text.tsx';
import classes from './payment.module.css';

type PaymentEvent = TransactionDetail['events'][number];

/** Steps have words of their own; other details are codes and answers of the link. */
function detailOf(event: PaymentEvent, t: (key: string) => string): string {
  if (event.kind === 'STEP') return t(`payment:stepName.${event.detail ?? 'SENDING'}`);
  return t(`transactions:events.${event.kind}`);
}

/** What happened, with the second it happened in. */
export function EventList({ events }: { events: readonly PaymentEvent[] }) {
  const { t } = useTranslation(['payment', 'transactions']);
  return (
    <ol className={classes['events']}>
      {events.map((event) => (
        <li key={`${event.at} ${event.kind} ${event.detail ?? ''}`}>
          <DateText value={event.at} form="timeSeconds" />
          <span>{detailOf(event, t)}</span>
        </li>
      ))}
    </ol>
  );
}
