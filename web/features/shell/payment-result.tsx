import { Button } from '@mantine/core';
import { paths } from '@mizan/contract/paths.ts';
import { givesBack, isSoldHere, shownMinor } from '@mizan/contract/transaction-types.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLogoOf, useReceiptOf } from '../../platform/receipt-of.ts';
import type { Result } from '../../platform/results.store.ts';
import { Amount } from '../../ui/amount.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { CardNumber, Identifier } from '../../ui/identifier.tsx';
import {
  asksForSomebody,
  outcomeHelp,
  outcomeLook,
  outcomeTitle,
  reasonText,
} from '../../ui/outcome-words.ts';
import { Popup } from '../../ui/popup.tsx';
import PrintReceipt from '../../ui/print-receipt.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { typeKey } from '../../ui/type-words.ts';
import classes from './payment-result.module.css';
import { useResultPayment } from './result.queries.ts';
import { branchOf, resultSentence, starterOf } from './result.words.ts';
import { Dotted } from './result-dotted.tsx';
import { useSignedIn } from './session-frame.tsx';

/** The result of a payment, where it was started: how it ended and why, whose it was, and what comes next. */
export default function PaymentResult({ result, onClose }: { result: Result; onClose: () => void }) {
  const { t } = useTranslation(['payment', 'transactions', 'common']);
  const payment = useResultPayment(result);
  const isToLookAt = payment !== null && asksForSomebody(payment);
  return (
    <Popup
      tone={isToLookAt ? 'wait' : result.approved ? 'ok' : 'danger'}
      label={t('payment:popup.title')}
      title={resultSentence(result, t)}
      onClose={onClose}
      actions={<Actions id={result.transactionId} payment={payment} onClose={onClose} />}
    >
      {payment && <About payment={payment} />}
    </Popup>
  );
}

interface ActionsProps {
  id: string;
  payment: TransactionDetail | null;
  onClose: () => void;
}

function Actions({ id, payment, onClose }: ActionsProps) {
  const { t } = useTranslation(['payment', 'transactions']);
  const receipt = useReceiptOf(payment);
  const logo = useLogoOf(receipt);
  const { role } = useSignedIn();
  const navigate = useNavigate();

  function newPayment(): void {
    if (role === 'CASHIER') go(paths.terminal, {});
    else go(paths.terminals, { pay: 'any' });
  }
  function go(to: string, search: object): void {
    onClose();
    void navigate({ to, search: search as never });
  }
  return (
    <>
      <PrintReceipt receipt={receipt} logo={logo} size="md" />
      {payment && givesBack(payment) ? (
        <Button size="md" data-autofocus onClick={() => go(paths.refunds, { open: id })}>
          {t('payment:toRefunds')}
        </Button>
      ) : (
        <Button size="md" data-autofocus onClick={newPayment}>
          {t('payment:title')}
        </Button>
      )}
      <Button variant="subtle" size="md" onClick={() => go(paths.transactions, { open: id })}>
        {t('payment:popup.open')}
      </Button>
    </>
  );
}

/** The amount, the exact state and its reason, and everybody whom it concerns. */
function About({ payment }: { payment: TransactionDetail }) {
  const { t } = useTranslation(['payment', 'transactions', 'common']);
  const { tone } = outcomeLook(payment);
  return (
    <>
      <Amount
        amountMinor={shownMinor(payment)}
        currency={payment.currency}
        size="hero"
        muted={payment.status !== 'APPROVED'}
      />
      <p className={classes['reason']} data-tone={tone}>
        {stateText(payment, t)}
      </p>
      <p className={classes['help']}>{outcomeHelp(payment, t)}</p>
      <dl className={classes['facts']}>
        {factsOf(payment, t).map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** 'Insufficient funds' where it is plainly declined; otherwise the state that the sentence does not name, too. */
function stateText(payment: TransactionDetail, t: TFunction): string {
  const state = outcomeTitle(payment, t);
  const reason = reasonText(payment, t);
  if (reason === null) return state;
  return payment.status === 'DECLINED' && !asksForSomebody(payment)
    ? reason
    : t('payment:popup.stateReason', { state, reason });
}

function factsOf(payment: TransactionDetail, t: TFunction): [string, ReactNode][] {
  const facts: [string, ReactNode][] = [
    [t('transactions:columns.type'), !isSoldHere(payment) && t(typeKey(payment.type))],
    [
      t('transactions:columns.card'),
      payment.lastFour && (
        <span className={classes['card']}>
          <SchemeMark scheme={payment.scheme} />
          <CardNumber lastFour={payment.lastFour} />
        </span>
      ),
    ],
    [
      t('payment:popup.place'),
      <Dotted key="place">
        <Identifier>{payment.tid}</Identifier>
        {branchOf(payment)}
      </Dotted>,
    ],
    [t('transactions:columns.cashier'), payment.cashierName],
    [t('payment:popup.startedBy'), starterOf(payment)],
    [
      t('payment:popup.state'),
      <Dotted key="state">
        {outcomeTitle(payment, t)}
        {payment.providerCode && <Identifier>{payment.providerCode}</Identifier>}
        {payment.actionCode && <Identifier>{payment.actionCode}</Identifier>}
      </Dotted>,
    ],
    [
      t('payment:popup.time'),
      <DateText key="time" value={payment.decidedAt ?? payment.createdAt} form="timeSeconds" />,
    ],
  ];
  return facts.filter(([, value]) => value !== null && value !== '' && value !== false);
}
