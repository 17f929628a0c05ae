import { Button } from '@mantine/core';
import type { ExportSubject } from '@mizan/contract/exports.ts';
import { paths } from '@mizan/contract/paths.ts';
import { startPayment } from '@mizan/contract/payments.ts';
import { addTerminal } from '@mizan/contract/terminal-manage.ts';
import type { TerminalRow } from '@mizan/contract/terminals.ts';
import { IconDeviceMobile, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { apart, formatNumber } from '../../platform/formats.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { wholeList } from '../../platform/list.ts';
import { useMay, useMayExport } from '../../platform/use-may.ts';
import { DrawerPlace } from '../../ui/drawer-place.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Page } from '../../ui/page.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import { batteryText, branchName } from '../../ui/terminal.words.ts';
import { attentionOf, type LeftOuts } from './attention.ts';
import { filteredTerminals } from './filter-terminals.ts';
import { TerminalLine } from './heartbeat.tsx';
import { PairPanel } from './pair-panel.tsx';
import classes from './terminal.module.css';
import { TerminalWarnings } from './terminal-warnings.tsx';
import { useRetiredTerminals, useTerminals } from './terminals.queries.ts';
import { type TerminalSearchState, useTerminalSearch } from './terminals.search.ts';
import { type ColumnsOf, deviceColumns, healthColumns, Signs } from './terminals-columns.tsx';
import { TerminalsFilters } from './terminals-filters.tsx';

/** Loads when somebody adds a terminal. */
const AddPanel = lazyPart(() => import('./add-panel.tsx'));

interface TerminalsScreenProps {
  /** What reconciliation says of them: the matter of another feature. */
  leftOuts: LeftOuts;
  /** Takes what is listed away as a file. */
  exporter: (subject: ExportSubject) => ReactNode;
}

/** Every terminal of the merchant with its line and its health, and the way to a payment on one of them. */
export function TerminalsScreen({ leftOuts, exporter }: TerminalsScreenProps) {
  const { t } = useTranslation(['terminals', 'payment', 'shell']);
  const search = useTerminalSearch();
  const query = useTerminals();
  const areRetired = search.service !== undefined;
  const retired = useRetiredTerminals(areRetired);
  const onPhone = useIsPhone();
  const [mayAdd, mayTake] = [useMay(addTerminal), useMay(startPayment)];
  const rows = query.data?.rows ?? [];
  const listed = areRetired ? retired.data?.rows : query.data?.rows;
  const subject = useFiled(listed ?? [], search, leftOuts);
  const needing = rows.filter((row) => attentionOf(row, leftOuts.get(row.id)).length > 0).length;

  return (
    <Page
      fill
      named
      title={t('shell:menu.terminals')}
      summary={query.data && <Connected rows={rows} />}
      actions={
        query.data && (
          <>
            {subject && exporter(subject)}
            <Button variant="default" renderRoot={(props) => <Link {...props} to={paths.shifts} />}>
              {t('terminals:shifts')}
            </Button>
            {mayAdd && (
              <Button variant="default" onClick={() => search.change({ add: 'new' })}>
                {t('terminals:add.action')}
              </Button>
            )}
            {mayTake && rows.length > 0 && (
              <Button
                leftSection={<IconPlus size={16} stroke={2} />}
                onClick={() => search.go({ pay: 'any' })}
              >
                {t('payment:title')}
              </Button>
            )}
          </>
        )
      }
      drawer={<AddDrawer rows={rows} search={search} />}
      filters={
        (rows.length > 0 || areRetired) && (
          <TerminalsFilters search={search} rows={rows} needing={needing} onPhone={onPhone} />
        )
      }
    >
      <TerminalWarnings rows={rows} leftOuts={leftOuts} />
      <TerminalList
        query={areRetired ? retired : query}
        search={search}
        leftOuts={leftOuts}
        onPhone={onPhone}
      />
    </Page>
  );
}

/** What a file of this list would hold; null where it is empty or nobody may take it. */
function useFiled(
  rows: readonly TerminalRow[],
  { search, connection, branchId, needs, service }: TerminalSearchState,
  leftOuts: LeftOuts,
): ExportSubject | null {
  const mayTake = useMayExport();
  const shown = filteredTerminals(rows, { search, connection, branchId, needs }, leftOuts);
  if (shown.length === 0 || !mayTake) return null;
  const id = shown.length < rows.length ? shown.map((row) => row.id) : undefined;
  return { kind: 'terminals', filter: { service, id } };
}

function AddDrawer({ rows, search }: { rows: readonly TerminalRow[]; search: TerminalSearchState }) {
  const { add, changeIfStill } = search;
  const onClose = (): void => changeIfStill({ add: undefined });
  const added = rows.find(({ id }) => id === add);
  if (added) return <PairPanel key={added.id} terminal={added} onClose={onClose} />;
  if (add !== 'new') return null;
  return (
    <Suspense fallback={<DrawerPlace />}>
      <AddPanel onAdded={(id) => changeIfStill({ add: id }, true)} onClose={onClose} />
    </Suspense>
  );
}

function Connected({ rows }: { rows: readonly TerminalRow[] }) {
  const { t } = useTranslation('terminals');
  const part = rows.filter((row) => row.connection === 'CONNECTED').length;
  const unpaired = rows.filter((row) => !row.isPaired).length;
  return (
    <>
      {t('terminals:summary', { count: part, total: formatNumber(rows.length) })}
      {unpaired > 0 && t('terminals:toPair', { count: unpaired })}
    </>
  );
}

interface TerminalListProps {
  query: ReturnType<typeof useTerminals>;
  search: TerminalSearchState;
  leftOuts: LeftOuts;
  onPhone: boolean;
}

function TerminalList({ query, search, leftOuts, onPhone }: TerminalListProps) {
  const { t } = useTranslation(['terminals', 'transactions', 'common', 'shell']);
  const { search: text, connection, branchId, needs, columns: shown } = search;
  const portal = query.data?.now ?? '';
  const of = useMemo<ColumnsOf>(
    () => ({ answered: { portal, hereMs: query.dataUpdatedAt }, leftOuts }),
    [portal, query.dataUpdatedAt, leftOuts],
  );
  const columns = useMemo(
    () => (shown === 'device' ? deviceColumns(t, of) : healthColumns(t, of)),
    [t, of, shown],
  );
  const list = wholeList(query);
  const rows = useMemo(
    () => filteredTerminals(query.data?.rows ?? [], { search: text, connection, branchId, needs }, leftOuts),
    [query.data, text, connection, branchId, needs, leftOuts],
  );
  const isFiltered = rows.length < list.rows.length;
  const navigate = useNavigate();
  const onOpen = (id: string): void => {
    const tid = rows.find((row) => row.id === id)?.tid;
    if (tid) void navigate({ to: paths.terminalDetail, params: { tid } as never });
  };
  return (
    <ListTable
      fill
      list={{ ...list, rows }}
      onClear={
        isFiltered &&
        (() =>
          search.change({ search: undefined, connection: undefined, branchId: undefined, needs: undefined }))
      }
      empty={<NoTerminals search={search} />}
      label={t('shell:menu.terminals')}
      columns={columns}
      rowId={(row) => row.id}
      selectedId={search.add ?? null}
      onOpen={(row) => onOpen(row.id)}
      small={onPhone && <TerminalsPhone rows={rows} of={of} onOpen={onOpen} />}
    />
  );
}

function NoTerminals({ search: { service, change } }: { search: TerminalSearchState }) {
  const { t } = useTranslation(['terminals', 'common']);
  if (service) {
    return (
      <EmptyState
        title={t('terminals:empty.retired')}
        help={t('terminals:empty.retiredHelp')}
        action={
          <Button variant="default" onClick={() => change({ service: undefined })}>
            {t('common:actions.clearFilters')}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title={t('terminals:empty.title')}
      help={t('terminals:empty.help')}
      action={
        <Button variant="subtle" onClick={() => change({ service: 'retired' })}>
          {t('terminals:detail.retired')}
        </Button>
      }
    />
  );
}

interface TerminalsPhoneProps {
  rows: TerminalRow[];
  of: ColumnsOf;
  onOpen: (id: string) => void;
}

function TerminalsPhone({ rows, of: { answered, leftOuts }, onOpen }: TerminalsPhoneProps) {
  const { t } = useTranslation(['terminals', 'shell']);
  return (
    <div className={classes['phone']}>
      <RowList
        label={t('shell:menu.terminals')}
        onOpen={onOpen}
        rows={rows.map((row) => ({
          id: row.id,
          mark: <IconDeviceMobile size={20} stroke={1.6} aria-hidden="true" />,
          title: (
            <span className={classes['named']}>
              <Identifier>{row.tid}</Identifier>
              <Signs kinds={attentionOf(row, leftOuts.get(row.id))} t={t} />
            </span>
          ),
          detail: <bdi>{row.label ? `${branchName(row)}${apart}${row.label}` : branchName(row)}</bdi>,
          figure: batteryText(row, t),
          status: <TerminalLine terminal={row} answered={answered} whole />,
        }))}
      />
    </div>
  );
}
