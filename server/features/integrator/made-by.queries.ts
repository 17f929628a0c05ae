import type { Tx } from '../../platform/database/database.ts';

/**
 * How many keys and credentials of these people are neither revoked nor over. As the platform: they are nobody's tenant. Whether
 * they count hangs on who made them: `findLiving` of keys.queries.ts and the sign-in of a credential ask that each time.
 */
export async function countSoftwareMadeBy(
  tx: Tx,
  merchantId: string,
  userIds: readonly string[],
  at: Date,
): Promise<{ keys: number; credentials: number }> {
  const row = await tx.row<{ keys: number; credentials: number }>(
    `SELECT (SELECT count(*) FROM integrator_keys k JOIN users u ON u.id = k.made_by AND u.role = 'MERCHANT'
                AND coalesce(u.team_role, 'owner') = 'owner'
              WHERE k.merchant_id = $1 AND k.made_by = ANY($2::bigint[]) AND k.revoked_at IS NULL AND k.expires_at > $3) AS keys,
            (SELECT count(*) FROM integrator_credentials c
              WHERE c.merchant_id = $1 AND c.made_by = ANY($2::bigint[]) AND c.revoked_at IS NULL) AS credentials`,
    [merchantId, userIds, at],
  );
  return row ?? { keys: 0, credentials: 0 };
}
