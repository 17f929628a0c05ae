import { ActionIcon, Button } from '@mantine/core';
import type { SettlementMonth } from '@mizan/contract/settlement.ts';
import { IconCalendarEvent, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../platform/lazy-part.ts';
import { DrawerPlace } from '../../ui/drawer-place.tsx';
import { FilterSegments } from '../../ui/filter-segments.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState, LoadingState } from '../../ui/states.tsx';
import { TermHelp } from '../../ui/term-help.tsx';
import { NeedsAction } from './needs-action.tsx';
import classes from './settlement.module.css';
import { useSettlementMonth } from './settlement.queries.ts';
import {
  readCell,
  type SettlementAddress,
  settlementViews,
  useSettlementSearch,
} from './settlement.search.ts';
import { formatHijriRange, formatMonth } from './settlement.words.ts';
import { SettlementGrid } from './settlement-grid.tsx';
import { Legend } from './settlement-legend.tsx';
import { SettlementPhone } from './settlement-phone.tsx';
import { daysOf, monthBeside } from './settlement-sums.ts';
import { SettlementTotals } from './settlement-totals.tsx';

/** Loads with the first cell that is opened. */
const CellDrawer = lazyPart(() => import('./cell-drawer.tsx'));
const DepositDrawer = lazyPart(() => import('./deposit-drawer.tsx'));
const SettlementTableView = lazyPart(() => import('./settlement-table.tsx'));
const DepositsView = lazyPart(() => import('./deposits-view.tsx'));
const PapersView = lazyPart(() => import('./papers-view.tsx'));
const VatView = lazyPart(() => import('./vat-view.tsx'));
/** Those that show one month. */
const monthly: readonly unknown[] = [undefined, 'table', 'vat'];

/** The calendar of days and banks: what each bank owes for a day, and what its files say of it. */
export function SettlementPage() {
  const { t } = useTranslation(['settlement', 'shell']);
  const address = useSettlementSearch();
  const { state } = address;
  const query = useSettlementMonth(state.month);
  const month = query.data?.month ?? state.month;
  const days = month === undefined ? [] : daysOf(month);
  const cell = state.cell === undefined ? null : readCell(state.cell);
  const [first, last] = [days[0], days.at(-1)];
  const isMonthly = monthly.includes(state.view);
  return (
    <Page
      named
      title={t('shell:menu.settlement')}
      help={<TermHelp term="settlement" name={t('shell:menu.settlement')} />}
      summary={isMonthly && first && last && formatHijriRange(first, last)}
      actions={month && isMonthly && <MonthSwitch month={month} address={address} />}
      filters={<Views address={address} />}
      drawer={
        (cell || state.deposit) && (
          <Suspense fallback={<DrawerPlace />}>
            {state.deposit ? (
              <DepositDrawer key={state.deposit} id={state.deposit} address={address} />
            ) : (
              cell && <CellDrawer key={state.cell} cell={cell} month={query.data} address={address} />
            )}
          </Suspense>
        )
      }
    >
      {state.view === 'table' ? (
        <Suspense fallback={<LoadingState rows={12} />}>
          <SettlementTableView address={address} />
        </Suspense>
      ) : state.view === 'deposits' ? (
        <Suspense fallback={<LoadingState rows={8} />}>
          <DepositsView month={query.data} address={address} />
        </Suspense>
      ) : state.view === 'papers' ? (
        <Suspense fallback={<LoadingState rows={8} />}>
          <PapersView month={query.data} />
        </Suspense>
      ) : state.view === 'vat' ? (
        <Suspense fallback={<LoadingState rows={8} />}>
          <VatView month={state.month} />
        </Suspense>
      ) : (
        <Loaded of={query} rows={14}>
          {(shown) => <Month shown={shown} address={address} />}
        </Loaded>
      )}
    </Page>
  );
}

/** The calendar, or what arrived. */
function Views({ address: { state, go } }: { address: SettlementAddress }) {
  const { t } = useTranslation('settlement');
  return (
    <FilterSegments
      label={t('settlement:views.label')}
      allLabel={t('settlement:views.calendar')}
      options={settlementViews.map((each) => [each, t(`settlement:views.${each}`)])}
      value={state.view}
      onChange={(view) => go({ view, month: state.month })}
    />
  );
}

function Month({ shown, address }: { shown: SettlementMonth; address: SettlementAddress }) {
  const { t } = useTranslation('settlement');
  const onPhone = useIsPhone();
  if (shown.rows.length === 0) {
    return (
      <EmptyState
        title={t('settlement:empty.title', { month: formatMonth(`${shown.month}-15`) })}
        help={t('settlement:empty.help')}
      />
    );
  }
  if (onPhone) return <SettlementPhone shown={shown} address={address} />;
  return (
    <>
      <SettlementTotals shown={shown} />
      <SettlementGrid shown={shown} address={address} />
      <Legend shown={shown} />
      <NeedsAction shown={shown} address={address} />
    </>
  );
}

/** The month before, the one that shows as the way back to the present one, and the month after. */
function MonthSwitch({ month, address }: { month: string; address: SettlementAddress }) {
  const { t } = useTranslation('settlement');
  const { bank, view, which } = address.state;
  const go = (to: string | undefined) => address.go({ month: to, bank, view, which });
  return (
    <div className={classes['months']}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('settlement:month.before')}
        onClick={() => go(monthBeside(month, -1))}
      >
        <IconChevronLeft size={18} stroke={1.6} className="mz-mirror" />
      </ActionIcon>
      <Button
        variant="default"
        leftSection={<IconCalendarEvent size={16} stroke={1.6} aria-hidden="true" />}
        title={t('settlement:month.present')}
        onClick={() => go(undefined)}
      >
        {formatMonth(`${month}-15`)}
      </Button>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('settlement:month.after')}
        onClick={() => go(monthBeside(month, 1))}
      >
        <IconChevronRight size={18} stroke={1.6} className="mz-mirror" />
      </ActionIcon>
    </div>
  );
}
