import type { Tx } from '../../platform/database/database.ts';

/** Those of the payments that a claim asks the bank for, which has not answered. Served by missing_claim_lines_once. */
export const selectClaimed = (tx: Tx, transactionIds: readonly string[]): Promise<{ id: string }[]> =>
  tx.rows<{ id: string }>(
    `SELECT l.transaction_id::text AS id
       FROM missing_claim_lines l
       JOIN fee_claims m ON m.merchant_id = tenant_id() AND m.id = l.claim_id AND m.state IN ('DRAFTED', 'SENT')
      WHERE l.merchant_id = tenant_id() AND l.is_live AND l.transaction_id = ANY ($1::bigint[])`,
    [transactionIds],
  );
