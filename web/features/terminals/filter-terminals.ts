import { latinDigits } from '@mizan/contract/money.ts';
import type { TerminalRow } from '@mizan/contract/terminals.ts';
import { attentionOf, type LeftOuts } from './attention.ts';
import type { TerminalFilter } from './terminals.search.ts';

const plain = (text: string): string => latinDigits(text).toLowerCase().trim();

/** What somebody may look a terminal up by. */
const saidOf = (row: TerminalRow): string =>
  [
    row.tid,
    row.label,
    row.serialNumber,
    `${row.brand} ${row.model}`,
    row.branchNameEn,
    row.branchNameAr,
    row.cashierName,
    row.ipAddress,
  ]
    .filter((each) => each !== null)
    .map(plain)
    .join('\n');

/** The rows that a filter leaves, in their order. */
export function filteredTerminals(
  rows: readonly TerminalRow[],
  { search, connection, branchId, needs }: TerminalFilter,
  leftOuts: LeftOuts,
): TerminalRow[] {
  const words = search === undefined ? [] : plain(search).split(/\s+/);
  return rows.filter(
    (row) =>
      (!connection || connection.includes(row.connection)) &&
      (!branchId || branchId.includes(row.branchId)) &&
      (!needs || attentionOf(row, leftOuts.get(row.id)).length > 0) &&
      words.every((word) => saidOf(row).includes(word)),
  );
}
