import { isSoldHere, movesMoney, shownMinor } from '@mizan/contract/transaction-types.ts';
import type { TransactionRow } from '@mizan/contract/transactions.ts';
import type { ViewColumn } from '@mizan/contract/views.ts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { formatMoment } from '../../platform/formats.ts';
import { branchNameIn } from '../../platform/language.ts';
import { Amount } from '../../ui/amount.tsx';
import { columnsOf } from '../../ui/data-table.tsx';
import { CardNumber, Identifier } from '../../ui/identifier.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { typeKey } from '../../ui/type-words.ts';
import classes from './transactions.module.css';

const column = columnsOf<TransactionRow>();

/** A name that a merchant has in both languages, in the one that shows. */
export const inLanguage = (row: { branchNameEn: string; branchNameAr: string }): string => branchNameIn(row);

/** Why a row names no card. Of a payment that is open still the portal cannot say whether one was read. */
export const noCardText = ({ status }: TransactionRow, t: TFunction): string =>
  t(`transactions:card.${status === 'INITIALIZED' ? 'notKnown' : 'notRead'}`);

/** The card, or why there is none. */
function Card({ row, t }: { row: TransactionRow; t: TFunction }) {
  if (row.lastFour === null) return <span className={classes['quiet']}>{noCardText(row, t)}</span>;
  return (
    <span className={classes['card']}>
      <SchemeMark scheme={row.scheme} />
      <CardNumber lastFour={row.lastFour} />
    </span>
  );
}

/** A refund takes money back: its amount is shown below zero. */
export const signedAmount = (row: TransactionRow): number => shownMinor(row);

export const RowAmount = ({ row }: { row: TransactionRow }) => (
  <strong className={classes['amount']}>
    <Amount
      amountMinor={signedAmount(row)}
      muted={(row.status !== 'APPROVED' && row.status !== 'INITIALIZED') || !movesMoney(row)}
    />
  </strong>
);

/** The state, and what kind of transaction it is where it is no plain purchase. */
function Status({ row, t }: { row: TransactionRow; t: TFunction }) {
  return (
    <span className={classes['card']}>
      <StatusBadge status={row.status} />
      {!isSoldHere(row) && <span className={classes['quiet']}>{t(typeKey(row.type))}</span>}
    </span>
  );
}

/** Who started it, where it was not the cashier whose terminal it is. */
export const startedByAnother = (row: TransactionRow, t: TFunction): string | null =>
  row.startedByName !== null && row.startedById !== row.cashierId
    ? t('transactions:startedBy', { name: row.startedByName })
    : null;

/** Whose terminal it was, and who started it there where that was somebody else. */
function Terminal({ row, t }: { row: TransactionRow; t: TFunction }) {
  const starter = startedByAnother(row, t);
  return (
    <span className={classes['card']}>
      <Identifier>{row.tid}</Identifier>
      {starter !== null && <span className={classes['quiet']}>{starter}</span>}
    </span>
  );
}

/** Those that show unasked. Who started it and whose terminal it was: a cashier knows the second, and is shown the first. */
export const shownAtFirst = (forCashier: boolean): readonly ViewColumn[] =>
  forCashier ? ['card', 'terminal', 'startedBy'] : ['card', 'terminal', 'branch'];

type Translated = (t: TFunction) => ReactNode;
type Cell = (row: TransactionRow, t: TFunction) => ReactNode;

const plain =
  (key: string): Translated =>
  (t) =>
    t(key);
/** A head of figures says their currency once, so that the cells need not. */
const inRiyals =
  (key: string): Translated =>
  (t) => (
    <>
      {t(key)} <span className={classes['unit']}>{t('units:currency.SAR')}</span>
    </>
  );
const code = (value: string | null): ReactNode => (value === null ? '—' : <Identifier>{value}</Identifier>);

const definitions: readonly { id: string; head: Translated; cell: Cell; figure?: boolean }[] = [
  {
    id: 'id',
    head: plain('transactions:columns.number'),
    cell: (row) => <Identifier hash>{row.id}</Identifier>,
  },
  {
    id: 'time',
    head: plain('transactions:columns.date'),
    cell: (row) => <time dateTime={row.createdAt}>{formatMoment(row.createdAt)}</time>,
  },
  { id: 'status', head: plain('common:words.status'), cell: (row, t) => <Status row={row} t={t} /> },
  {
    id: 'amount',
    head: inRiyals('common:fields.amount'),
    cell: (row) => <RowAmount row={row} />,
    figure: true,
  },
  { id: 'card', head: plain('transactions:columns.card'), cell: (row, t) => <Card row={row} t={t} /> },
  {
    id: 'terminal',
    head: plain('transactions:columns.terminal'),
    cell: (row, t) => <Terminal row={row} t={t} />,
  },
  { id: 'branch', head: plain('transactions:columns.branch'), cell: inLanguage },
  { id: 'cashier', head: plain('transactions:columns.cashier'), cell: (row) => row.cashierName ?? '—' },
  { id: 'startedBy', head: plain('transactions:columns.startedBy'), cell: (row) => row.startedByName ?? '—' },
  { id: 'orderRef', head: plain('transactions:columns.orderRef'), cell: (row) => code(row.orderRef) },
  { id: 'rrn', head: plain('transactions:columns.rrn'), cell: (row) => code(row.rrn) },
  {
    id: 'net',
    head: inRiyals('transactions:columns.net'),
    cell: (row) => (row.status === 'APPROVED' ? <Amount amountMinor={row.netMinor} /> : '—'),
    figure: true,
  },
];

export const transactionColumns = (t: TFunction) =>
  column.columns(
    definitions.map(({ id, head, cell, figure }) =>
      column.display({
        id,
        header: () => head(t),
        cell: ({ row }) => cell(row.original, t),
        meta: { align: figure ? 'figure' : 'start' },
      }),
    ),
  );
