import type { ExceptionRow } from '@mizan/contract/bank-exceptions.ts';
import { exceptionOutcomes, exceptionStates } from '@mizan/contract/bank-exceptions.ts';
import { paths } from '@mizan/contract/paths.ts';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { language } from '../../platform/language.ts';
import { Amount } from '../../ui/amount.tsx';
import { columnsOf } from '../../ui/data-table.tsx';
import { FilterChip } from '../../ui/filter-chip.tsx';
import { FilterMenu } from '../../ui/filter-menu.tsx';
import { FilterSegments } from '../../ui/filter-segments.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Page } from '../../ui/page.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import { ExceptionAge, ExceptionBadge, ExceptionOutcome, ExceptionPlace } from './exception-cells.tsx';
import classes from './exceptions.module.css';
import { useExceptionSums, useExceptions } from './exceptions.queries.ts';
import { type ExceptionsSearch, useExceptionsSearch } from './exceptions.search.ts';
import { outcomeKey } from './outcome.words.ts';

/** Every exception that asks for somebody, or those of a state, the oldest first. */
export function ExceptionsList() {
  const { t } = useTranslation(['exceptions', 'reconciliation']);
  const { state, change } = useExceptionsSearch();
  const { open: _open, ...filter } = state;
  const isNarrowed = Object.keys(filter).length > 0;
  return (
    <Page
      title={t('exceptions:title')}
      summary={t('exceptions:oldestFirst')}
      actions={<BackLink />}
      filters={<Filters state={state} change={change} />}
    >
      <ExceptionRows
        state={state}
        onOpen={(id) => change({ open: id })}
        onClear={
          isNarrowed &&
          (() =>
            change({
              state: undefined,
              outcome: undefined,
              bank: undefined,
              file: undefined,
              assignee: undefined,
              askedOf: undefined,
            }))
        }
      />
    </Page>
  );
}

function BackLink() {
  const { t } = useTranslation('reconciliation');
  return (
    <Link to={paths.reconciliation} search={{ view: 'files' } as never} className={classes['back'] ?? ''}>
      <IconChevronLeft size={18} stroke={1.8} className="mz-mirror" aria-hidden="true" />
      {t('reconciliation:tabs.bankFiles')}
    </Link>
  );
}

interface FiltersProps {
  state: ExceptionsSearch;
  change: (part: Partial<ExceptionsSearch>) => void;
}

function Filters({ state, change }: FiltersProps) {
  const { t } = useTranslation(['exceptions', 'reconciliation']);
  const known = useExceptionSums(state).data;
  const people = [{ id: 'none', name: t('exceptions:nobody') }, ...(known?.people ?? [])];
  const option = (value: string, text: string) => ({ value, text, label: <bdi>{text}</bdi> });
  const last = (selected: string[]): string | undefined => selected.at(-1);
  return (
    <>
      <div className={classes['segments']}>
        <FilterSegments
          label={t('exceptions:columns.state')}
          allLabel={t('exceptions:toDo')}
          options={exceptionStates
            .filter((each) => each !== 'OPEN' && each !== 'WITHDRAWN')
            .map((each) => [each, t(`exceptions:state.${each}`)])}
          value={state.state}
          onChange={(next) => change({ state: next })}
        />
      </div>
      <FilterMenu
        label={t('reconciliation:entries.outcome')}
        options={exceptionOutcomes.map((each) => option(each, t(outcomeKey(each))))}
        selected={state.outcome === undefined ? [] : [state.outcome]}
        onChange={(selected) => change({ outcome: last(selected) as ExceptionsSearch['outcome'] })}
      />
      <FilterMenu
        label={t('exceptions:columns.assignee')}
        options={people.map(({ id, name }) => option(id, name))}
        selected={state.assignee === undefined ? [] : [state.assignee]}
        onChange={(selected) => change({ assignee: last(selected) })}
      />
      {known && known.banks.length > 1 && (
        <FilterMenu
          label={t('exceptions:columns.bank')}
          options={known.banks.map((bank) => option(bank.id, language === 'en' ? bank.nameEn : bank.nameAr))}
          selected={state.bank === undefined ? [] : [state.bank]}
          onChange={(selected) => change({ bank: last(selected) })}
        />
      )}
      {state.askedOf !== undefined && (
        <FilterChip
          label={t('exceptions:columns.second')}
          value={people.find(({ id }) => id === state.askedOf)?.name ?? t('exceptions:onePerson')}
          onClear={() => change({ askedOf: undefined })}
        >
          {() => t('exceptions:askedOfHelp')}
        </FilterChip>
      )}
      {state.file !== undefined && (
        <FilterChip
          label={t('exceptions:columns.file')}
          value={t('exceptions:oneFile')}
          onClear={() => change({ file: undefined })}
        >
          {() => t('exceptions:oneFileHelp')}
        </FilterChip>
      )}
    </>
  );
}

