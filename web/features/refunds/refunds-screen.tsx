import { Button } from '@mantine/core';
import { setCashierRefunds } from '@mizan/contract/cashier-refunds.ts';
import type { ExportSubject } from '@mizan/contract/exports.ts';
import { type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { apart, formatAmount, formatNumber } from '../../platform/formats.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { useToday } from '../../platform/today.ts';
import { useMay, useMayExport } from '../../platform/use-may.ts';
import { rangeText } from '../../ui/date-range-picker.tsx';
import { DrawerPlace } from '../../ui/drawer-place.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Page } from '../../ui/page.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import { TermHelp } from '../../ui/term-help.tsx';
import { useMayRefund } from './refund-rights.ts';
import classes from './refunds.module.css';
import { useRefundList, useRefundTotals } from './refunds.queries.ts';
import { type RefundSearchState, useRefundSearch } from './refunds.search.ts';
import { refundColumns } from './refunds-columns.tsx';
import { RefundFilters } from './refunds-filters.tsx';
import { RefundRows } from './refunds-phone.tsx';

/** Loads with the first thing that opens beside the list. */
const RefundBeside = lazyPart(() => import('./refund-beside.tsx'));

interface RefundsScreenProps {
  /** Takes what is listed away as a file. */
  exporter: (subject: ExportSubject) => ReactNode;
}

/** Every refund and reversal, newest first and live, with its filters in the address and its detail beside it. */
export function RefundsScreen({ exporter }: RefundsScreenProps) {
  const { t } = useTranslation(['refunds', 'shell', 'common', 'transactions', 'units']);
  const state = useRefundSearch();
  const onPhone = useIsPhone();
  const mayRefund = useMayRefund();
  const maySet = useMay(setCashierRefunds);
  const subject = useFiled(state);
  const list = useRefundList(state.filter);
  const columns = useMemo(() => refundColumns(t), [t]);
  const onOpen = (id: string) => state.show({ open: id }, state.open !== null);
  return (
    <Page
      fill
      named
      title={t('shell:menu.refunds')}
      summary={<Summary state={state} />}
      help={<TermHelp term="refund" name={t('shell:menu.refunds')} />}
      actions={
        <>
          {subject && exporter(subject)}
          {maySet && (
            <Button variant="default" onClick={() => state.show({ set: 'limits' })}>
              {t('refunds:limits.title')}
            </Button>
          )}
          {mayRefund && <Button onClick={() => state.show({ of: 'find' })}>{t('refunds:new')}</Button>}
        </>
      }
      filters={<RefundFilters state={state} />}
      drawer={
        (state.open ?? state.of ?? state.set) !== null && (
          <Suspense fallback={<DrawerPlace />}>
            <RefundBeside state={state} />
          </Suspense>
        )
      }
    >
      <div className={classes['body']} data-phone={onPhone || undefined}>
        <ListTable
          fill
          list={list}
          skeletonRows={10}
          onClear={state.isFiltered && state.clear}
          empty={<EmptyState title={t('refunds:empty.title')} help={mayRefund && t('refunds:empty.help')} />}
          label={t('shell:menu.refunds')}
          columns={columns}
          rowId={(row) => row.id}
          selectedId={state.open}
          onOpen={(row) => onOpen(row.id)}
          small={onPhone && <RefundRows rows={list.rows} onOpen={onOpen} />}
        />
        {list.rows.length > 0 && <p className={classes['foot']}>{t('refunds:onlyApproved')}</p>}
      </div>
    </Page>
  );
}

/** What a file of this list would hold, with the days that show; null where nobody may take it, and for what waits for one person. */
function useFiled(state: RefundSearchState): ExportSubject | null {
  const today = useToday();
  const mayTake = useMayExport();
  const { waiting, ...filter } = state.filter;
  if (waiting !== undefined || !mayTake) return null;
  return { kind: 'refunds', filter: { ...filter, ...state.days(today) } };
}

/** 'Last 31 days', '23 refunds', 'refunded 1,904.35': of all that the filter holds, not of the rows that are drawn. */
function Summary({ state }: { state: RefundSearchState }) {
  const { t } = useTranslation(['refunds', 'common']);
  const today = useToday();
  const totals = useRefundTotals(state.filter).data;
  if (!totals) return null;
  const { from, to, atLeast, count, approvedMinor, openCount, openMinor } = totals;
  const parts = [
    from && to ? rangeText({ from, to }, today, t) : t('common:range.allTime'),
    t(atLeast ? 'refunds:total.atLeast' : 'refunds:total.count', { count, number: formatNumber(count) }),
    // A part of a sum is no sum.
    !atLeast && t('refunds:total.approved', { amount: formatAmount(approvedMinor) }),
    !atLeast && openCount > 0 && t('refunds:total.open', { amount: formatAmount(openMinor) }),
  ];
  return <>{parts.filter(Boolean).join(apart)}</>;
}
