import { Button, Checkbox } from '@mantine/core';
import type { ExceptionRow } from '@mizan/contract/exceptions.ts';
import { exceptionOutcomes, exceptionStates } from '@mizan/contract/exceptions.ts';
import { togetherMax } from '@mizan/contract/exceptions-together.ts';
import { paths } from '@mizan/contract/paths.ts';
import { IconSquare, IconSquareCheckFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apart } from '../../../platform/formats.ts';
import { language } from '../../../platform/language.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { lineNumber } from '../../../platform/line-number.ts';
import { Amount } from '../../../ui/amount.tsx';
import { columnsOf } from '../../../ui/data-table.tsx';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { FilterMenu } from '../../../ui/filter-menu.tsx';
import { FilterSegments } from '../../../ui/filter-segments.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { Page } from '../../../ui/page.tsx';
import { RowList } from '../../../ui/row-list.tsx';
import { useIsPhone } from '../../../ui/screen-width.ts';
import { EmptyState, LoadingState } from '../../../ui/states.tsx';
import { outcomeKey } from '../bank-file/outcome.words.ts';
import type { Chosen } from './chosen-exceptions.ts';
import { ExceptionAge, ExceptionOutcome, ExceptionPlace, ExceptionStanding } from './exception-cells.tsx';
import { useExceptionSums, useExceptions } from './exceptions.queries.ts';
import { type ExceptionsSearch, useExceptionsSearch } from './exceptions.search.ts';

const ExceptionsTogether = lazyPart(() => import('./exceptions-together.tsx'));

/** Every exception that asks for somebody, or those of a state, the oldest first. */
export function ExceptionsList() {
  const { t } = useTranslation(['exceptions', 'reconciliation']);
  const { state, change } = useExceptionsSearch();
  const { open: _open, rules: _rules, ...filter } = state;
  const isNarrowed = Object.keys(filter).length > 0;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  // Whoever looks at others chooses among them anew: nothing that is out of sight is worked on.
  const look = (part: Partial<ExceptionsSearch>): void => {
    if (chosen) setChosen(new Map());
    change(part);
  };
  return (
    <Page
      title={t('exceptions:title')}
      back={<BackLink />}
      summary={t('exceptions:oldestFirst')}
      actions={
        <>
          <Button variant="default" onClick={() => setChosen(chosen ? null : new Map())}>
            {t(`exceptions:together.${chosen ? 'end' : 'begin'}`)}
          </Button>
          <Button variant="default" onClick={() => change({ rules: 'yes' })}>
            {t('exceptions:rules.title')}
          </Button>
        </>
      }
      filters={<Filters state={state} change={look} />}
    >
      <ExceptionRows
        state={state}
        onOpen={(id) => change({ open: id })}
        chosen={chosen}
        onChoose={setChosen}
        onClear={
          isNarrowed &&
          (() =>
            look({
              state: undefined,
              outcome: undefined,
              bank: undefined,
              file: undefined,
              assignee: undefined,
              askedOf: undefined,
              group: undefined,
            }))
        }
      />
      {chosen && (
        <Suspense fallback={<LoadingState rows={1} />}>
          <ExceptionsTogether search={state} chosen={chosen} onChoose={setChosen} />
        </Suspense>
      )}
    </Page>
  );
}

