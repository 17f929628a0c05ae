import { paymentTimers } from '@mizan/contract/link-timers.ts';
import { cancelPayment } from '@mizan/contract/payments.ts';
import { transactionCan } from '@mizan/contract/transaction-states.ts';
import { givesBack } from '@mizan/contract/transaction-types.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { formatSeconds } from '../../platform/formats.ts';
import { refreshLive, settled } from '../../platform/query-client.ts';
import { Amount } from '../../ui/amount.tsx';
import { CommandButton } from '../../ui/command-button.tsx';
import { paymentKey } from '../../ui/outcome-words.ts';
import { useQuietFrame } from '../../ui/quiet-frame.ts';
import { ErrorState, LoadingState, MissingState } from '../../ui/states.tsx';
import { useNow } from './now.ts';
import classes from './payment.module.css';
import { instructionKey, isTerminalLost, refusalText } from './payment.words.ts';
import { PaymentOutcome, type PaymentOutcomeProps } from './payment-outcome.tsx';
import { PaymentPicture } from './payment-picture.tsx';
import { PaymentSteps } from './payment-steps.tsx';
import { PaymentUnknown } from './payment-unknown.tsx';
import { usePayment } from './payments.queries.ts';
import { SameCard } from './same-card.tsx';

export interface PaymentViewProps extends Pick<PaymentOutcomeProps, 'refund'> {
  id: string;
  /** To the form of a new payment. */
  onNew: () => void;
  onOpen: (transactionId: string) => void;
}

/** One payment, from the first step to its end: under way, outcome not known, or over. */
export default function PaymentView({ id, onNew, onOpen, refund }: PaymentViewProps) {
  const { t } = useTranslation(['payment', 'errors']);
  const query = usePayment(id);
  if (query.isPending) return <LoadingState rows={8} />;
  if (!query.data) {
    return query.error && 'status' in query.error && query.error.status === 404 ? (
      <MissingState title={t('errors:notFound')} />
    ) : (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  const payment = query.data;
  if (payment.unknownOutcome) return <PaymentUnknown payment={payment} onNew={onNew} />;
  if (payment.status === 'INITIALIZED') return <PaymentUnderWay payment={payment} />;
  return <PaymentOutcome payment={payment} onNew={onNew} onOpen={onOpen} refund={refund} />;
}

/** One large amount, the step, one instruction, the time that is left. */
function PaymentUnderWay({ payment }: { payment: TransactionDetail }) {
  const { t } = useTranslation(['payment', 'common']);
  useQuietFrame(true);
  return (
    <div className={classes['way']}>
      <p className={classes['toPay']}>{t(paymentKey(payment, 'toPay'))}</p>
      <Amount amountMinor={payment.amountMinor} currency={payment.currency} size="pay" />
      <PaymentSteps payment={payment} />
      <div className={classes['now']}>
        {givesBack(payment) ? (
          <SameCard refund={payment} />
        ) : (
          <PaymentPicture amountMinor={payment.amountMinor} />
        )}
        <div>
          <p className={classes['instruction']} role="status">
            {t(paymentKey(payment, instructionKey(payment)), { tid: payment.tid })}
          </p>
          {isTerminalLost(payment) ? (
            <p className={classes['hint']}>{t(paymentKey(payment, 'step.lostHelp'))}</p>
          ) : (
            <>
              {payment.step === 'WAIT_CARD' && (
                <p className={classes['hint']}>{t(paymentKey(payment, 'accepted'))}</p>
              )}
              <TimeLeft payment={payment} />
            </>
          )}
        </div>
      </div>
      <Cancel payment={payment} />
    </div>
  );
}

/** How long the terminal still tries, by the portal's record of when it was sent. */
function TimeLeft({ payment }: { payment: TransactionDetail }) {
  const { t } = useTranslation('payment');
  const nowMs = useNow();
  const startedMs = Date.parse(payment.sentAt ?? payment.createdAt);
  const leftMs = Math.min(paymentTimers.paymentMs, Math.max(0, startedMs + paymentTimers.paymentMs - nowMs));
  return (
    <div className={classes['left']}>
      <span className={classes['track']} aria-hidden="true">
        <span style={{ inlineSize: `${(leftMs / paymentTimers.paymentMs) * 100}%` }} />
      </span>
      <span>{t('payment:timeLeft', { time: formatSeconds(leftMs / 1000) })}</span>
    </div>
  );
}

function Cancel({ payment }: { payment: TransactionDetail }) {
  const { t } = useTranslation(['payment', 'common', 'errors']);
  const cancel = useCommand(
    (id: string) => settled(call(cancelPayment, { params: { id } }), () => refreshLive(new Set(['TRX']))),
    { refusal: (error) => refusalText(error, t) },
  );
  return (
    <div className={classes['cancel']}>
      <CommandButton
        command={cancel}
        args={payment.id}
        variant="default"
        size="lg"
        held={!transactionCan.cancel({ ...payment, status: 'INITIALIZED' })}
      >
        {t(paymentKey(payment, 'cancel'))}
      </CommandButton>
      <span className={classes['hint']}>{t(paymentKey(payment, 'cancelHelp'))}</span>
    </div>
  );
}
