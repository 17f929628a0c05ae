import type { BankFileEntry } from '@mizan/contract/bank-file-entry.ts';
import type { FigureFilter } from '@mizan/contract/entry-parts.ts';
import type { TFunction } from 'i18next';
import { formatDay, formatNumber } from '../../../platform/formats.ts';
import { Amount } from '../../../ui/amount.tsx';
import { columnsOf } from '../../../ui/data-table.tsx';
import { Identifier } from '../../../ui/identifier.tsx';
import { SchemeMark } from '../../../ui/scheme-mark.tsx';
import classes from '../lines/entries.module.css';
import { CountedAmount, OutcomeCell, PaymentLink } from '../lines/entry-cells.tsx';
import { NearestCell } from '../lines/entry-nearest.tsx';
import { reasonText } from '../lines/reason.words.ts';

const column = columnsOf<BankFileEntry>();

/** What the two sides have; the difference between them is what stands out. */
const figure = (minor: number | null) =>
  minor === null ? (
    '—'
  ) : (
    <span className={classes['figure']}>
      <Amount amountMinor={minor} />
    </span>
  );

const paymentColumn = (t: TFunction) =>
  column.display({
    id: 'payment',
    header: t('reconciliation:entries.payment'),
    cell: ({ row }) => <PaymentLink id={row.original.transactionId} />,
  });

const terminalColumn = (t: TFunction) =>
  column.display({
    id: 'terminal',
    header: t('transactions:columns.terminal'),
    cell: ({ row }) => (row.original.tid === null ? '—' : <Identifier>{row.original.tid}</Identifier>),
  });

/** `counted`: what of each entry adds up to the number that the list was opened with, and the key of its name. */
export const entryColumns = (t: TFunction, counted: { name: string; of: FigureFilter }) =>
  column.columns([
    column.display({
      id: 'outcome',
      header: t('reconciliation:entries.outcome'),
      cell: ({ row }) => <OutcomeCell entry={row.original} t={t} />,
    }),
    paymentColumn(t),
    terminalColumn(t),
    column.display({
      id: 'portal',
      header: t('reconciliation:entries.portal'),
      cell: ({ row }) => figure(row.original.portalMinor),
      meta: { align: 'figure' },
    }),
    column.display({
      id: 'bank',
      header: t('reconciliation:entries.bank'),
      cell: ({ row }) => figure(row.original.bankMinor),
      meta: { align: 'figure' },
    }),
    column.display({
      id: 'difference',
      header: t(counted.name),
      cell: ({ row }) => (
        <strong>
          <CountedAmount entry={row.original} counted={counted.of} />
        </strong>
      ),
      meta: { align: 'figure' },
    }),
    column.display({
      id: 'nearest',
      header: t('reconciliation:entries.nearest'),
      cell: ({ row }) => <NearestCell entry={row.original} />,
    }),
  ]);

/** Lines that ask nothing of anybody: what stands in them, and why they are quiet. */
export const quietColumns = (t: TFunction) =>
  column.columns([
    column.display({
      id: 'line',
      header: t('reconciliation:entries.ofLine'),
      cell: ({ row }) => row.original.lines.map(formatNumber).join(t('reconciliation:absent.comma')),
    }),
    paymentColumn(t),
    terminalColumn(t),
    column.display({
      id: 'day',
      header: t('transactions:columns.date'),
      cell: ({ row }) => (row.original.day === null ? '—' : formatDay(row.original.day)),
    }),
    column.display({
      id: 'card',
      header: t('transactions:columns.card'),
      cell: ({ row: { original } }) => (
        <>
          {original.scheme && <SchemeMark scheme={original.scheme === 'Other' ? 'None' : original.scheme} />}{' '}
          {original.lastFour && <Identifier>{`•••• ${original.lastFour}`}</Identifier>}
        </>
      ),
    }),
    column.display({
      id: 'rrn',
      header: t('transactions:columns.rrn'),
      cell: ({ row }) => (row.original.rrn === null ? '—' : <Identifier>{row.original.rrn}</Identifier>),
    }),
    column.display({
      id: 'amount',
      header: t('common:fields.amount'),
      cell: ({ row }) => figure(row.original.bankMinor),
      meta: { align: 'figure' },
    }),
    column.display({
      id: 'because',
      header: t('reconciliation:entries.quietBecause'),
      cell: ({ row }) => <span className={classes['reason']}>{reasonText(t, row.original)}</span>,
    }),
  ]);
