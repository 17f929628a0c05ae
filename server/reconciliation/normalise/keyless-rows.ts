import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { cellTexts, type Row } from '../read/row.ts';
import { absentKey } from './key-text.ts';
import { type FieldColumns, isEmptyCell } from './line-fields.ts';
import type { NormalisedFile } from './normalised-file.ts';

/** Keeps the row of a line that was read, where it has no key: it may yet be a sum of lines that have one. */
export function holdKeyless(
  { keylessRows, lines: { columns } }: NormalisedFile,
  at: FieldColumns,
  row: Row,
  index: number,
): void {
  if (at.rrn < 0 || columns.rrnHigh[index] !== absentKey || columns.auth[index] !== absentKey) return;
  const isNamed = [at.rrn, at.stan, at.card, at.paymentReference, at.orderReference].some(
    (cell) => !isEmptyCell(row, cell),
  );
  if (isNamed || keylessRows.size >= bankFileLimits.notCountedKeptMax) return;
  keylessRows.set(row.line, cellTexts(row));
}
