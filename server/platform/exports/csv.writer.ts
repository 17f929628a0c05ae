import { decimalText } from '@mizan/contract/money.ts';
import type { ExportCell, ExportHead, ExportRow } from './export-sheet.ts';
import { guardedText } from './safe-text.ts';

/** Excel reads Arabic in a CSV only behind it. */
export const byteOrderMark = '\ufeff';

const quoted = (text: string): string =>
  /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function written(cell: ExportCell): string {
  if (cell === null) return '';
  if (typeof cell === 'bigint') return cell.toString();
  return typeof cell === 'number' ? decimalText(cell) : quoted(guardedText(cell));
}

/** A row of CSV (RFC 4180) with its line end. Amounts have two decimals; texts are quoted where they need it. */
export const csvLine = (row: ExportRow): string => `${row.map(written).join(',')}\r\n`;

/** A number, as a database writes it, is no text of strangers: a minus before it runs no formula. */
const plainNumber = /^-?\d+(?:\.\d+)?$/;

/** A row of values as the database writes them: numbers as they stand, everything else guarded. */
export const csvTextLine = (values: readonly (string | null)[]): string =>
  `${values.map((value) => (value === null || plainNumber.test(value) ? (value ?? '') : quoted(guardedText(value)))).join(',')}\r\n`;

/** The table as CSV in UTF-8, a text for each batch. */
export async function* csvOf(
  { columns, isForPrograms = false }: ExportHead,
  rows: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<string> {
  yield (isForPrograms ? '' : byteOrderMark) + csvLine(columns.map(({ name }) => name));
  for await (const batch of rows) yield batch.map(csvLine).join('');
}