interface ExceptionRowsProps {
  state: ExceptionsSearch;
  onOpen: (id: string) => void;
  onClear: (() => void) | false;
  /** Beside an exception there is no room for the file's name, which stands above it. */
  withFile?: boolean;
}

/** The list itself, as a ledger or as rows of two lines. */
export function ExceptionRows({ state, onOpen, onClear, withFile = true }: ExceptionRowsProps) {
  const { t } = useTranslation(['exceptions', 'reconciliation']);
  const onPhone = useIsPhone();
  const list = useExceptions(state);
  const columns = useMemo(() => exceptionColumns(t, withFile), [t, withFile]);
  return (
    <ListTable
      list={list}
      skeletonRows={6}
      onClear={onClear}
      empty={<EmptyState title={t('exceptions:empty')} help={t('exceptions:emptyHelp')} />}
      label={t('exceptions:title')}
      columns={columns}
      rowId={(row) => row.id}
      selectedId={state.open ?? null}
      onOpen={(row) => onOpen(row.id)}
      small={onPhone && <PhoneRows rows={list.rows} onOpen={onOpen} />}
    />
  );
}

function PhoneRows({ rows, onOpen }: { rows: ExceptionRow[]; onOpen: (id: string) => void }) {
  const { t } = useTranslation(['exceptions', 'reconciliation']);
  return (
    <RowList
      label={t('exceptions:title')}
      onOpen={onOpen}
      rows={rows.map((row) => ({
        id: row.id,
        title: <ExceptionOutcome row={row} t={t} />,
        detail: (
          <>
            <ExceptionPlace row={row} /> <ExceptionAge row={row} />
          </>
        ),
        figure: <Amount amountMinor={row.differenceMinor} signed currency={row.currency} />,
        status: <ExceptionBadge state={row.state} />,
      }))}
    />
  );
}

const column = columnsOf<ExceptionRow>();

function exceptionColumns(t: TFunction, withFile: boolean) {
  const plain = (id: string, header: string, cell: (row: ExceptionRow) => React.ReactNode) =>
    column.display({ id, header, cell: ({ row }) => cell(row.original) });
  return column.columns([
    plain('outcome', t('reconciliation:entries.outcome'), (row) => <ExceptionOutcome row={row} t={t} />),
    plain('place', t('exceptions:columns.place'), (row) => <ExceptionPlace row={row} />),
    ...(withFile ? [plain('file', t('exceptions:columns.file'), (row) => <bdi>{row.fileName}</bdi>)] : []),
    column.display({
      id: 'amount',
      header: t('reconciliation:entries.difference'),
      cell: ({ row: { original } }) => (
        <strong>
          <Amount
            amountMinor={original.differenceMinor}
            signed
            currency={original.currency === 'SAR' ? undefined : original.currency}
          />
        </strong>
      ),
      meta: { align: 'figure' },
    }),
    plain('age', t('exceptions:columns.age'), (row) => <ExceptionAge row={row} />),
    plain('assignee', t('exceptions:columns.assignee'), (row) =>
      row.assignee === null ? '—' : <bdi>{row.assignee.name}</bdi>,
    ),
    plain('state', t('exceptions:columns.state'), (row) => <ExceptionBadge state={row.state} />),
  ]);
}
