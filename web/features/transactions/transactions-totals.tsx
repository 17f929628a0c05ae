import { Skeleton } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { apart, formatDateTime, formatNumber } from '../../platform/formats.ts';
import { useSession } from '../../platform/session.store.ts';
import { useToday } from '../../platform/today.ts';
import { Amount } from '../../ui/amount.tsx';
import { rangeText } from '../../ui/date-range-picker.tsx';
import classes from './transactions.module.css';
import { useFilterOptions, useTotals } from './transactions.queries.ts';
import { hasInstants, type TransactionFilter, type TransactionSearchState } from './transactions.search.ts';

/** The days that the list shows, in words: 'Last 31 days', or 'All time'. */
export function useListRange(state: TransactionSearchState): string {
  const { t } = useTranslation(['common', 'transactions']);
  const today = useToday();
  const days = state.days(today);
  if (days) return rangeText(days, today, t);
  return hasInstants(state.filter) ? paidText(state.filter, t) : t('common:range.allTime');
}

/** Between which moments payments were made, by the clock of Riyadh; without the year where room is short. */
export function paidText(
  { paidFrom, paidBefore }: TransactionFilter,
  t: TFunction,
  format = formatDateTime,
): string {
  const said = {
    from: paidFrom ? format(paidFrom) : '',
    before: paidBefore ? format(paidBefore) : '',
  };
  return t(`transactions:paid.${paidFrom ? (paidBefore ? 'between' : 'from') : 'before'}`, said);
}

/** 'Last 31 days', '1,284 transactions': the days are those that the portal counted. */
export function TransactionSummary({ filter }: { filter: TransactionFilter }) {
  const { t } = useTranslation(['transactions', 'common', 'units']);
  const today = useToday();
  const totals = useTotals(filter).data;
  if (!totals) return null;
  const { from, to } = totals;
  const days =
    from && to
      ? rangeText({ from, to }, today, t)
      : hasInstants(filter)
        ? paidText(filter, t)
        : t('common:range.allTime');
  const range = filter.days && from ? t('transactions:summary.bankDays', { days }) : days;
  const count = t(totals.atLeast ? 'transactions:summary.atLeast' : 'units:transaction', {
    count: totals.count,
    number: formatNumber(totals.count),
  });
  const coversAll = filter.search !== undefined && from === null;
  return <>{`${coversAll ? t('transactions:summary.searchAllTime') : range}${apart}${count}`}</>;
}

/** What the filter's payments come to, and for a cashier what is counted. */
export const TransactionTotals = ({ filter }: { filter: TransactionFilter }) => (
  <div className={classes['sums']}>
    <Sums filter={filter} />
    <WhatCashierCounts />
  </div>
);

/**
 * In the words and the sums of the dashboard. Left out where only a part was counted, because a part of a sum is no
 * sum, and where nothing was approved.
 */
function Sums({ filter }: { filter: TransactionFilter }) {
  const { t } = useTranslation('transactions');
  const { data: totals, isLoading } = useTotals(filter);
  if (isLoading) return <SumsToCome />;
  if (!totals || totals.atLeast) return null;
  const { unknown, currency } = totals;
  if (totals.salesCount + totals.refundedCount === 0 && !unknown) return null;
  const figures: [term: string, amountMinor: number, count: number | null][] = [
    [t('transactions:totals.sales'), totals.salesMinor, totals.salesCount],
    [t('transactions:totals.refunded'), -totals.refundedMinor, totals.refundedCount],
    [t('transactions:totals.charges'), -(totals.feeMinor + totals.vatMinor), null],
    [t('transactions:totals.net'), totals.netMinor, null],
  ];
  if (unknown) figures.push([t('transactions:totals.unknown'), unknown.amountMinor, unknown.count]);
  return (
    <dl className={classes['totals']}>
      {figures.map(([term, amountMinor, count]) => (
        <div key={term}>
          <dt>
            {term}
            {count !== null && <span className={classes['unit']}> {formatNumber(count)}</span>}
          </dt>
          <dd>
            <Amount
              amountMinor={amountMinor}
              size="md"
              currency={currency === 'SAR' ? undefined : currency}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Keeps the place of the sums, read to nobody: the list below them, which mostly comes first, stays where it is. */
function SumsToCome() {
  const { t } = useTranslation('transactions');
  return (
    <dl className={classes['totals']} aria-busy="true" aria-hidden="true">
      {(['sales', 'refunded', 'charges', 'net'] as const).map((each) => (
        <div key={each}>
          <dt>{t(`transactions:totals.${each}`)}</dt>
          <Skeleton component="dd" radius="sm">
            <Amount amountMinor={0} size="md" />
          </Skeleton>
        </div>
      ))}
    </dl>
  );
}

/** A cashier's list and sums go by the terminal, not by who started a payment: said, because both are known. */
function WhatCashierCounts(): ReactNode {
  const { t } = useTranslation('transactions');
  const session = useSession();
  const terminal = useFilterOptions().data?.terminals[0];
  if (session?.role !== 'CASHIER') return null;
  return (
    <p className={classes['counts']}>
      {terminal
        ? t('transactions:counts.terminal', { tid: terminal.tid })
        : t('transactions:counts.noTerminal')}
    </p>
  );
}
