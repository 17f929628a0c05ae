import type { Tx } from '../../platform/database/database.ts';

/** The condition that leaves one merchant's rows. */
const ownRows = 'merchant_id = tenant_id()';

/** The same, and none where the platform asks: for those of all merchants. */
export const rowsOf = ({ merchantId }: Tx): string => (merchantId === null ? 'true' : ownRows);

/** The numbers of the payments that ask, and why: from two small partial indexes. */
export const askingOf = (tenant: string): string => `
  SELECT merchant_id, id, NULL AS reason FROM transactions
   WHERE ${tenant} AND status = 'INITIALIZED' AND NOT under_review AND (result_seq IS NOT NULL OR query_count > 0)
   UNION ALL
  SELECT merchant_id, transaction_id, (array_agg(reason ORDER BY id DESC))[1] FROM reviews
   WHERE ${tenant} AND decided_at IS NULL GROUP BY 1, 2`;

/** The condition on `transactions t` that says the same as `isUnknown` of an open question. */
export const outcomeUnknownSql = `t.status <> 'APPROVED' AND t.id = ANY (ARRAY(SELECT id FROM (${askingOf(ownRows)}) a))`;
