import type { SettlementLine } from './settlement-line.ts';
import { quoted } from './text-table.ts';

/** Rows as text, with the quotation marks that somebody wrote into them by mistake. */

interface Row {
  cells: string[];
  line?: SettlementLine;
}

const quoteOf = ({ line }: Row) => line?.quote?.does;

/**
 * A quote closes on the line behind the one that it opens on, and one within its row stands behind a line without any: of the
 * first line of a file nobody can tell what lines look like.
 */
export function quotesTogether<T extends Row>(rows: readonly T[]): T[] {
  const closing = rows.filter((row) => quoteOf(row) === 'closes');
  const ordered = rows.flatMap((row) => {
    if (quoteOf(row) === 'closes') return [];
    return quoteOf(row) === 'opens' ? [row, ...closing.splice(0, 1)] : [row];
  });
  const first = ordered.findIndex(({ line }) => line && !line.quote);
  const early = ordered.filter((row, at) => quoteOf(row) === 'staysWithin' && at < first);
  const rest = ordered.filter((row) => !early.includes(row));
  const behind = rest.findIndex(({ line }) => line && !line.quote) + 1;
  return rest.toSpliced(behind, 0, ...early);
}

/** A row as it stands in the file; `amountAt` is where its lines have their amount. */
export function textOfRow(row: Row, delimiter: string, amountAt: number): string {
  const written = row.cells.map((cell) => quoted(cell, delimiter));
  const cells = row.line?.cells === undefined ? written : ofAnotherLength(written, row.line.cells, amountAt);
  const quote = row.line?.quote;
  if (quote) {
    const { does } = quote;
    const at = does === 'staysWithin' ? Math.min(amountAt, cells.length - 2) : quote.cell % cells.length;
    const until = does === 'staysWithin' ? at + 1 : at;
    if (does !== 'closes') cells[at] = `"${cells[at]}`;
    if (does === 'closes' || does === 'staysWithin') cells[until] = `${cells[until]}"`;
  }
  return cells.join(delimiter);
}

/** The cells of a row that was cut off before its amount, or that has one more behind its first one. */
const ofAnotherLength = (
  cells: readonly string[],
  length: NonNullable<SettlementLine['cells']>,
  amountAt: number,
): string[] => (length === 'cutShort' ? cells.slice(0, amountAt) : cells.toSpliced(1, 0, 'Olaya'));

/** The number of the first line of each row, counted as an editor counts them. */
export function linesOfRows(texts: readonly string[]): number[] {
  let next = 1;
  return texts.map((text) => {
    const own = next;
    next += text.split('\n').length;
    return own;
  });
}
