import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

/** Gives a user's trusted device a new token; answers until when it is trusted, null where it is not. */
export async function rotateDevice(
  tx: Tx,
  device: { userId: string; oldHash: Buffer; newHash: Buffer; at: Date },
): Promise<Date | null> {
  const row = await tx.row<{ expiresAt: Date }>(
    `UPDATE trusted_devices SET token_hash = $3
     WHERE token_hash = $2 AND user_id = $1 AND revoked_at IS NULL AND expires_at > $4
     RETURNING expires_at AS "expiresAt"`,
    [device.userId, device.oldHash, device.newHash, device.at],
  );
  return row?.expiresAt ?? null;
}

/** Whether a token is that of a device which this user trusts. As the platform: nobody is signed in yet. */
export async function isTrustedDevice(
  db: Database,
  device: { userId: string; tokenHash: Buffer; at: Date },
): Promise<boolean> {
  const rows = await platformRows(
    db,
    `SELECT 1 FROM trusted_devices
     WHERE token_hash = $2 AND user_id = $1 AND revoked_at IS NULL AND expires_at > $3`,
    [device.userId, device.tokenHash, device.at],
  );
  return rows.length === 1;
}

export async function insertDevice(
  tx: Tx,
  device: {
    userId: string;
    tokenHash: Buffer;
    at: Date;
    expiresAt: Date;
    userAgent: string | null;
    ip: string | null;
  },
): Promise<void> {
  await tx.change(
    `INSERT INTO trusted_devices (user_id, token_hash, created_at, expires_at, user_agent, ip_address)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [device.userId, device.tokenHash, device.at, device.expiresAt, device.userAgent, device.ip],
  );
}

export const revokeDevicesOf = (tx: Tx, userId: string, at: Date): Promise<number> =>
  tx.change('UPDATE trusted_devices SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL', [
    userId,
    at,
  ]);

export const deleteOldDevices = (tx: Tx, before: Date): Promise<number> =>
  tx.change('DELETE FROM trusted_devices WHERE expires_at < $1 OR revoked_at < $1', [before]);
