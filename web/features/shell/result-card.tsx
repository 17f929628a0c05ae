import { ActionIcon } from '@mantine/core';
import { paths } from '@mizan/contract/paths.ts';
import { shownMinor } from '@mizan/contract/transaction-types.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { IconCheck, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRelative } from '../../platform/formats.ts';
import { closeResult, type Result } from '../../platform/results.store.ts';
import { Amount } from '../../ui/amount.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import {
  asksForSomebody,
  inSentence,
  outcomeLook,
  outcomeTitle,
  reasonText,
} from '../../ui/outcome-words.ts';
import { useResultPayment } from './result.queries.ts';
import { branchOf, resultSentence, starterOf } from './result.words.ts';
import classes from './result-cards.module.css';
import { Dotted } from './result-dotted.tsx';

const ageTickMs = 5_000;

export interface ResultCardProps {
  result: Result;
  /** Says that this one is not to go by itself. */
  onKeep: (transactionId: string) => void;
}

/** A result in a window that did not start the payment: read in passing, it takes no focus. */
export function ResultCard({ result, onKeep }: ResultCardProps) {
  const { t } = useTranslation(['payment', 'transactions', 'common']);
  const { transactionId, approved } = result;
  const payment = useResultPayment(result);
  const look = payment
    ? outcomeLook(payment)
    : { tone: approved ? 'ok' : 'danger', icon: approved ? IconCheck : IconX };
  const LookIcon = look.icon;
  const stays = payment !== null && asksForSomebody(payment);
  useEffect(() => {
    if (stays) onKeep(transactionId);
  }, [stays, transactionId, onKeep]);
  return (
    <article className={classes['card']} data-tone={look.tone}>
      <span className={classes['icon']} aria-hidden="true">
        <LookIcon size={18} stroke={1.8} />
      </span>
      <div className={classes['body']}>
        <p className={classes['sentence']}>
          <Link to={paths.transactions} search={{ open: transactionId } as never}>
            {resultSentence(result, t)}
          </Link>
        </p>
        {payment && <About payment={payment} result={result} />}
      </div>
      <ActionIcon
        size="sm"
        className={classes['x'] ?? ''}
        aria-label={t('payment:results.close', { id: transactionId })}
        onClick={() => closeResult(transactionId)}
      >
        <IconX size={16} stroke={1.6} />
      </ActionIcon>
    </article>
  );
}

function About({ payment, result }: { payment: TransactionDetail; result: Result }) {
  const { t } = useTranslation(['payment', 'transactions', 'common']);
  const reason = reasonText(payment, t);
  const starter = starterOf(payment);
  return (
    <>
      <p className={classes['figure']}>
        <Amount amountMinor={shownMinor(payment)} currency={payment.currency} size="xl" />
        <Age payment={payment} result={result} />
      </p>
      <p className={classes['state']}>
        <strong>{outcomeTitle(payment, t)}</strong>
        {reason && t('payment:results.because', { reason: inSentence(reason) })}
      </p>
      <p className={classes['who']}>
        <Dotted>
          <Identifier>{payment.tid}</Identifier>
          {branchOf(payment)}
          {payment.cashierName}
          {starter && t('payment:results.startedBy', { name: starter })}
        </Dotted>
      </p>
    </>
  );
}

/** How long ago: by this window's own clock where it heard it, by the portal's where it was away. */
function Age({ payment, result }: { payment: TransactionDetail; result: Result }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), ageTickMs);
    return () => clearInterval(timer);
  }, []);
  const decidedMs = payment.decidedAt === null ? result.heardAtMs : Date.parse(payment.decidedAt);
  const atMs = result.missed ? decidedMs : result.heardAtMs;
  return <span className={classes['age']}>{formatRelative(Math.min(atMs, nowMs), nowMs)}</span>;
}
