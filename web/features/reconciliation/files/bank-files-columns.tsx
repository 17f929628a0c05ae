import { fileBankIn } from '@mizan/contract/bank-names.ts';
import type { BankFileRow } from '@mizan/contract/reconciliation.ts';
import type { TFunction } from 'i18next';
import { formatDay, formatNumber } from '../../../platform/formats.ts';
import { language } from '../../../platform/language.ts';
import { Amount } from '../../../ui/amount.tsx';
import { BankFileStateBadge } from '../../../ui/bank-file-state-badge.tsx';
import { columnsOf } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import classes from './files.module.css';

const column = columnsOf<BankFileRow>();

/** '22 Nov' or '20 Nov – 22 Nov': the business days of a file's lines. */
export function daysOf({ firstDay, lastDay }: Pick<BankFileRow, 'firstDay' | 'lastDay'>): string | null {
  if (firstDay === null || lastDay === null) return null;
  return firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)} – ${formatDay(lastDay)}`;
}

/** What is to be claimed of a file, one for each currency; a single currency goes without its name. */
export function ToClaim({ row }: { row: BankFileRow }) {
  if (row.toClaim.length === 0) return <>—</>;
  const many = row.toClaim.length > 1;
  return (
    <span className={classes['stack']}>
      {row.toClaim.map(({ currency, amountMinor }) => (
        <strong key={currency}>
          <Amount amountMinor={amountMinor} currency={many ? currency : undefined} />
        </strong>
      ))}
    </span>
  );
}

/** Whose file it is; the file's own name where nobody said. */
export const bankOf = (file: Pick<BankFileRow, 'bankName' | 'bank' | 'fileName'>): string =>
  fileBankIn(language, file) || file.fileName;

/** The list of bank files. */
export const bankFileColumns = (t: TFunction) =>
  column.columns([
    column.display({
      id: 'verdict',
      header: t('reconciliation:verdict.label'),
      cell: ({ row }) => <BankFileStateBadge row={row.original} />,
    }),
    column.display({
      id: 'file',
      header: t('reconciliation:list.bank'),
      cell: ({ row }) => (
        <span className={classes['fileCell']}>
          <span className={classes['fileName']}>
            <bdi>{bankOf(row.original)}</bdi>
          </span>
          {row.original.bankName !== '' && (
            <span className={classes['quiet']}>
              <bdi>{row.original.fileName}</bdi>
            </span>
          )}
        </span>
      ),
    }),
    column.display({
      id: 'days',
      header: t('reconciliation:list.days'),
      cell: ({ row }) => daysOf(row.original) ?? '—',
    }),
    column.display({
      id: 'lines',
      header: t('reconciliation:list.lines'),
      cell: ({ row }) => (row.original.state === 'DONE' ? formatNumber(row.original.linesRead) : '—'),
      meta: { align: 'figure' },
    }),
    column.display({
      id: 'exceptions',
      header: t('reconciliation:exceptions.title'),
      cell: ({ row }) => (row.original.state === 'DONE' ? formatNumber(row.original.exceptionCount) : '—'),
      meta: { align: 'figure' },
    }),
    column.display({
      id: 'toClaim',
      header: t('reconciliation:list.toClaim'),
      cell: ({ row }) => <ToClaim row={row.original} />,
      meta: { align: 'figure' },
    }),
    column.display({
      id: 'uploaded',
      header: t('reconciliation:list.uploaded'),
      cell: ({ row }) => (
        <span className={classes['fileCell']}>
          <DateText value={row.original.createdAt} form="moment" />
          <span className={classes['quiet']}>
            <bdi>{row.original.uploadedByName}</bdi>
          </span>
        </span>
      ),
    }),
  ]);
