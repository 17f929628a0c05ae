import type { BalanceChain } from '@mizan/contract/statement-table.ts';
import type { RowRead } from './statement-row.ts';

/** Lines that are named; their number says how many there are. */
const namedMax = 20;

/** Rows as they follow each other; null stands for one that could not be read. */
type Rows = readonly (RowRead | null)[];

/** Of each pair of neighbours with balances: the row whose amount leads from one balance to the other, and whether it does. */
function pairsOf(rows: Rows, order: BalanceChain['order']): { row: RowRead; holds: boolean }[] {
  return rows.flatMap((upper, at) => {
    const lower = rows[at + 1];
    if (!upper || !lower || upper.balanceMinor === null || lower.balanceMinor === null) return [];
    const [before, row] = order === 'oldestFirst' ? [upper, lower] : [lower, upper];
    return [{ row, holds: (row.balanceMinor ?? 0) - (before.balanceMinor ?? 0) === row.amountMinor }];
  });
}

/**
 * Whether each row's balance is the one before it and its amount: in whichever of the two orders more do. What holds
 * proves the signs, the columns and the order. `off` are the rows whose balance does not follow. null without balances.
 */
export function chainOf(rows: Rows): { chain: BalanceChain; off: ReadonlySet<RowRead> } | null {
  const [oldest, newest] = (['oldestFirst', 'newestFirst'] as const).map((order) => {
    const pairs = pairsOf(rows, order);
    return { order, pairs, heldCount: pairs.filter(({ holds }) => holds).length };
  });
  if (!oldest || !newest || oldest.pairs.length === 0) return null;
  const { order, pairs, heldCount } = newest.heldCount > oldest.heldCount ? newest : oldest;
  const off = new Set(pairs.flatMap(({ row, holds }) => (holds ? [] : [row])));
  const offLines = [...off].slice(0, namedMax).map(({ line }) => line);
  return { chain: { triedCount: pairs.length, heldCount, order, offLines }, off };
}
