import type { Tx } from '../platform/database/database.ts';

/** An arbitrary number: of two portals that start at once on one database one makes the demo. */
const demoLock = 64_927;
export const lockDemo = (tx: Tx): Promise<number> =>
  tx.change('SELECT pg_advisory_xact_lock($1)', [demoLock]);

export const hasMerchant = async (tx: Tx, uuid: string): Promise<boolean> =>
  (await tx.row('SELECT 1 FROM merchants WHERE uuid = $1', [uuid])) !== null;

/** The first person of a merchant of the demo; null where there is no such merchant. */
export const selectDemoOwner = (
  tx: Tx,
  uuid: string,
): Promise<{ userId: string; fullName: string; merchantId: string } | null> =>
  tx.row<{ userId: string; fullName: string; merchantId: string }>(
    `SELECT users.id::text AS "userId", full_name AS "fullName", merchants.id::text AS "merchantId"
       FROM merchants JOIN users ON users.merchant_id = merchants.id AND users.role = 'MERCHANT'
      WHERE merchants.uuid = $1 ORDER BY users.id LIMIT 1`,
    [uuid],
  );
