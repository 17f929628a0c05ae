import type { LineNote, TotalNote } from '@mizan/contract/bank-file-reading.ts';
import type { EntryParts } from '@mizan/contract/entry-parts.ts';
import type { BankFileDetail, BankFileResult } from '@mizan/contract/reconciliation.ts';
import { IconEqual, IconEqualNot } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatNumber } from '../../../platform/formats.ts';
import { lineNumber } from '../../../platform/line-number.ts';
import { ListView, MoreRows } from '../../../ui/list-view.tsx';
import { opensNothing } from '../../../ui/opens-nothing.ts';
import { HoleLink } from '../bank-file/hole-link.tsx';
import { useLineNotes } from '../bank-file/reconciliation.queries.ts';
import { rowsSumText } from './listed-rows.ts';
import classes from './rows-not-counted.module.css';

/** Every row that is no line, with what it is; a total beside the lines that it closes. All rows of the file add up. */
export function RowsNotCounted({ detail, result }: { detail: BankFileDetail; result: BankFileResult }) {
  const { t } = useTranslation('reconciliation');
  const list = useLineNotes(detail.id, 'NOT_COUNTED');
  const { rows } = result;
  return (
    <>
      {rows && (
        <p className={classes['sum']} {...opensNothing('ofFigures')}>
          {rowsSumText(t, rows, { lines: detail.linesRead, rejected: detail.linesRejected })}
        </p>
      )}
      <ListView list={list} skeletonRows={4} onClear={false} empty={<p>{t('reconciliation:rows.empty')}</p>}>
        {(notes) => (
          <>
            <NotCountedTable notes={notes} file={detail.id} />
            <MoreRows list={list} />
          </>
        )}
      </ListView>
    </>
  );
}

/**
 * Rows that are no lines: where, what each is, what it says, and a total beside its lines, which open once the file is
 * judged: before that nothing is stored of them.
 */
export function NotCountedTable({ notes, file }: { notes: readonly LineNote[]; file?: string }) {
  const { t } = useTranslation('reconciliation');
  return (
    <table className={classes['rows']} aria-label={t('reconciliation:rows.title')}>
      <thead>
        <tr>
          <th scope="col">{t('reconciliation:rows.row')}</th>
          <th scope="col">{t('reconciliation:rows.what')}</th>
          <th scope="col">{t('reconciliation:rows.text')}</th>
          <th scope="col">{t('reconciliation:rows.check')}</th>
        </tr>
      </thead>
      <tbody>
        {notes.map((note) => (
          <NotCountedRow key={note.seq} note={note} file={file} />
        ))}
      </tbody>
    </table>
  );
}

/** What narrows the entries to the lines of a total; null where a file of before, or of too many stretches, does not say it. */
function linesOf(seq: number, { isRun, hasRows, fromLine, toLine }: TotalNote): EntryParts | null {
  if (isRun && fromLine !== null && toLine !== null) return { rows: `${fromLine}-${toLine}` };
  return hasRows ? { total: String(seq) } : null;
}

function NotCountedRow({
  note: { seq, line, code, value, total },
  file,
}: {
  note: LineNote;
  file: string | undefined;
}) {
  const { t } = useTranslation('reconciliation');
  return (
    <tr>
      <td {...opensNothing('oneRow')}>{lineNumber(t, line)}</td>
      <td className={classes['kind']}>{t(`reconciliation:rows.kind.${code}`)}</td>
      <td {...opensNothing('oneRow')}>
        <bdi>{value}</bdi>
      </td>
      <td>{total && <TotalCheck seq={seq} total={total} file={file} />}</td>
    </tr>
  );
}

const look = { size: 16, stroke: 1.8, 'aria-hidden': true } as const;

/** What a total says beside its lines: they come to it, they differ, or nothing could be compared. */
function TotalCheck({ seq, total, file }: { seq: number; total: TotalNote; file: string | undefined }) {
  const { t } = useTranslation(['reconciliation', 'units']);
  if (total.agrees === null)
    return <span className={classes['open']}>{t('reconciliation:rows.notCompared')}</span>;
  const lines = linesOf(seq, total);
  const text = total.agrees ? closedText(t, total) : differenceText(t, total);
  return (
    <span className={classes['check']} data-agrees={total.agrees}>
      {total.agrees ? <IconEqual {...look} /> : <IconEqualNot {...look} />}
      {file !== undefined && lines !== null ? (
        <HoleLink file={file} tab="all" {...lines}>
          {text}
        </HoleLink>
      ) : (
        <span {...opensNothing(file === undefined ? 'evidence' : 'notKept')}>{text}</span>
      )}
    </span>
  );
}

function closedText(t: TFunction, { lineCount, fromLine, toLine }: TotalNote): string {
  const lines = t('units:line', { count: lineCount });
  if (fromLine === null || toLine === null) return lines;
  return t('reconciliation:rows.closes', { lines, from: lineNumber(t, fromLine), to: lineNumber(t, toLine) });
}

const measureKeys = {
  gross: 'reconciliation:bankField.amount',
  net: 'reconciliation:bankField.net',
  fee: 'reconciliation:bankField.fee',
  vat: 'reconciliation:bankField.vat',
  charge: 'reconciliation:bankField.totalFee',
  count: 'reconciliation:rows.count',
} as const satisfies Record<NonNullable<TotalNote['measure']>, string>;

function differenceText(t: TFunction, total: TotalNote): string {
  const { measure, stated, sum } = total;
  if (measure === null || stated === null || sum === null) return '';
  const shown = (figure: number, signed = false): string =>
    measure === 'count' ? formatNumber(figure) : formatAmount(figure, { signed });
  return `${t('reconciliation:rows.differs', {
    measure: t(measureKeys[measure]),
    stated: shown(stated),
    sum: shown(sum),
    difference: shown(stated - sum, true),
  })} ${closedText(t, total)}`;
}
