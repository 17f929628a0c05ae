import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session.store.ts';
import { type Density } from '../../ui/ledger.tsx';
import { ListView } from '../../ui/list-view.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import { Page } from '../../ui/page.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import classes from './transactions.module.css';
import { useTransactionList } from './transactions.queries.ts';
import { useTransactionSearch } from './transactions.search.ts';
import { hiddenAtFirst, transactionColumns } from './transactions-columns.tsx';
import { TransactionFilters } from './transactions-filters.tsx';
import { TransactionDays } from './transactions-phone.tsx';
import { TransactionSummary, TransactionTotals, useListRange } from './transactions-totals.tsx';
import { ViewOptions } from './transactions-view.tsx';

/** Loads with the first payment that is opened. */
const TransactionDrawer = lazy(() => import('./transaction-drawer.tsx'));

/** Every transaction, newest first and live, with its filters in the address and its detail docked beside it. */
export function TransactionsPage() {
  const { t } = useTranslation(['transactions', 'common', 'units']);
  const state = useTransactionSearch();
  const forCashier = useSession()?.role === 'CASHIER';
  const onPhone = useIsPhone();
  const [view, setView] = useState<{ columns: Record<string, boolean>; density: Density }>({
    columns: hiddenAtFirst(forCashier),
    density: 'normal',
  });
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
      actions={!onPhone && <ViewOptions view={view} onChange={setView} />}
      filters={<TransactionFilters state={state} forCashier={forCashier} onPhone={onPhone} />}
      drawer={
        state.open !== null && (
          <Suspense fallback={null}>
            <TransactionDrawer
              id={state.open}
              previousId={openAt(-1)}
              nextId={openAt(1)}
              onGo={openId}
              onClose={() => state.change({ open: undefined })}
            />
          </Suspense>
        )
      }
    >
      <List list={list} state={state} view={view} onPhone={onPhone} onOpen={openId} onTop={setAtTop} />
    </Page>
  );
}

interface ListProps {
  list: ReturnType<typeof useTransactionList>;
  state: ReturnType<typeof useTransactionSearch>;
  view: { columns: Record<string, boolean>; density: Density };
  onPhone: boolean;
  onOpen: (id: string) => void;
  onTop: (atTop: boolean) => void;
}

function List({ list, state, view, onPhone, onOpen, onTop }: ListProps) {
  const { t } = useTranslation(['transactions', 'common', 'units']);
  const range = useListRange(state);
  const columns = useMemo(() => transactionColumns(t), [t]);
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
        <div className={classes['body']}>
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
              hiddenColumns={view.columns}
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
