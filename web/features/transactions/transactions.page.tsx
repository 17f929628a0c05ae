import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowUp } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session.store.ts';
import { type Density } from '../../ui/data-table.tsx';
import { useFirstPaintOver } from '../../ui/first-paint.ts';
import { LongTable } from '../../ui/long-table.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState, NoResultsState } from '../../ui/states.tsx';
import { TransactionDrawer } from './transaction-drawer.tsx';
import classes from './transactions.module.css';
import { useTransactionList } from './transactions.queries.ts';
import { useTransactionSearch } from './transactions.search.ts';
import { hiddenAtFirst, transactionColumns } from './transactions-columns.tsx';
import { TransactionFilters } from './transactions-filters.tsx';
import { TransactionDays } from './transactions-phone.tsx';
import { TransactionSummary, TransactionTotals, useListRange } from './transactions-totals.tsx';
import { ViewOptions } from './transactions-view.tsx';

const phone = '(max-width: 48em)';

/** Every transaction, newest first and live, with its filters in the address and its detail docked beside it. */
export function TransactionsPage() {
  const { t } = useTranslation(['transactions', 'common', 'units']);
  const state = useTransactionSearch();
  const forCashier = useSession()?.role === 'CASHIER';
  const onPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false }) ?? false;
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
          <TransactionDrawer
            id={state.open}
            previousId={openAt(-1)}
            nextId={openAt(1)}
            onGo={openId}
            onClose={() => state.change({ open: undefined })}
          />
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

function List({ list: { query, rows, hasNew }, state, view, onPhone, onOpen, onTop }: ListProps) {
  const { t } = useTranslation(['transactions', 'common', 'units']);
  const hasRest = useFirstPaintOver();
  const range = useListRange(state);
  const columns = useMemo(() => transactionColumns(t), [t]);
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);

  if (query.isPending || !hasRest) return <LoadingState rows={14} />;
  if (query.isError && rows.length === 0)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (rows.length === 0) {
    if (state.isFiltered) return <NoResultsState onClear={state.clear} />;
    return (
      <EmptyState title={t('transactions:empty.title', { range })} help={t('transactions:empty.help')} />
    );
  }
  return (
    <div className={classes['body']}>
      <TransactionTotals filter={state.filter} />
      {hasNew && (
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
      )}
      {onPhone ? (
        <TransactionDays rows={rows} hasMore={hasNextPage} onOpen={onOpen} onEnd={more} onTop={onTop} />
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
          onEnd={more}
          onTop={onTop}
          totalRows={hasNextPage ? -1 : rows.length}
        />
      )}
      <div className={classes['foot']} aria-live="polite">
        <span>{t(hasNextPage ? 'transactions:foot.more' : 'transactions:foot.all', { range })}</span>
        <span>{t('transactions:foot.shown', { count: rows.length })}</span>
      </div>
    </div>
  );
}
