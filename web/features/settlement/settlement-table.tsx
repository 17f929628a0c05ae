import type { SettlementTable, SettlementTableRow } from '@mizan/contract/settlement-table.ts';
import { backTypes, chargeTypes } from '@mizan/contract/transaction-types.ts';
import type { TFunction } from 'i18next';
import { type ComponentProps, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../platform/formats.ts';
import { wholeList } from '../../platform/list.ts';
import { Amount } from '../../ui/amount.tsx';
import { columnsOf } from '../../ui/data-table.tsx';
import { FilterSegments } from '../../ui/filter-segments.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { SchemeMark, schemeKey } from '../../ui/scheme-mark.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import classes from './deposit.module.css';
import { DepositBadge } from './deposit-look.tsx';
import { OwedLink } from './owed-link.tsx';
import { useSettlementTable } from './settlement.queries.ts';
import { cellText, type SettlementAddress, shownTableFilters } from './settlement.search.ts';
import { bankName, formatMonth, formatPlainDay, lateText } from './settlement.words.ts';
import { SettlementExport } from './settlement-export.tsx';
import { TableTotals } from './table-totals.tsx';
import { ValueDateFilter, ValueDates, valueDatesText } from './value-dates.tsx';

const column = columnsOf<SettlementTableRow>();
type Banks = SettlementTable['banks'];

/** The payments of a row that its figures count. */
const filterOf = ({ day, bankId, scheme, currency, unjudgedCount }: SettlementTableRow) => ({
  from: day,
  to: day,
  bankId: [bankId],
  scheme: [scheme],
  currency: [currency],
  ...(unjudgedCount > 0 && { rate: 'agreed' as const }),
});

type Explained = Pick<SettlementTable, 'explained' | 'writtenOff'>;
const nothing: Explained = { explained: [], writtenOff: [] };

/** What is known of why a row is short, or what of its net was written off; '' of most. */
function shortText(row: SettlementTableRow, { explained, writtenOff }: Explained, t: TFunction): string {
  const isRow = (each: Parameters<typeof cellText>[0]): boolean => cellText(each) === cellText(row);
  const found = explained.find(isRow);
  if (found?.takenOn) return t(`settlement:table.took.${found.kind}`, { day: formatPlainDay(found.takenOn) });
  if (found) return t('settlement:table.took.WRITTEN_OFF');
  const given = writtenOff.find(isRow);
  return given ? t('settlement:table.writtenOff', { amount: formatAmount(given.netMinor) }) : '';
}

function columnsIn(t: TFunction, banks: Banks, explained: Explained) {
  const plain = (
    id: string,
    header: string,
    widthPx: number,
    cell: (row: SettlementTableRow) => React.ReactNode,
  ) => column.display({ id, header, meta: { widthPx }, cell: ({ row }) => cell(row.original) });
  const figure = (
    id: string,
    header: string,
    minorOf: (row: SettlementTableRow) => number | null,
    more: Pick<Parameters<typeof OwedLink>[0]['filter'], 'type'> | null = null,
  ) =>
    column.display({
      id,
      header,
      meta: { align: 'figure' },
      cell: ({ row: { original } }) => {
        const minor = minorOf(original);
        if (minor === null) return '—';
        const amount = <Amount amountMinor={minor} />;
        if (more === null || minor === 0) return amount;
        return <OwedLink filter={{ ...filterOf(original), ...more }}>{amount}</OwedLink>;
      },
    });
  const sold = { type: chargeTypes };
  return column.columns([
    plain('day', t('settlement:table.day'), 92, ({ day }) => formatPlainDay(day)),
    plain('bank', t('settlement:table.bank'), 100, ({ bankId }) => bankName(bankId, banks, t)),
    plain('scheme', t('settlement:table.card'), 112, ({ scheme, currency }) => (
      <>
        <SchemeMark scheme={scheme} named /> {currency !== 'SAR' && t(`units:currency.${currency}`)}
      </>
    )),
    figure('gross', t('settlement:sum.gross'), (row) => row.grossMinor, sold),
    figure('refunds', t('settlement:sum.refunds'), (row) => row.refundsMinor, {
      type: backTypes,
    }),
    figure('mdr', t('transactions:columns.mdr'), (row) => row.mdrMinor, sold),
    figure('processing', t('transactions:columns.processingFee'), (row) => row.processingMinor, sold),
    figure('vat', t('transactions:columns.vat'), (row) => row.vatMinor, sold),
    figure('net', t('settlement:sum.net'), (row) => row.netMinor, {}),
    figure('arrived', t('settlement:deposit.arrived'), (row) => row.arrivedMinor),
    plain('valueDate', t('settlement:deposit.valueDate'), 100, ({ valueDates }) => (
      <ValueDates days={valueDates} />
    )),
    figure('difference', t('settlement:table.difference'), (row) => row.differenceMinor),
    plain('due', t('settlement:table.due'), 92, ({ dueDay }) => formatPlainDay(dueDay)),
    plain('state', t('settlement:table.state'), 150, (row) => {
      // What took the rest first: a row that is short is always late as well.
      const why = [
        shortText(row, explained, t),
        row.lateDays === null ? '' : lateText(row.lateDays, t),
      ].filter((part) => part !== '');
      return (
        <span className={classes['standing']} title={why.join(t('settlement:and')) || undefined}>
          <DepositBadge state={row.state} />
          {why.map((part) => (
            <span key={part} className={classes['lateShort']}>
              {part}
            </span>
          ))}
        </span>
      );
    }),
  ]);
}

interface TableFiltersProps {
  address: SettlementAddress;
  table: SettlementTable | undefined;
  asked: ComponentProps<typeof SettlementExport>['asked'];
}

/** Which settlements are shown, of which bank, and the way to have them as a file. */
function TableFilters({ address, table, asked }: TableFiltersProps) {
  const { t } = useTranslation('settlement');
  const { state, change } = address;
  const banks = table?.banks;
  return (
    <div className={classes['bar']}>
      <FilterSegments
        label={t('settlement:table.only')}
        allLabel={t('settlement:table.all')}
        options={shownTableFilters.map((each) => [each, t(`settlement:table.filters.${each}`)])}
        value={state.which}
        onChange={(which) => change({ which })}
      />
      {banks && (banks.length > 1 || state.bank !== undefined) && (
        <FilterSegments
          label={t('settlement:table.bank')}
          allLabel={t('settlement:table.allBanks')}
          options={banks.map(({ id }) => [id, bankName(id, banks, t)])}
          value={state.bank}
          onChange={(bank) => change({ bank })}
        />
      )}
      <ValueDateFilter address={address} />
      <SettlementExport asked={asked} month={table?.month} />
    </div>
  );
}

/** A deposit of one value date may pay business days of several months: which ones, and the way to each. */
function OtherMonths({ months, address }: { months: readonly string[]; address: SettlementAddress }) {
  const { t } = useTranslation('settlement');
  return (
    <p className={classes['help']}>
      {t('settlement:valueDate.otherMonths')}{' '}
      {months.map((month) => (
        <button
          key={month}
          type="button"
          className={classes['monthLink']}
          onClick={() => address.change({ month, cell: undefined })}
        >
          {formatMonth(`${month}-01`)}
        </button>
      ))}
    </p>
  );
}

/** The settlements of a month as rows: gross to net, what arrived of it, and what is missing; each opens its cell. */
export default function SettlementTableView({ address }: { address: SettlementAddress }) {
  const { t } = useTranslation(['settlement', 'transactions', 'units']);
  const { state, change } = address;
  const asked = { month: state.month, bankId: state.bank, only: state.which, valueDate: state.valueDate };
  const query = useSettlementTable(asked);
  const list = wholeList(query);
  const banks = query.data?.banks;
  const explained = query.data ?? nothing;
  const columns = useMemo(() => columnsIn(t, banks ?? [], explained), [t, banks, explained]);
  const onPhone = useIsPhone();
  const onOpen = (row: SettlementTableRow) =>
    change({ cell: cellText(row), deposit: undefined }, state.cell !== undefined);
  const isNarrowed = state.which !== undefined || state.bank !== undefined || state.valueDate !== undefined;
  return (
    <>
      <TableFilters address={address} table={query.data} asked={asked} />
      {query.data && query.data.otherMonths.length > 0 && (
        <OtherMonths months={query.data.otherMonths} address={address} />
      )}
      <div className={classes['many']}>
        {query.data && query.data.rows.length > 0 && (
          <TableTotals
            table={query.data}
            bankId={state.bank}
            isWhole={state.which === undefined && state.valueDate === undefined}
          />
        )}
        <ListTable
          list={list}
          onClear={isNarrowed && (() => change({ which: undefined, bank: undefined, valueDate: undefined }))}
          empty={<EmptyState title={t('settlement:table.empty')} help={t('settlement:table.emptyHelp')} />}
          label={t('settlement:table.label')}
          columns={columns}
          rowId={(row) => cellText(row)}
          selectedId={state.cell ?? null}
          onOpen={onOpen}
          small={
            onPhone && (
              <RowList
                label={t('settlement:table.label')}
                onOpen={(cell) => change({ cell, deposit: undefined })}
                rows={list.rows.map((row) => ({
                  id: cellText(row),
                  mark: <SchemeMark scheme={row.scheme} />,
                  title: formatPlainDay(row.day),
                  detail: [
                    bankName(row.bankId, banks ?? [], t),
                    t(schemeKey(row.scheme)),
                    row.valueDates.length > 0 &&
                      t('settlement:valueDate.paid', { days: valueDatesText(row.valueDates, t) }),
                    shortText(row, explained, t),
                  ]
                    .filter(Boolean)
                    .join(t('settlement:and')),
                  figure: <Amount amountMinor={row.netMinor} />,
                  status: <DepositBadge state={row.state} />,
                }))}
              />
            )
          }
        />
      </div>
    </>
  );
}
