import type { Tx } from '../../platform/database/database.ts';
import { isChargeSql } from '../../platform/database/type-sql.ts';
import { declineReason } from '../transactions/decline-reason.ts';

export interface ReasonRow {
  reason: string;
  count: number;
}

/** Why purchases were declined between two instants; from the index of declined payments alone (insights-plan.test.ts). */
export const selectReasons = (
  tx: Tx,
  branchId: string | null,
  { from, before }: { from: Date; before: Date },
): Promise<ReasonRow[]> => {
  const { text, values } = reasonsStatement(branchId, from, before);
  return tx.rows<ReasonRow>(text, values);
};

export const reasonsStatement = (branchId: string | null, from: Date, before: Date) => ({
  text: `SELECT ${declineReason('t')} AS reason, count(*) AS count FROM transactions t
          WHERE t.merchant_id = tenant_id() AND t.status = 'DECLINED' AND ${isChargeSql('t.type')}
            AND t.created_at >= $1 AND t.created_at < $2 AND ($3::bigint IS NULL OR t.branch_id = $3)
          GROUP BY 1 ORDER BY 2 DESC, 1`,
  values: [from, before, branchId] as unknown[],
});
