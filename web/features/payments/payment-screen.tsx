import { Button } from '@mantine/core';
import { canTakePayment, type TerminalRow } from '@mizan/contract/terminals.ts';
import { isSoldHere } from '@mizan/contract/transaction-types.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { IconChevronLeft } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../platform/lazy-part.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { LoadingState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { typeKey } from '../../ui/type-words.ts';
import classes from './payment.module.css';
import { likelyTerminal, PaymentForm, type PaymentFormProps } from './payment-form.tsx';
import { PaymentSide } from './payment-side.tsx';
import type { PaymentViewProps } from './payment-view.tsx';
import { usePayment } from './payments.queries.ts';

/** Loads behind the form, so that it is there when the payment is. */
const loadView = () => import('./payment-view.tsx');
const PaymentView = lazyPart(loadView);
const CashierPad = lazyPart(() => import('./cashier-pad.tsx'));

export interface PaymentScreenProps extends Pick<PaymentViewProps, 'refund'> {
  terminals: readonly TerminalRow[];
  /** The terminal to begin with, where one was chosen. */
  terminalId: string | undefined;
  /** The payment on screen; without one, the form of a new payment. */
  paymentId: string | null;
  onPayment: (transactionId: string) => void;
  onNew: () => void;
  /** Back to the terminals; a cashier's only place needs no way back from its form. */
  onBack?: (() => void) | undefined;
  backLabel: string;
  /** A cashier's own terminal: on a phone the amount is typed on keys of ours, and this stands below them. */
  atTill?: ReactNode;
}

/** Taking a payment: the form, then the payment itself, with its terminal at the side. */
export function PaymentScreen(props: PaymentScreenProps) {
  const { terminals, paymentId, onPayment, onNew, onBack } = props;
  const payment = usePayment(paymentId).data;
  useEffect(() => void loadView(), []);
  const [chosen, choose] = useState(() => props.terminalId ?? likelyTerminal(terminals));
  // Beside a form in which none is chosen yet stands none: what is said of one is taken for the one that is meant.
  const terminal = terminals.find((each) => each.id === (payment?.terminalId ?? chosen));
  return (
    <div className={classes['screen']}>
      <div className={classes['main']}>
        <div className={classes['bar']}>
          {onBack && (
            <Button
              variant="subtle"
              leftSection={<IconChevronLeft size={16} stroke={1.6} className="mz-mirror" />}
              onClick={onBack}
            >
              {props.backLabel}
            </Button>
          )}
          {paymentId !== null && <PaymentName id={paymentId} payment={payment} />}
        </div>
        {paymentId === null ? (
          <NewPayment
            terminals={terminals}
            chosen={chosen}
            onChoose={choose}
            onStarted={onPayment}
            atTill={props.atTill}
          />
        ) : (
          <Suspense fallback={<LoadingState rows={8} />}>
            <PaymentView
              key={paymentId}
              id={paymentId}
              onNew={onNew}
              onOpen={onPayment}
              refund={props.refund}
            />
          </Suspense>
        )}
      </div>
      {terminal && <PaymentSide terminal={terminal} paymentId={paymentId} onOpen={onPayment} />}
    </div>
  );
}

function PaymentName({ id, payment }: { id: string; payment: TransactionDetail | undefined }) {
  const { t } = useTranslation(['payment', 'transactions']);
  return (
    <span className={classes['name']}>
      {payment && <StatusBadge status={payment.status} alone />}
      <h1>
        {payment && !isSoldHere(payment) ? t(typeKey(payment.type)) : t('payment:name')}{' '}
        <Identifier hash>{id}</Identifier>
      </h1>
    </span>
  );
}

interface NewPaymentProps extends PaymentFormProps {
  atTill: ReactNode;
}

function NewPayment({ atTill, ...form }: NewPaymentProps) {
  const { terminals, onStarted } = form;
  const { t } = useTranslation('payment');
  const onPhone = useIsPhone();
  const [own] = terminals;
  if (atTill && onPhone && own && canTakePayment(own)) {
    return (
      <>
        <h1 className="mz-visually-hidden">{t('payment:title')}</h1>
        <Suspense fallback={<LoadingState rows={8} />}>
          <CashierPad terminal={own} onStarted={onStarted} below={atTill} />
        </Suspense>
      </>
    );
  }
  return (
    <>
      <h1 className={classes['title']}>{t('payment:title')}</h1>
      <PaymentForm {...form} />
      {atTill && <div className={classes['atTill']}>{atTill}</div>}
    </>
  );
}
