import { Button } from '@mantine/core';
import { paths } from '@mizan/contract/paths.ts';
import { type TransactionStatus, transactionCan } from '@mizan/contract/transaction-states.ts';
import { givesBack, shownMinor } from '@mizan/contract/transaction-types.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../ui/amount.tsx';
import { CardNumber } from '../../ui/identifier.tsx';
import { asksForSomebody, outcomeHelp, outcomeTitle, reasonText } from '../../ui/outcome-words.ts';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import classes from './payment.module.css';
import { refusalText } from './payment.words.ts';
import { useStart } from './payment-form.tsx';
import { ReviewDecision } from './review-decision.tsx';
import { ToRefunds } from './to-refunds.tsx';

export interface PaymentOutcomeProps {
  payment: TransactionDetail;
  onNew: () => void;
  onOpen: (transactionId: string) => void;
  /** The way to give it back, where whoever looks may. */
  refund?: ((payment: TransactionDetail) => ReactNode) | undefined;
}

const icons = { ok: IconCheck, danger: IconX, wait: IconAlertTriangle } as const;

function toneOf(payment: TransactionDetail): keyof typeof icons {
  if (asksForSomebody(payment)) return 'wait';
  return payment.status === 'APPROVED' ? 'ok' : 'danger';
}

/** How it ended and why, whether the card was charged, and what can be done now. */
export function PaymentOutcome({ payment, onNew, onOpen, refund }: PaymentOutcomeProps) {
  const { t } = useTranslation(['payment', 'transactions', 'common', 'errors']);
  const tone = toneOf(payment);
  const OutcomeIcon = icons[tone];
  const reason = reasonText(payment, t);
  const openReview = payment.review !== null && payment.review.decidedAt === null;
  return (
    <div className={classes['outcome']}>
      <span className={classes['disc']} data-tone={tone}>
        <OutcomeIcon size={36} stroke={1.8} aria-hidden="true" />
      </span>
      <div role="status">
        <h2 className={classes['outcomeTitle']}>{outcomeTitle(payment, t)}</h2>
      </div>
      <Amount
        amountMinor={shownMinor(payment)}
        currency={payment.currency}
        size="hero"
        muted={payment.status !== 'APPROVED'}
      />
      {payment.lastFour && (
        <p className={classes['outcomeCard']}>
          <SchemeMark scheme={payment.scheme} />
          <CardNumber lastFour={payment.lastFour} />
        </p>
      )}
      {reason && <p className={classes['outcomeReason']}>{reason}</p>}
      <p className={classes['outcomeHelp']}>{outcomeHelp(payment, t)}</p>
      {openReview && <ReviewDecision payment={payment} />}
      <div className={classes['actions']}>
        {givesBack(payment) ? (
          <ToRefunds id={payment.id} variant="filled" />
        ) : (
          <Button size="lg" onClick={onNew} data-autofocus>
            {t('payment:newPayment')}
          </Button>
        )}
        {transactionCan.refund({ type: payment.type, status: payment.status as TransactionStatus }) &&
          refund?.(payment)}
        <Retry payment={payment} onStarted={onOpen} />
        <Button
          size="lg"
          variant="subtle"
          renderRoot={(props) => (
            <Link {...props} to={paths.transactions} search={{ open: payment.id } as never} />
          )}
        >
          {t('payment:popup.open')}
        </Button>
      </div>
    </div>
  );
}

/** The same amount on the same terminal once more: only where the first outcome is certain. */
function Retry({ payment, onStarted }: { payment: TransactionDetail; onStarted: (id: string) => void }) {
  const { t } = useTranslation(['payment', 'common', 'errors']);
  const start = useStart(onStarted);
  const { type, underReview } = payment;
  if (!transactionCan.retry({ type, status: payment.status as TransactionStatus, underReview })) return null;
  return (
    <>
      <Button
        size="lg"
        variant="default"
        loading={start.isPending}
        onClick={() =>
          start.mutate({
            terminalId: payment.terminalId,
            amountMinor: payment.amountMinor,
            orderRef: payment.orderRef,
            retryOfId: payment.id,
          })
        }
      >
        {t('payment:retry')}
      </Button>
      {start.isError && (
        <p role="alert" className={classes['refusal']}>
          {refusalText(start.error, t)}
        </p>
      )}
    </>
  );
}
