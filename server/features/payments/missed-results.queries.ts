import { type Database, tenantRows } from '../../platform/database/database.ts';

export interface ToldResult {
  /** Its number in the merchant's record of messages. */
  sequence: string;
  text: string;
}

/**
 * The PAY messages beyond a sequence, newest first; of a cashier those that were told to them. The
 * text of the number has a name of its own: a cluster would order by it, where 99 comes after 201.
 */
export const selectResults = (
  db: Database,
  merchantId: string,
  { after, cashierId, limit }: { after: number; cashierId: string | null; limit: number },
): Promise<ToldResult[]> =>
  tenantRows<ToldResult>(
    db,
    merchantId,
    `SELECT seq::text AS sequence, text FROM live_messages
      WHERE merchant_id = tenant_id() AND seq > $1 AND text LIKE 'PAY%'
        AND ($2::bigint IS NULL OR $2 = ANY(cashier_ids))
      ORDER BY seq DESC LIMIT $3`,
    [after, cashierId, limit],
  );
