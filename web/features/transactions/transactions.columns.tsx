import type { TransactionRow } from '@mizan/contract/transactions.ts';
import type { TFunction } from 'i18next';
import { formatMoment } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { Amount } from '../../ui/amount.tsx';
import { columnsOf } from '../../ui/data-table.tsx';
import { CardNumber, Identifier } from '../../ui/identifier.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './transactions.module.css';

const column = columnsOf<TransactionRow>();

/** A name that a merchant has in both languages, in the one that shows. */
export const inLanguage = (row: { branchNameEn: string; branchNameAr: string }): string =>
  language === 'ar' ? row.branchNameAr : row.branchNameEn;

/** The card, or why there is none. */
export function Card({ row, t }: { row: TransactionRow; t: TFunction }) {
  if (row.lastFour === null) {
    const waiting = row.status === 'INITIALIZED';
    return (
      <span className={classes['quiet']}>{t(`transactions:card.${waiting ? 'waiting' : 'notRead'}`)}</span>
    );
  }
  return (
    <span className={classes['card']}>
      <SchemeMark scheme={row.scheme} />
      <CardNumber lastFour={row.lastFour} />
    </span>
  );
}

/** A refund takes money back: its amount is shown below zero. */
export const signedAmount = (row: TransactionRow): number =>
  row.type === 'PURCHASE' ? row.amountMinor : -row.amountMinor;

export const RowAmount = ({ row }: { row: TransactionRow }) => (
  <strong className={classes['amount']}>
    <Amount
      amountMinor={signedAmount(row)}
      muted={row.status !== 'APPROVED' && row.status !== 'INITIALIZED'}
    />
  </strong>
);

/** The columns that a person may hide; the others tell rows apart. */
export const hideableColumns = ['card', 'terminal', 'branch', 'cashier', 'orderRef', 'rrn', 'net'] as const;
export const hiddenAtFirst: Readonly<Record<string, boolean>> = {
  cashier: false,
  orderRef: false,
  rrn: false,
  net: false,
};

export function transactionColumns(t: TFunction) {
  const currency = <span className={classes['unit']}>{t('units:currency.SAR')}</span>;
  const amountHead = (text: string) => (
    <>
      {text} {currency}
    </>
  );
  return column.columns([
    column.display({
      id: 'id',
      header: t('transactions:columns.number'),
      cell: ({ row }) => <Identifier hash>{row.original.id}</Identifier>,
    }),
    column.display({
      id: 'time',
      header: t('transactions:columns.date'),
      cell: ({ row }) => (
        <time dateTime={row.original.createdAt}>{formatMoment(row.original.createdAt)}</time>
      ),
    }),
    column.display({
      id: 'status',
      header: t('common:words.status'),
      cell: ({ row }) => (
        <span className={classes['card']}>
          <StatusBadge status={row.original.status} />
          {row.original.type !== 'PURCHASE' && (
            <span className={classes['quiet']}>
              {t(`transactions:type.${row.original.type.toLowerCase()}`)}
            </span>
          )}
        </span>
      ),
    }),
    column.display({
      id: 'amount',
      header: () => amountHead(t('common:fields.amount')),
      cell: ({ row }) => <RowAmount row={row.original} />,
      meta: { align: 'figure' },
    }),
    column.display({
      id: 'card',
      header: t('transactions:columns.card'),
      cell: ({ row }) => <Card row={row.original} t={t} />,
    }),
    column.display({
      id: 'terminal',
      header: t('transactions:columns.terminal'),
      cell: ({ row }) => <Identifier>{row.original.tid}</Identifier>,
    }),
    column.display({
      id: 'branch',
      header: t('transactions:columns.branch'),
      cell: ({ row }) => inLanguage(row.original),
    }),
    column.display({
      id: 'cashier',
      header: t('transactions:columns.cashier'),
      cell: ({ row }) => row.original.cashierName ?? '—',
    }),
    column.display({
      id: 'orderRef',
      header: t('transactions:columns.orderRef'),
      cell: ({ row }) => (row.original.orderRef ? <Identifier>{row.original.orderRef}</Identifier> : '—'),
    }),
    column.display({
      id: 'rrn',
      header: t('transactions:columns.rrn'),
      cell: ({ row }) => (row.original.rrn ? <Identifier>{row.original.rrn}</Identifier> : '—'),
    }),
    column.display({
      id: 'net',
      header: () => amountHead(t('transactions:columns.net')),
      cell: ({ row }) =>
        row.original.status === 'APPROVED' ? <Amount amountMinor={row.original.netMinor} /> : '—',
      meta: { align: 'figure' },
    }),
  ]);
}
