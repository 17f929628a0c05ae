import type { Tx } from '../../platform/database/database.ts';
import { isOwnerSql } from '../../platform/database/owner-sql.ts';

/**
 * Of a user `u`: what they let in counts while they are an active owner, and no longer
 * (docs/decisions/0330-software-counts-while-its-maker-is-an-owner.md).
 */
const isOwner = isOwnerSql('u');
export const isActiveOwner = `u.status = 'ACTIVE' AND ${isOwner}`;

/**
 * How many keys and credentials of these people are neither revoked nor over. As the platform: they are nobody's tenant. Whether
 * they count hangs on who made them, which is asked at each use: of those who are no owners nothing does, unless `asOwners`.
 */
export async function countSoftwareMadeBy(
  tx: Tx,
  merchantId: string,
  userIds: readonly string[],
  at: Date,
  { asOwners }: { asOwners: boolean },
): Promise<{ keys: number; credentials: number }> {
  const row = await tx.row<{ keys: number; credentials: number }>(
    `SELECT (SELECT count(*) FROM integrator_keys k JOIN users u ON u.id = k.made_by AND ($4 OR (${isOwner}))
              WHERE k.merchant_id = $1 AND k.made_by = ANY($2::bigint[]) AND k.revoked_at IS NULL AND k.expires_at > $3) AS keys,
            (SELECT count(*) FROM integrator_credentials c JOIN users u ON u.id = c.made_by AND ($4 OR (${isOwner}))
              WHERE c.merchant_id = $1 AND c.made_by = ANY($2::bigint[]) AND c.revoked_at IS NULL) AS credentials`,
    [merchantId, userIds, at, asOwners],
  );
  return row ?? { keys: 0, credentials: 0 };
}
