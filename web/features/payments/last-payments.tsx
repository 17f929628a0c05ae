import { shownMinor } from '@mizan/contract/transaction-types.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../platform/formats.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { Amount } from '../../ui/amount.tsx';
import { CardNumber, Identifier } from '../../ui/identifier.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './payment-side.module.css';
import { lastPayments, useLastPayments } from './payments.queries.ts';

const DeclineReason = lazyPart(() => import('./decline-reason.tsx'));

export interface LastPaymentsProps {
  terminalId: string;
  /** The payment on screen, which is not 'before this one'. */
  except?: string | null;
  onOpen: (transactionId: string) => void;
}

/** What this terminal did last, newest first. */
export function LastPayments({ terminalId, except = null, onOpen }: LastPaymentsProps) {
  const { t } = useTranslation(['terminals', 'transactions']);
  const { data, isPending } = useLastPayments(terminalId);
  const rows = data?.rows.filter((row) => row.id !== except) ?? [];
  if (rows.length === 0 && !isPending) return null;
  // Beside a payment there is room for three columns.
  const isWhole = except === null;
  return (
    <section className={classes['lastOnes']}>
      <h3 className={classes['heading']}>{t(isWhole ? 'terminals:last.title' : 'terminals:last.before')}</h3>
      {isPending && <LoadingState rows={lastPayments} />}
      <ul className={classes['last']} data-whole={isWhole || undefined}>
        {rows.map((row) => (
          <li key={row.id}>
            <button type="button" onClick={() => onOpen(row.id)}>
              {isWhole && <Identifier hash>{row.id}</Identifier>}
              <time dateTime={row.createdAt}>{formatTime(row.createdAt)}</time>
              <StatusBadge status={row.status} />
              <span className={classes['sum']}>
                <Amount amountMinor={shownMinor(row)} muted={row.status !== 'APPROVED'} />
              </span>
              {isWhole && (
                <span className={classes['card']}>
                  {row.lastFour !== null && (
                    <>
                      <SchemeMark scheme={row.scheme} />
                      <CardNumber lastFour={row.lastFour} />
                    </>
                  )}
                </span>
              )}
              {isWhole && row.status === 'DECLINED' && (
                <span className={classes['why']}>
                  <Suspense>
                    <DeclineReason row={row} />
                  </Suspense>
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
