import { Button } from '@mantine/core';
import type { FactId } from '@mizan/contract/facts.ts';
import { paths } from '@mizan/contract/paths.ts';
import { askPayment, decideReview } from '@mizan/contract/payments.ts';
import { givesBack } from '@mizan/contract/transaction-types.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { IconLock, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { formatAmount, formatDateTime, formatRelative } from '../../platform/formats.ts';
import { useMay } from '../../platform/use-may.ts';
import { Amount } from '../../ui/amount.tsx';
import { paymentKey } from '../../ui/outcome-words.ts';
import { useNow } from './now.ts';
import classes from './payment.module.css';
import { isOld, isTerminalLost } from './payment.words.ts';
import { EventList } from './payment-events.tsx';
import { PaymentSteps } from './payment-steps.tsx';
import { ReviewDecision } from './review-decision.tsx';
import { ToRefunds } from './to-refunds.tsx';

/**
 * The most important words of the product: the card may have been charged, so nobody charges it again. What
 * the portal does about it, what to do meanwhile, and what to tell the customer.
 */
export function PaymentUnknown({ payment, onNew }: { payment: TransactionDetail; onNew: () => void }) {
  const { t } = useTranslation('payment');
  const old = isOld(payment, useNow());
  const lost = !old && isTerminalLost(payment);
  const underReview = payment.review !== null && payment.review.decidedAt === null;
  return (
    <div className={classes['unknown']}>
      <h2 className={classes['unknownTitle']}>
        {t(lost ? 'payment:unknown.titleLost' : 'payment:unknown.title', { tid: payment.tid })}
      </h2>
      <Amount amountMinor={payment.amountMinor} currency={payment.currency} size="hero" />
      <div className={classes['warning']} role="alert">
        <p className={classes['warningTitle']}>
          <IconLock size={20} stroke={1.6} aria-hidden="true" />
          {t(paymentKey(payment, 'unknown.doNot'))}
        </p>
        <p>
          {t(paymentKey(payment, 'unknown.help'))}{' '}
          {t(paymentKey(payment, 'unknown.held'), { amount: formatAmount(payment.amountMinor) })}
        </p>
      </div>
      <PaymentSteps payment={payment} />
      {underReview ? <ReviewDecision payment={payment} /> : <Asking payment={payment} />}
      {old ? <ForOld payment={payment} /> : <ForNow payment={payment} />}
      <div className={classes['actions']}>
        {givesBack(payment) ? (
          <ToRefunds id={payment.id} variant="default" />
        ) : (
          <Button variant="default" size="lg" onClick={onNew}>
            {t(old ? 'payment:title' : 'payment:unknown.next')}
          </Button>
        )}
        <AskNow payment={payment} />
      </div>
    </div>
  );
}

/** The customer is still there: what to do at the counter, and what to say. */
function ForNow({ payment }: { payment: TransactionDetail }) {
  const { t } = useTranslation('payment');
  return (
    <>
      <ol className={classes['todo']}>
        <li>{t(paymentKey(payment, 'unknown.step1'))}</li>
        <li>{t(paymentKey(payment, 'unknown.step2'))}</li>
        <li>{t(paymentKey(payment, 'unknown.step3'))}</li>
        <li>{t(paymentKey(payment, 'unknown.step4'), { id: payment.id })}</li>
      </ol>
      <div className={classes['tell']}>
        <h3>{t('payment:unknown.tell')}</h3>
        <p>{t(paymentKey(payment, 'unknown.tellText'))}</p>
      </div>
    </>
  );
}

/** Nobody waits any more: what can still be found out, and where. */
function ForOld({ payment }: { payment: TransactionDetail }) {
  const { t } = useTranslation('payment');
  const isOwner = useMay(decideReview);
  return (
    <section className={classes['tell']}>
      <h3>{t('payment:unknown.now')}</h3>
      <ol className={classes['todo']}>
        <li>
          {t(paymentKey(payment, 'unknown.old1'), {
            tid: payment.tid,
            time: formatDateTime(payment.createdAt),
          })}
        </li>
        <li>{t(paymentKey(payment, 'unknown.old2'))}</li>
        <li>
          {t(paymentKey(payment, 'unknown.old3'))}{' '}
          {isOwner && (
            <Link to={paths.reconciliation} search={{ view: 'files' } as never}>
              {t('payment:unknown.toFiles')}
            </Link>
          )}
        </li>
      </ol>
      <Link to={paths.transactions} search={{ open: payment.id } as never}>
        {t('payment:popup.open')}
      </Link>
    </section>
  );
}

const ofTheAsking: ReadonlySet<FactId> = new Set<FactId>([
  'payments.sent',
  'payments.acknowledged',
  'payments.asked',
  'payments.answered',
  'payments.answeredWithResult',
  'payments.notAnswered',
  'payments.resultCame',
  'payments.resultNotAskedFor',
  'payments.resultNotReadable',
  'payments.terminalLost',
  'payments.terminalBack',
]);

/** The record of the asking, and when the next time is. */
function Asking({ payment }: { payment: TransactionDetail }) {
  const { t } = useTranslation('payment');
  const nowMs = useNow();
  return (
    <section>
      <div className={classes['askingHead']}>
        <h3>{t('payment:unknown.asking')}</h3>
        {payment.nextQueryAt && (
          <span>{t('payment:unknown.nextAsk', { time: formatRelative(payment.nextQueryAt, nowMs) })}</span>
        )}
      </div>
      <EventList
        payment={payment}
        events={payment.events.filter(({ fact }) => ofTheAsking.has(fact)).slice(-6)}
      />
    </section>
  );
}

function AskNow({ payment }: { payment: TransactionDetail }) {
  const { t } = useTranslation('payment');
  const client = useQueryClient();
  const ask = useMutation({
    mutationFn: () => call(askPayment, { params: { id: payment.id } }),
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ meta }) => meta?.live?.includes('TRX') ?? false }),
  });
  if (payment.nextQueryAt === null) return null;
  return (
    <Button
      variant="subtle"
      size="lg"
      leftSection={<IconRefresh size={18} stroke={1.6} />}
      loading={ask.isPending}
      onClick={() => ask.mutate()}
    >
      {t('payment:unknown.askNow')}
    </Button>
  );
}
