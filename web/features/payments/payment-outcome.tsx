import { Button } from '@mantine/core';
import { paths } from '@mizan/contract/paths.ts';
import { type TransactionStatus, transactionCan } from '@mizan/contract/transaction-states.ts';
import { givesBack, shownMinor } from '@mizan/contract/transaction-types.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { IconAlertTriangle, IconCheck, IconRefresh, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../platform/lazy-part.ts';
import { useLogoOf, useReceiptOf } from '../../platform/receipt-of.ts';
import { Amount } from '../../ui/amount.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { CardNumber, Identifier } from '../../ui/identifier.tsx';
import { asksForSomebody, outcomeHelp, outcomeTitle, reasonText } from '../../ui/outcome-words.ts';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import classes from './payment.module.css';
import { refusalText } from './payment.words.ts';
import { useStart } from './payment-form.tsx';
import { ReviewDecision } from './review-decision.tsx';
import { ToRefunds } from './to-refunds.tsx';

const PrintReceipt = lazyPart(() => import('../../ui/print-receipt.tsx'));

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
  const receipt = useReceiptOf(payment);
  const logo = useLogoOf(receipt);
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
      {reason && <p className={classes['outcomeReason']}>{reason}</p>}
      <p className={classes['outcomeHelp']}>{outcomeHelp(payment, t)}</p>
      <Facts payment={payment} />
      {openReview && <ReviewDecision payment={payment} />}
      <div className={classes['actions']}>
        {canRetry(payment) && <Retry payment={payment} onStarted={onOpen} />}
        {givesBack(payment) ? (
          <ToRefunds id={payment.id} variant="filled" />
        ) : (
          // What takes money once more is never what a key pressed by habit presses.
          <Button size="lg" variant={canRetry(payment) ? 'default' : 'filled'} onClick={onNew} data-autofocus>
            {t('payment:newPayment')}
          </Button>
        )}
        <Suspense fallback={null}>
          <PrintReceipt receipt={receipt} logo={logo} size="lg" />
        </Suspense>
        {transactionCan.refund({ type: payment.type, status: payment.status as TransactionStatus }) &&
          refund?.(payment)}
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

const canRetry = ({ type, status, underReview }: TransactionDetail): boolean =>
  transactionCan.retry({ type, status: status as TransactionStatus, underReview });

/** The card, when it ended, and the code of the answer where it was none of approval. */
function Facts({ payment }: { payment: TransactionDetail }) {
  const { t } = useTranslation('payment');
  const { lastFour, status, actionCode } = payment;
  return (
    <p className={classes['outcomeFacts']}>
      {lastFour && (
        <span>
          <SchemeMark scheme={payment.scheme} />
          <CardNumber lastFour={lastFour} />
        </span>
      )}
      <DateText value={payment.decidedAt ?? payment.createdAt} form="timeSeconds" />
      {status !== 'APPROVED' && actionCode && (
        <span>
          {t('payment:outcome.code')} <Identifier>{actionCode}</Identifier>
        </span>
      )}
    </p>
  );
}

/** The same amount on the same terminal once more: only where the first outcome is certain. */
function Retry({ payment, onStarted }: { payment: TransactionDetail; onStarted: (id: string) => void }) {
  const { t } = useTranslation(['payment', 'common', 'errors']);
  const start = useStart(onStarted);
  return (
    <>
      <Button
        size="lg"
        leftSection={<IconRefresh size={20} stroke={1.6} />}
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
