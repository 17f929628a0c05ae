import { paths } from '@mizan/contract/paths.ts';
import type { RefundRow } from '@mizan/contract/refunds.ts';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { formatMoment } from '../../platform/formats.ts';
import { columnsOf } from '../../ui/data-table.tsx';
import { CardNumber, Identifier } from '../../ui/identifier.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { RefundAmount } from './refund-amount.tsx';
import { RefundBadge } from './refund-state.tsx';
import classes from './refunds.module.css';
import { branchOf } from './refunds.words.ts';
import { RefusedWhy } from './refused-why.tsx';

const column = columnsOf<RefundRow>();

/** The purchase, opened on its own screen. */
export function PurchaseLink({ id }: { id: string }) {
  return (
    <Link
      to={paths.transactions}
      search={{ open: id } as never}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <Identifier hash>{id}</Identifier>
    </Link>
  );
}

export const Card = ({ row }: { row: Pick<RefundRow, 'scheme' | 'lastFour'> }) =>
  row.lastFour === null ? (
    <>—</>
  ) : (
    <span className={classes['card']}>
      <SchemeMark scheme={row.scheme} />
      <CardNumber lastFour={row.lastFour} />
    </span>
  );

export const refundColumns = (t: TFunction) =>
  column.columns([
    column.display({
      id: 'id',
      header: t('refunds:columns.refund'),
      cell: ({ row }) => <Identifier hash>{row.original.id}</Identifier>,
    }),
    column.display({
      id: 'time',
      header: t('refunds:columns.time'),
      cell: ({ row }) => (
        <time dateTime={row.original.createdAt}>{formatMoment(row.original.createdAt)}</time>
      ),
    }),
    column.display({
      id: 'state',
      header: t('common:words.status'),
      cell: ({ row }) => (
        <>
          <span className={classes['card']}>
            <RefundBadge refund={row.original} />
            {row.original.type === 'REVERSAL' && (
              <span className={classes['quiet']}>{t('transactions:type.reversal')}</span>
            )}
          </span>
          <RefusedWhy refund={row.original} className={classes['why']} />
        </>
      ),
    }),
    column.display({
      id: 'amount',
      header: () => (
        <>
          {t('common:fields.amount')} <span className={classes['quiet']}>{t('units:currency.SAR')}</span>
        </>
      ),
      cell: ({ row }) => <RefundAmount row={row.original} />,
      meta: { align: 'figure' },
    }),
    column.display({
      id: 'original',
      header: t('refunds:columns.original'),
      cell: ({ row }) =>
        row.original.originalId === null ? '—' : <PurchaseLink id={row.original.originalId} />,
    }),
    column.display({
      id: 'card',
      header: t('transactions:columns.card'),
      cell: ({ row }) => <Card row={row.original} />,
    }),
    column.display({
      id: 'branch',
      header: t('transactions:columns.branch'),
      cell: ({ row }) => branchOf(row.original),
    }),
  ]);
