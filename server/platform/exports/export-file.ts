import { Readable } from 'node:stream';
import { type ExportFormat, exportLimits, type FileFormat } from '@mizan/contract/export-terms.ts';
import { heldToBranch } from '../database/database.ts';
import { Failure } from '../failure.ts';
import { heldClose } from './close-heap.ts';
import { csvOf } from './csv.writer.ts';
import type { ExportRow, ExportTable } from './export-sheet.ts';
import { threadsRunning, writeInThread } from './export-thread.ts';

/** A file on its way to somebody. */
export interface ExportFile {
  name: string;
  mediaType: string;
  content: Readable;
}

export const mediaTypes: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  zip: 'application/zip',
};

const nameCharsMax = 120;
/** Signs that no file system takes, and marks that make a name look like another one. */
const unfit = /[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu;

/** 'November-exceptions.csv': what a file is called, whatever strangers called what it is made of. */
export function exportFileName(title: string, format: FileFormat | 'json'): string {
  const name = title.toWellFormed().replaceAll(unfit, ' ').trim().slice(0, nameCharsMax).trim();
  return `${name === '' ? 'export' : name}.${format}`;
}

const tooManyRows = (maxRows: number): Failure =>
  new Failure('tooLarge', `The file would have more than ${maxRows} rows.`, { maxRows });

/** @throws Failure 'tooLarge' (details.maxRows) where the format holds no more rows, or none that are not prepared. */
export function refuseTooMany(rows: number, format: ExportFormat, isDirect: boolean): void {
  if (format === 'pdf' && rows > exportLimits.pdfRowsMax) throw tooManyRows(exportLimits.pdfRowsMax);
  if (format === 'xlsx' && isDirect && rows > exportLimits.directWorkbookRowsMax) {
    throw tooManyRows(exportLimits.directWorkbookRowsMax);
  }
}

async function* withTotals({ rows, totals }: ExportTable): AsyncGenerator<readonly ExportRow[]> {
  yield* rows;
  yield totals();
}

/** The bytes of a table in a format, written while they are read. */
export function exportContent(table: ExportTable, format: ExportFormat): Readable {
  const hasTotals = table.hasTotalsInSheets === true && format !== 'pdf';
  const rows = heldToBranch(heldClose(hasTotals ? withTotals(table) : table.rows, table.rowsTotal));
  return format === 'csv' ? Readable.from(csvOf(table, rows)) : writeInThread({ ...table, rows }, format);
}

/**
 * A table as a file that is sent while it is written.
 * @throws Failure 'tooLarge' (details.maxRows), or 'rateLimited' where this process writes enough of them
 */
export function exportFile(table: ExportTable, format: ExportFormat, title: string): ExportFile {
  refuseTooMany(table.rowsTotal, format, true);
  if (format !== 'csv' && threadsRunning() >= exportLimits.threadsMax) {
    throw new Failure('rateLimited', 'Too many files are being written; try again in a moment.');
  }
  return {
    name: exportFileName(title, format),
    mediaType: mediaTypes[format],
    content: exportContent(table, format),
  };
}
