import { paths } from '@mizan/contract/paths.ts';
import { filterOptions, transactionTotals } from '@mizan/contract/transactions.ts';
import type { VerdictPayments } from '@mizan/contract/verdict-payments.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { routeQuery, seldomMs } from '../../../platform/query-client.ts';
import { Amount } from '../../../ui/amount.tsx';
import { opensNothing } from '../../../ui/opens-nothing.ts';
import classes from './live-sum.module.css';

/** The ids of the merchant's terminals by their numbers; none until they are known. */
export function useTerminalIds(): ReadonlyMap<string, string> {
  const options = useQuery({ ...routeQuery(filterOptions, {}), staleTime: seldomMs }).data;
  return useMemo(
    () => new Map(options?.terminals.map(({ tid, id }): [string, string] => [tid, id])),
    [options],
  );
}

/** A figure as the way to the payments that it counts; plain where the list cannot be narrowed to them. */
export function PaymentsLink({
  filter,
  otherwise = 'listCannot',
  children,
}: {
  filter: object | null;
  /** What a figure without a filter is. */
  otherwise?: 'listCannot' | 'ofFigures';
  children: ReactNode;
}) {
  if (filter === null) return <span {...opensNothing(otherwise)}>{children}</span>;
  return (
    <Link to={paths.transactions} search={filter as never} className={classes['opens'] ?? ''}>
      {children}
    </Link>
  );
}

type Currency = VerdictPayments['currency'][number];

/** Before fees, refunds below zero. */
export interface KnownSum {
  currency: Currency;
  count: number;
  amountMinor: number;
}

/**
 * Money that no file has brought, as it is now: what the list that it opens counts. Where that is not known, as it was
 * when the verdict was made, which is said.
 */
function useLiveSum(
  filter: VerdictPayments | null,
  judged: KnownSum,
): { sum: KnownSum; isLive: boolean } | null {
  const query = useQuery({
    ...routeQuery(transactionTotals, { query: filter ?? {} }, { live: ['TRX', 'PAY', 'FIL'] }),
    enabled: filter !== null,
  });
  const { data } = query;
  if (filter === null || query.isError || data?.atLeast) return { sum: judged, isLive: false };
  if (!data) return null;
  const { count, salesMinor, refundedMinor, currency } = data;
  return { sum: { currency, count, amountMinor: salesMinor - refundedMinor }, isLive: true };
}

/** 'SAR 37,094.18 282 transactions', opening them. */
export function LiveSum({
  filter,
  judged,
  note,
}: {
  filter: VerdictPayments | null;
  judged: KnownSum;
  /** Said of the sum as it was judged alone. */
  note?: string | undefined;
}) {
  const { t } = useTranslation(['reconciliation', 'units']);
  const live = useLiveSum(filter, judged);
  if (live === null) return null;
  const { sum, isLive } = live;
  return (
    <span
      className={classes['sum']}
      data-live={isLive || undefined}
      {...(filter === null && opensNothing('listCannot'))}
    >
      <span className={classes['amount']}>
        <PaymentsLink filter={filter}>
          <Amount amountMinor={sum.amountMinor} currency={sum.currency} />
        </PaymentsLink>
      </span>{' '}
      <span>{t('units:transaction', { count: sum.count })}</span>
      {!isLive && <span className={classes['quiet']}>{t('reconciliation:covered.whenJudged')}</span>}
      {note && sum.amountMinor === judged.amountMinor && <span className={classes['quiet']}>{note}</span>}
    </span>
  );
}
