import type { ShiftRow } from '@mizan/contract/shifts.ts';
import type { TFunction } from 'i18next';
import { apart, formatMoment, formatNumber } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { columnsOf } from '../../ui/data-table.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { branchName } from '../../ui/terminal.words.ts';
import { stateText } from './shift.words.ts';

const column = columnsOf<ShiftRow>();

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{formatMoment(at)}</time>;

export const shiftColumns = (t: TFunction) =>
  column.columns([
    column.display({
      id: 'cashier',
      header: t('shifts:columns.cashier'),
      cell: ({ row }) => row.original.cashierName,
    }),
    column.display({
      id: 'opened',
      header: t('shifts:columns.opened'),
      cell: ({ row }) => <Moment at={row.original.openedAt} />,
    }),
    column.display({
      id: 'closed',
      header: t('shifts:columns.closed'),
      cell: ({ row }) => (row.original.closedAt === null ? '—' : <Moment at={row.original.closedAt} />),
    }),
    column.display({
      id: 'state',
      header: t('shifts:columns.state'),
      cell: ({ row }) => stateText(row.original, t),
    }),
    column.display({
      id: 'terminal',
      header: t('transactions:columns.terminal'),
      cell: ({ row }) => (
        <>
          <Identifier>{row.original.tid}</Identifier>
          {apart}
          {branchName(row.original)}
        </>
      ),
    }),
    column.display({
      id: 'sales',
      header: t('shifts:columns.sales'),
      cell: ({ row }) => formatNumber(row.original.sums.sales.count),
      meta: { align: 'figure' },
    }),
    column.display({
      id: 'refunds',
      header: t('shifts:columns.refunds'),
      cell: ({ row }) => <Amount amountMinor={-row.original.sums.refunds.minor} />,
      meta: { align: 'figure' },
    }),
    column.display({
      id: 'total',
      header: t('shifts:columns.total'),
      cell: ({ row }) => <Amount amountMinor={row.original.sums.totalMinor} />,
      meta: { align: 'figure' },
    }),
    column.display({
      id: 'later',
      header: t('shifts:columns.later'),
      cell: ({ row }) =>
        row.original.laterMinor === 0 ? '—' : <Amount amountMinor={row.original.laterMinor} signed />,
      meta: { align: 'figure' },
    }),
  ]);
