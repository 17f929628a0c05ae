import type { Tx } from '../../platform/database/database.ts';

/** As the platform, by the merchant. */

/** Terminals in service of a branch in the order of their numbers. */
export const selectTerminalsAt = (
  tx: Tx,
  merchantId: string,
  branchId: string,
  limit: number,
): Promise<{ id: string; label: string | null }[]> =>
  tx.rows(
    `SELECT t.id::text, t.label FROM (SELECT *, terminals.id AS place FROM terminals) t
      WHERE t.merchant_id = $1 AND t.branch_id = $2 AND t.status <> 'RETIRED' ORDER BY place LIMIT $3`,
    [merchantId, branchId, limit],
  );

export async function countTerminalsAt(tx: Tx, merchantId: string, branchId: string): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `SELECT count(*) FROM terminals WHERE merchant_id = $1 AND branch_id = $2 AND status <> 'RETIRED'`,
    [merchantId, branchId],
  );
  return row?.count ?? 0;
}
