import { Button } from '@mantine/core';
import { type ViewColumn, viewColumns } from '@mizan/contract/views.ts';
import { IconArrowUp } from '@tabler/icons-react';
import { type KeyboardEvent, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../platform/lazy-part.ts';
import { useSession } from '../../platform/session.store.ts';
import { useToday } from '../../platform/today.ts';
import { useMayExport } from '../../platform/use-may.ts';
import { DrawerPlace } from '../../ui/drawer-place.tsx';
import { type Density } from '../../ui/ledger.tsx';
import { ListView } from '../../ui/list-view.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import { Page } from '../../ui/page.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import { ListExport } from './list-export.tsx';
import { SavedViews } from './saved-views.tsx';
import type { TransactionDrawerProps } from './transaction-drawer.tsx';
import classes from './transactions.module.css';
import { useTransactionList } from './transactions.queries.ts';
import { useTransactionSearch } from './transactions.search.ts';
import { shownAtFirst, transactionColumns } from './transactions-columns.tsx';
import { TransactionFilters } from './transactions-filters.tsx';
import { TransactionDays } from './transactions-phone.tsx';
import { TransactionSummary, TransactionTotals, useListRange } from './transactions-totals.tsx';
import { ViewOptions } from './transactions-view.tsx';

/** Loads with the first payment that is opened. */
const TransactionDrawer = lazyPart(() => import('./transaction-drawer.tsx'));

/** Every transaction, newest first and live, with its filters in the address and its detail docked beside it. */
export function TransactionsScreen({ Refunds }: Pick<TransactionDrawerProps, 'Refunds'>) {
  const { t } = useTranslation(['transactions', 'common', 'units']);
  const state = useTransactionSearch();
  // A file has the days that show, and not those of the moment at which it is written.
  const filed = { ...state.filter, ...state.days(useToday()) };
  const forCashier = useSession()?.role === 'CASHIER';
  const mayExport = useMayExport();
  const onPhone = useIsPhone();
  const [density, setDensity] = useState<Density>('normal');
  const columns = state.columns ?? shownAtFirst(forCashier);
  // Chosen columns are a file's too; who chose none gets all.
  const chosen = state.columns ? { columns: [...state.columns] } : {};
  const [atTop, setAtTop] = useState(true);
  const list = useTransactionList(state.filter, atTop);
  const openAt = (step: number) => {
    const index = list.rows.findIndex((row) => row.id === state.open);
    return index < 0 ? undefined : list.rows[index + step]?.id;
  };
  const openId = (id: string) => state.change({ open: id }, state.open !== null);

  return (
    <Page
      fill
      named
      title={t('transactions:title')}
      summary={<TransactionSummary filter={state.filter} />}
      actions={
        <>
          <SavedViews state={state} columns={columns} />
          {!onPhone && (
            <ViewOptions
              view={{ columns, density }}
              onChange={(next) => {
                setDensity(next.density);
                if (next.columns !== columns) state.showColumns(next.columns);
              }}
            />
          )}
          {mayExport && <ListExport subject={{ kind: 'transactions', filter: filed, ...chosen }} />}
        </>
      }
      filters={<TransactionFilters state={state} forCashier={forCashier} onPhone={onPhone} />}
      drawer={
        state.open !== null && (
          <Suspense fallback={<DrawerPlace />}>
            <TransactionDrawer
              id={state.open}
              previousId={openAt(-1)}
              nextId={openAt(1)}
              onGo={openId}
              onClose={() => state.change({ open: undefined })}
              Refunds={Refunds}
            />
          </Suspense>
        )
      }
    >
      <List
        list={list}
        state={state}
        view={{ columns, density }}
        onPhone={onPhone}
        onOpen={openId}
        onTop={setAtTop}
      />
    </Page>
  );
}

interface ListProps {
  list: ReturnType<typeof useTransactionList>;
  state: ReturnType<typeof useTransactionSearch>;
  view: { columns: readonly ViewColumn[]; density: Density };
  onPhone: boolean;
  onOpen: (id: string) => void;
  onTop: (atTop: boolean) => void;
}

function List({ list, state, view, onPhone, onOpen, onTop }: ListProps) {
  const { t } = useTranslation(['transactions', 'common', 'units']);
  const range = useListRange(state);
  const columns = useMemo(() => transactionColumns(t), [t]);
  /** The detail stands beside the list: Escape closes it from either. */
  function closeByEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented || state.open === null) return;
    state.change({ open: undefined });
  }
  const hidden = Object.fromEntries(viewColumns.map((name) => [name, view.columns.includes(name)]));
  return (
    <ListView
      list={list}
      skeletonRows={14}
      onClear={state.isFiltered && state.clear}
      empty={
        <EmptyState title={t('transactions:empty.title', { range })} help={t('transactions:empty.help')} />
      }
    >
      {(rows) => (
        <div className={classes['body']} role="presentation" onKeyDown={closeByEscape}>
          <TransactionTotals filter={state.filter} />
          {list.hasNews && <News onTop={onTop} />}
          {onPhone ? (
            <TransactionDays list={list} onOpen={onOpen} onTop={onTop} />
          ) : (
            <LongTable
              label={t('transactions:title')}
              columns={columns}
              rows={rows}
              rowId={(row) => row.id}
              density={view.density}
              hiddenColumns={hidden}
              selectedId={state.open}
              onOpen={(row) => onOpen(row.id)}
              onEnd={list.loadMore}
              onTop={onTop}
              totalRows={list.hasMore ? -1 : rows.length}
            />
          )}
          <div className={classes['foot']} aria-live="polite">
            <span>{t(list.hasMore ? 'transactions:foot.more' : 'transactions:foot.all', { range })}</span>
            <span>{t('transactions:foot.shown', { count: rows.length })}</span>
          </div>
        </div>
      )}
    </ListView>
  );
}

/** The way back to the top, where the portal has more to show. */
function News({ onTop }: Pick<ListProps, 'onTop'>) {
  const { t } = useTranslation('transactions');
  return (
    <div className={classes['news']} role="status">
      <Button
        size="compact-sm"
        radius="xl"
        leftSection={<IconArrowUp size={14} stroke={2} />}
        onClick={() => {
          onTop(true);
          document.querySelector(`.${classes['body']} [data-fill]`)?.scrollTo({ top: 0 });
        }}
      >
        {t('transactions:newRows')}
      </Button>
    </div>
  );
}
