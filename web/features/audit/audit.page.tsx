import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { AuditRow } from '@mizan/contract/audit.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session.store.ts';
import { useTitle } from '../../platform/title.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState, LoadingState, NoResultsState } from '../../ui/states.tsx';
import classes from './audit.module.css';
import { useAuditEntries } from './audit.queries.ts';
import { type AuditSearchState, useAuditSearch } from './audit.search.ts';
import { Action, auditColumns, Person, Place } from './audit-columns.tsx';
import { AuditChange } from './audit-facts.tsx';
import { AuditFilters } from './audit-filters.tsx';

const phone = '(max-width: 62em)';

/** Who did what, when, from where, before and after: a merchant's own log, or the platform's. */
export function AuditPage() {
  const { t } = useTranslation('audit');
  const state = useAuditSearch();
  useTitle(t('audit:title'), 'screen');
  // A merchant's phone names the settings above it: there the log is a part of them.
  const isInMenu = useSession()?.role === 'ADMIN';
  return (
    <Page named={isInMenu} title={t('audit:title')} filters={<AuditFilters state={state} />}>
      <Entries state={state} />
    </Page>
  );
}

function Entries({ state }: { state: AuditSearchState }) {
  const { t } = useTranslation('audit');
  const { query, rows } = useAuditEntries(state.filter);
  if (query.isPending) {
    return <LoadingState rows={12} />;
  }
  if (query.isError && rows.length === 0)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (rows.length === 0) {
    if (state.isFiltered) return <NoResultsState onClear={state.clear} />;
    return <EmptyState title={t('audit:empty.title')} help={t('audit:empty.help')} />;
  }
  return (
    <>
      <Rows rows={rows} hasMore={query.hasNextPage} />
      {query.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('audit:more')}
        </Button>
      )}
    </>
  );
}

/** A ledger where there is room for its columns; else an entry under the other. */
function Rows({ rows, hasMore }: { rows: AuditRow[]; hasMore: boolean }) {
  const { t } = useTranslation(['audit', 'roles']);
  const narrow = useMediaQuery(phone, false, { getInitialValueInEffect: false }) ?? false;
  const columns = useMemo(() => auditColumns(t), [t]);
  if (narrow) {
    return (
      <ul className={classes['list']} aria-label={t('audit:title')}>
        {rows.map((row) => (
          <li key={row.id}>
            <Action row={row} t={t} />
            <AuditChange row={row} />
            <span className={classes['foot']}>
              <Person row={row} t={t} />
              <Place row={row} />
            </span>
            <span className={classes['quiet']}>
              <DateText value={row.at} form="dateTime" />
            </span>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <DataTable
      label={t('audit:title')}
      columns={columns}
      rows={rows}
      rowId={(row) => row.id}
      density="loose"
      totalRows={hasMore ? -1 : rows.length}
    />
  );
}
