import { factsBeforeSent } from '@mizan/contract/refund-terms.ts';
import { givesBack } from '@mizan/contract/transaction-types.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { eventTitle, factDetail, paramText } from '../../platform/facts.words.ts';
import { DateText } from '../../ui/date-text.tsx';
import classes from './payment.module.css';

type PaymentEvent = TransactionDetail['events'][number];

interface EventListProps {
  /** Whose events they are. */
  payment: Pick<TransactionDetail, 'type'>;
  events: readonly PaymentEvent[];
}

function lineOf(t: TFunction<'facts'>, event: PaymentEvent, isBack: boolean): string {
  const { fact, by, params } = event;
  // A step's own name says it all; what else stands beside a line is for those who look into a payment.
  if (fact === 'payments.stepReached') return factDetail(t, event);
  // Of a refund that somebody asked for and another person approved the people are what matters.
  if (!factsBeforeSent.has(fact) || by === null) return eventTitle(t, fact, isBack);
  const reason = paramText(t, 'refundReason', params['refundReason'] ?? null);
  return t(`facts:who.${fact}`, { by, reason });
}

/** What happened, with the second it happened in. */
export function EventList({ payment, events }: EventListProps) {
  const { t } = useTranslation('facts');
  return (
    <ol className={classes['events']}>
      {events.map((event) => (
        <li key={`${event.at} ${event.fact} ${Object.values(event.params).join(' ')}`}>
          <DateText value={event.at} form="timeSeconds" />
          <span>{lineOf(t, event, givesBack(payment))}</span>
        </li>
      ))}
    </ol>
  );
}
