import { decimalText } from '@mizan/contract/money.ts';
import type { Words } from '../../platform/words.ts';
import type { EntryRecord } from './entries.queries.ts';
import { type ExportColumn, exportColumns } from './entries-export.words.ts';

/** A cell of an exported sheet: a text, or a number of ours that no spreadsheet can take for anything else. */
export type ExportCell = string | number | null;

/**
 * A text that a spreadsheet would run as a formula gets an apostrophe in front (OWASP, CSV injection): values of
 * a bank's file and order references are strangers' words.
 */
export const safeText = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text);

/** Marks of direction would travel into the merchant's own sheets; line breaks would break rows of careless readers. */
const tidy = (text: string): string => text.replaceAll(/[\r\n\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ');
const textCell = (text: string | null): ExportCell => (text === null ? null : safeText(tidy(text)));

/** One entry as cells, in the order of `exportColumns`. Amounts are in whole units with two decimals. */
export function exportRow(entry: EntryRecord, { text }: Words): ExportCell[] {
  const lines = entry.line === null ? [] : [entry.line, ...(entry.detail?.lines ?? [])];
  const cells: Record<ExportColumn, ExportCell> = {
    outcome: text(`reconciliation:outcome.${entry.outcome}.title`),
    reason: entry.reason === null ? null : text(`exports:entries.reason.${entry.reason}`),
    payment: textCell(entry.transactionId),
    lines: textCell(lines.join(' ')),
    terminal: textCell(entry.tid),
    rrn: textCell(entry.rrn),
    card: textCell(entry.lastFour),
    scheme: textCell(entry.scheme),
    day: textCell(entry.day),
    portal: amountCell(entry.portalMinor),
    bank: amountCell(entry.bankMinor),
    difference: amountCell(entry.differenceMinor),
    currency: textCell(entry.currency),
    matchedBy: entry.matchedBy === null ? null : text(`exports:entries.matchedBy.${entry.matchedBy}`),
  };
  return exportColumns.map((column) => cells[column]);
}

const amountCell = (minor: number | null): ExportCell => (minor === null ? null : Number(decimalText(minor)));

/** A row of CSV (RFC 4180) with its line end. Numbers keep two decimals; texts are quoted where they need it. */
export function csvLine(cells: readonly ExportCell[]): string {
  const written = cells.map((cell) => {
    if (cell === null) return '';
    if (typeof cell === 'number') return cell.toFixed(2);
    return /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  });
  return `${written.join(',')}\r\n`;
}
