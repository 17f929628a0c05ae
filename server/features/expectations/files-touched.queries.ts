import type { Tx } from '../../platform/database/database.ts';

/**
 * Whether a file that may cover a payment was judged since the payment was made, or is being judged now. Of an ordinary
 * payment none was: served by bank_files_days and bank_files_running.
 */
export const hasFileSince = async (
  tx: Tx,
  { createdAt, businessDay }: { createdAt: Date; businessDay: string },
): Promise<boolean> =>
  (await tx.row(
    `SELECT 1 AS one FROM bank_files
      WHERE merchant_id = tenant_id() AND state = 'DONE' AND last_day >= $2::date - 1
        AND (finished_at > $1 OR lease_holder IS NOT NULL)
     UNION ALL
     SELECT 1 FROM bank_files
      WHERE merchant_id = tenant_id() AND state IN ('RECEIVED', 'READING', 'MATCHING') AND created_at > $1
      LIMIT 1`,
    [createdAt, businessDay],
  )) !== null;
