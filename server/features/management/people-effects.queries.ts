import type { Tx } from '../../platform/database/database.ts';

export interface AffectedPerson {
  id: string;
  isActive: boolean;
  terminalId: string | null;
  tid: string | null;
}

/** As the merchant; a branch manager sees the people of the own branch. */
export const selectAffected = (tx: Tx, ids: readonly string[]): Promise<AffectedPerson[]> =>
  tx.rows<AffectedPerson>(
    `SELECT u.id::text, u.status = 'ACTIVE' AS "isActive", u.terminal_id::text AS "terminalId", t.tid
       FROM users u LEFT JOIN terminals t ON t.merchant_id = u.merchant_id AND t.id = u.terminal_id
      WHERE u.merchant_id = tenant_id() AND u.deleted_at IS NULL AND u.id = ANY($1::bigint[])
        AND (branch_scope() IS NULL OR u.branch_id = branch_scope())
      ORDER BY t.tid`,
    [ids],
  );

/** As the platform, of ids that were found as the merchant: sessions are nobody's tenant. Those in which they look on end too. */
export async function countSessions(tx: Tx, ids: readonly string[], now: Date): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `SELECT count(*) FROM sessions
      WHERE (user_id = ANY($1::bigint[]) OR viewer_id = ANY($1::bigint[])) AND ended_at IS NULL AND expires_at > $2`,
    [ids, now],
  );
  return row?.count ?? 0;
}
