import type { AuditRow } from '@mizan/contract/audit.ts';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../platform/lazy-part.ts';
import { useSession } from '../../platform/session.store.ts';
import { useTitle } from '../../platform/title.ts';
import { DateText } from '../../ui/date-text.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Page } from '../../ui/page.tsx';
import { useIsTablet } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import classes from './audit.module.css';
import { useAuditEntries } from './audit.queries.ts';
import { type AuditSearchState, useAuditSearch } from './audit.search.ts';
import { Action, auditColumns, Person, Place } from './audit-columns.tsx';
import { AuditChange } from './audit-facts.tsx';

/** Seldom wanted, and it asks for a menu. */
const Save = lazyPart(() => import('./audit-save.tsx'));
/** What narrows the log is more than the log itself, so it comes behind it. */
const Filters = lazyPart(() => import('./audit-filters.tsx'));

/** Who did what, when, from where, before and after: a merchant's own log, or the platform's. */
export function AuditPage() {
  const { t } = useTranslation('audit');
  const state = useAuditSearch();
  useTitle(t('audit:title'), 'screen');
  // A merchant's phone names the settings above it: there the log is a part of them.
  const isInMenu = useSession()?.role === 'ADMIN';
  return (
    <Page
      named={isInMenu}
      title={t('audit:title')}
      actions={
        <Suspense fallback={null}>
          <Save filter={state.filter} />
        </Suspense>
      }
      filters={
        <Suspense fallback={<div className={classes['filtersRoom']} aria-busy />}>
          <Filters state={state} />
        </Suspense>
      }
    >
      <Entries state={state} />
    </Page>
  );
}

/** A ledger where there is room for its columns; else an entry under the other. */
function Entries({ state }: { state: AuditSearchState }) {
  const { t } = useTranslation(['audit', 'roles']);
  const onTablet = useIsTablet();
  const list = useAuditEntries(state.filter);
  const columns = useMemo(() => auditColumns(t), [t]);
  return (
    <ListTable
      list={list}
      skeletonRows={12}
      onClear={state.isFiltered && state.clear}
      empty={<EmptyState title={t('audit:empty.title')} help={t('audit:empty.help')} />}
      label={t('audit:title')}
      columns={columns}
      rowId={(row) => row.id}
      density="loose"
      small={onTablet && <StackedEntries rows={list.rows} />}
    />
  );
}

function StackedEntries({ rows }: { rows: AuditRow[] }) {
  const { t } = useTranslation(['audit', 'roles']);
  return (
    <ul className={classes['list']} aria-label={t('audit:title')}>
      {rows.map((row) => (
        <li key={row.id}>
          <Action row={row} t={t} />
          <AuditChange row={row} otherwise={null} />
          <span className={classes['foot']}>
            <Person row={row} t={t} />
            {row.ipAddress !== null && <Place row={row} />}
          </span>
          <span className={classes['quiet']}>
            <DateText value={row.at} form="dateTime" />
          </span>
        </li>
      ))}
    </ul>
  );
}
