import type { BankFileEntry } from '@mizan/contract/bank-file-entry.ts';
import type { TFunction } from 'i18next';
import { Amount } from '../../ui/amount.tsx';
import { columnsOf } from '../../ui/data-table.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import classes from './entries.module.css';
import { OutcomeCell, PaymentLink } from './entry-cells.tsx';
import { NearestCell } from './entry-nearest.tsx';

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

export const entryColumns = (t: TFunction) =>
  column.columns([
    column.display({
      id: 'outcome',
      header: t('reconciliation:entries.outcome'),
      cell: ({ row }) => <OutcomeCell entry={row.original} t={t} />,
    }),
    column.display({
      id: 'payment',
      header: t('reconciliation:entries.payment'),
      cell: ({ row }) => <PaymentLink id={row.original.transactionId} />,
    }),
    column.display({
      id: 'terminal',
      header: t('transactions:columns.terminal'),
      cell: ({ row }) => (row.original.tid === null ? '—' : <Identifier>{row.original.tid}</Identifier>),
    }),
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
      header: t('reconciliation:entries.difference'),
      cell: ({ row }) => (
        <strong>
          <Amount amountMinor={row.original.differenceMinor} signed />
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
