import { currencies } from '@mizan/contract/money.ts';
import { bankFields } from '@mizan/contract/reconciliation-terms.ts';
import { type BankLines, newBankLines, newSharedTexts, type SharedTexts } from '../normalise/bank-lines.ts';
import { type FieldColumns, fieldColumns } from '../normalise/line-fields.ts';
import { createLineReader } from '../normalise/line-reader.ts';
import type { ValueFormats } from '../normalise/value-formats.ts';
import type { ColumnMapping, SampleRow } from '../read/columns.ts';
import type { Row } from '../read/row.ts';
import type { Reading } from './reading.ts';

/** What is tried of a file: its columns as they were found, and a bounded number of its rows. */
export interface TrialFile {
  mapping: ColumnMapping;
  /** How the values seem to be written: where the trial begins. */
  formats: ValueFormats;
  /** What stands above the headings: titles that may say how to read. */
  above: readonly SampleRow[];
  rows: readonly Row[];
  at: FieldColumns;
  shared: SharedTexts;
}

export function newTrialFile(
  mapping: ColumnMapping,
  formats: ValueFormats,
  above: readonly SampleRow[],
  rows: readonly Row[],
): TrialFile {
  const below = rows.filter(({ line }) => line > mapping.headerLine);
  const at = fieldColumns(mapping, bankFields);
  return { mapping, formats, above, rows: below, at, shared: newSharedTexts() };
}

/** The rows as one reading has them. */
export interface ReadRows {
  lines: BankLines;
  /** The line of each row, -1 where it was not read so. */
  lineOf: Int32Array;
}

/** Really reads the rows one way. Terminals and odd RRNs share the texts of the trial, as the payments do. */
export function readRows(file: TrialFile, reading: Reading): ReadRows {
  const lines = newBankLines(file.rows.length);
  const mapping = { ...file.mapping, fields: reading.fields };
  const sar = currencies.indexOf('SAR');
  const reader = createLineReader(mapping, reading.formats, sar, lines, file.shared, true);
  const lineOf = new Int32Array(file.rows.length).fill(-1);
  for (const [index, row] of file.rows.entries()) {
    if (reader.read(row) === null) lineOf[index] = lines.count - 1;
  }
  return { lines, lineOf };
}
