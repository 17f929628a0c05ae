import type { Currency } from '@mizan/contract/money.ts';
import { placeOfLine } from '@mizan/contract/table-form.ts';
import type { ExportColumn, ExportRow } from '../../platform/exports/export-sheet.ts';
import { plainText } from '../../platform/exports/safe-text.ts';
import type { Words } from '../../platform/words.ts';
import type { NamedEntry } from './earlier-files.ts';

/** The columns of exported entries in their order, and how wide each is beside the others. */
const columns = {
  outcome: { kind: 'text', letters: 15 },
  reason: { kind: 'text', letters: 24 },
  payment: { kind: 'text', letters: 9 },
  lines: { kind: 'text', letters: 8 },
  terminal: { kind: 'text', letters: 10 },
  rrn: { kind: 'text', letters: 14 },
  card: { kind: 'text', letters: 8 },
  scheme: { kind: 'text', letters: 10 },
  day: { kind: 'day', letters: 11 },
  portal: { kind: 'amount', letters: 12 },
  bank: { kind: 'amount', letters: 12 },
  difference: { kind: 'amount', letters: 12 },
  currency: { kind: 'text', letters: 9 },
  matchedBy: { kind: 'text', letters: 16 },
} as const satisfies Record<string, Omit<ExportColumn, 'name'>>;
type ColumnName = keyof typeof columns;
const columnNames = Object.keys(columns) as ColumnName[];

export const entryColumns = ({ text }: Words): ExportColumn[] =>
  columnNames.map((name) => ({ name: text(`exports:entries.column.${name}`), ...columns[name] }));

const rowOf = (cells: Partial<Record<ColumnName, string | number | null>>): ExportRow =>
  columnNames.map((name) => cells[name] ?? null);

/** A line as a person finds it in the file: its row, and its sheet where a workbook was read with several. */
function placeIn(line: number, { text }: Words): number | string {
  const { sheet, row } = placeOfLine(line);
  return sheet === null ? row : text('units:rowOfSheet', { row, sheet });
}

/** Why, with the file and the line where an earlier file is the reason. */
function reasonText({ reason, earlier }: NamedEntry, words: Words): string | null {
  const { text } = words;
  if (reason === null) return null;
  const why = text(`exports:entries.reason.${reason}`);
  if (!earlier) return why;
  const { line } = earlier;
  const file = plainText(earlier.fileName);
  return line === null
    ? text('exports:entries.earlierFile', { why, file })
    : text('exports:entries.earlierLine', { why, file, line: placeIn(line, words) });
}

/** One entry as cells, in the order of its columns. */
export function entryRow(entry: NamedEntry, words: Words): ExportRow {
  const { text } = words;
  const lines = entry.line === null ? [] : [entry.line, ...(entry.detail?.lines ?? [])];
  return rowOf({
    outcome: text(`reconciliation:outcome.${entry.outcome}.title`),
    reason: reasonText(entry, words),
    payment: entry.transactionId,
    lines: lines.map((line) => placeIn(line, words)).join(' '),
    terminal: entry.tid,
    rrn: entry.rrn,
    card: entry.lastFour,
    scheme: entry.scheme,
    day: entry.day,
    portal: entry.portalMinor,
    bank: entry.bankMinor,
    difference: entry.differenceMinor,
    currency: entry.currency,
    matchedBy: entry.matchedBy === null ? null : text(`exports:entries.matchedBy.${entry.matchedBy}`),
  });
}

/** Sums of what passes, by currency: they are never mixed. */
export function entryTotals({ text }: Words) {
  const sums = new Map<Currency, { portal: number; bank: number; difference: number }>();
  return {
    add(entry: NamedEntry): void {
      const sum = sums.get(entry.currency) ?? { portal: 0, bank: 0, difference: 0 };
      sum.portal += entry.portalMinor ?? 0;
      sum.bank += entry.bankMinor ?? 0;
      sum.difference += entry.differenceMinor;
      sums.set(entry.currency, sum);
    },
    rows: (): ExportRow[] =>
      [...sums].map(([currency, sum]) => rowOf({ outcome: text('exports:total'), ...sum, currency })),
  };
}
