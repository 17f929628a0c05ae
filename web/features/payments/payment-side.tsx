import type { TerminalRow } from '@mizan/contract/terminals.ts';
import { useTranslation } from 'react-i18next';
import { Identifier } from '../../ui/identifier.tsx';
import { TerminalHealth } from '../../ui/terminal-health.tsx';
import { TestBadge } from '../../ui/test-badge.tsx';
import { LastPayments } from './last-payments.tsx';
import { EventList } from './payment-events.tsx';
import classes from './payment-side.module.css';
import { usePayment } from './payments.queries.ts';

export interface PaymentSideProps {
  terminal: TerminalRow;
  paymentId: string | null;
  onOpen: (transactionId: string) => void;
}

/** Beside a payment: the terminal's health, what happened so far, what came before. */
export function PaymentSide({ terminal, paymentId, onOpen }: PaymentSideProps) {
  const { t } = useTranslation(['terminals', 'transactions']);
  return (
    <aside className={classes['side']} aria-label={t('terminals:detail.title')}>
      <h2 className={classes['heading']}>
        {t('terminals:detail.title')} <Identifier>{terminal.tid}</Identifier>{' '}
        {terminal.isTest && <TestBadge />}
      </h2>
      <TerminalHealth terminal={terminal} />
      {paymentId !== null && <SoFar paymentId={paymentId} />}
      <LastPayments terminalId={terminal.id} except={paymentId} onOpen={onOpen} />
    </aside>
  );
}

/** A refund that was asked for and approved on its way to the bank, whole. */
const shownEvents = 8;

function SoFar({ paymentId }: { paymentId: string }) {
  const { t } = useTranslation('transactions');
  const payment = usePayment(paymentId).data;
  if (!payment || payment.events.length === 0) return null;
  return (
    <section>
      <h3 className={classes['heading']}>{t('transactions:events.title')}</h3>
      <EventList payment={payment} events={payment.events.slice(-shownEvents).toReversed()} />
    </section>
  );
}