function BackLink() {
  const { t } = useTranslation('reconciliation');
  return (
    <Link to={paths.reconciliation} search={{ view: 'files' } as never}>
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
  const onPhone = useIsPhone();
  const states = exceptionStates
    .filter((each) => each !== 'OPEN' && each !== 'WITHDRAWN')
    .map((each) => [each, t(`exceptions:state.${each}`)] as const);
  return (
    <>
      {onPhone ? (
        <FilterMenu
          label={t('exceptions:columns.state')}
          options={states.map(([value, text]) => option(value, text))}
          selected={state.state === undefined ? [] : [state.state]}
          onChange={(selected) => change({ state: last(selected) as ExceptionsSearch['state'] })}
        />
      ) : (
        <FilterSegments
          label={t('exceptions:columns.state')}
          allLabel={t('exceptions:toDo')}
          options={states}
          value={state.state}
          onChange={(next) => change({ state: next })}
        />
      )}
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
      {known && <GroupFilter groups={known.groups} state={state} change={change} />}
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

/** Groups that rules gave, and the one that is looked for, also where none has it any more. */
function GroupFilter({ groups, state, change }: FiltersProps & { groups: readonly string[] }) {
  const { t } = useTranslation('exceptions');
  const { group } = state;
  const all = [...new Set([...groups, ...(group === undefined ? [] : [group])])];
  if (all.length === 0) return null;
  return (
    <FilterMenu
      label={t('exceptions:columns.group')}
      options={all.map((each) => ({ value: each, text: each, label: <bdi>{each}</bdi> }))}
      selected={group === undefined ? [] : [group]}
      onChange={(selected) => change({ group: selected.at(-1) })}
    />
  );
}

interface ExceptionRowsProps {
  state: ExceptionsSearch;
  onOpen: (id: string) => void;
  onClear: (() => void) | false;
  /** Beside an exception there is no room for the file's name, which stands above it. */
  withFile?: boolean;
  /** Those that are chosen, where a press chooses instead of opening. */
  chosen?: Chosen | null;
  onChoose?: (chosen: Chosen) => void;
}

/** With the row where it was without, and the other way round. */
const toggled = (chosen: Chosen, row: ExceptionRow): Chosen => {
  const next = new Map(chosen);
  if (!next.delete(row.id) && next.size < togetherMax) next.set(row.id, row);
  return next;
};

/** The list itself, as a ledger or as rows of two lines. */
export function ExceptionRows({ state, onClear, withFile = true, ...props }: ExceptionRowsProps) {
  const { chosen = null, onChoose } = props;
  const { t } = useTranslation(['exceptions', 'reconciliation']);
  const onPhone = useIsPhone();
  const list = useExceptions(state);
  const columns = useMemo(
    () => [...chooseColumn(t, chosen, onChoose), ...exceptionColumns(t, withFile)],
    [t, withFile, chosen, onChoose],
  );
  const press = (row: ExceptionRow): void =>
    chosen && onChoose ? onChoose(toggled(chosen, row)) : props.onOpen(row.id);
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
      onOpen={press}
      small={onPhone && <PhoneRows rows={list.rows} chosen={chosen} onPress={press} />}
    />
  );
}

interface PhoneRowsProps {
  rows: ExceptionRow[];
  chosen: Chosen | null;
  onPress: (row: ExceptionRow) => void;
}

function PhoneRows({ rows, chosen, onPress }: PhoneRowsProps) {
  const { t } = useTranslation(['exceptions', 'reconciliation']);
  return (
    <RowList
      label={t('exceptions:title')}
      onOpen={(id) => {
        const row = rows.find((each) => each.id === id);
        if (row) onPress(row);
      }}
      rows={rows.map((row) => ({
        id: row.id,
        ...(chosen && { pressed: chosen.has(row.id), mark: <ChosenMark isChosen={chosen.has(row.id)} /> }),
        title: <ExceptionOutcome row={row} t={t} />,
        detail: (
          <>
            <ExceptionPlace row={row} />
            {apart}
            <ExceptionAge row={row} />
          </>
        ),
        figure: <Amount amountMinor={row.differenceMinor} signed currency={row.currency} />,
        status: <ExceptionStanding row={row} />,
      }))}
    />
  );
}

function ChosenMark({ isChosen }: { isChosen: boolean }) {
  const Icon = isChosen ? IconSquareCheckFilled : IconSquare;
  return <Icon size={22} stroke={1.6} color={isChosen ? 'var(--mz-accent)' : undefined} aria-hidden="true" />;
}

const column = columnsOf<ExceptionRow>();

/** Before the others while exceptions are chosen. */
function chooseColumn(t: TFunction, chosen: Chosen | null, onChoose: ((chosen: Chosen) => void) | undefined) {
  if (!chosen || !onChoose) return [];
  return column.columns([
    column.display({
      id: 'choose',
      header: () => <span className="mz-visually-hidden">{t('exceptions:together.begin')}</span>,
      cell: ({ row: { original } }) => (
        <Checkbox
          aria-label={t('exceptions:tick', {
            name:
              original.line === null
                ? `#${original.transactionId}`
                : t('reconciliation:entries.line', { count: 1, lines: lineNumber(t, original.line) }),
          })}
          checked={chosen.has(original.id)}
          onClick={(event) => event.stopPropagation()}
          onChange={() => onChoose(toggled(chosen, original))}
        />
      ),
      meta: { widthPx: 40 },
    }),
  ]);
}

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
    plain('state', t('exceptions:columns.state'), (row) => <ExceptionStanding row={row} />),
  ]);
}
