import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

export interface Rotation {
  userId: string;
  oldHash: Buffer;
  newHash: Buffer;
  at: Date;
  userAgent: string | null;
  ip: string | null;
}

/**
 * Gives a user's trusted device a new token and notes the old one as superseded, by this browser; answers until
 * when the device is trusted, null where it is not. Of two rotations of one token at once one is made.
 */
export async function rotateDevice(tx: Tx, rotation: Rotation): Promise<Date | null> {
  const row = await tx.row<{ expiresAt: Date }>(
    `WITH rotated AS (
       UPDATE trusted_devices SET token_hash = $3
       WHERE token_hash = $2 AND user_id = $1 AND revoked_at IS NULL AND expires_at > $4
       RETURNING id, expires_at
     ), noted AS (
       INSERT INTO superseded_device_tokens (token_hash, device_id, superseded_at, user_agent, ip_address)
       SELECT $2, id, $4, $5, $6 FROM rotated
     )
     SELECT expires_at AS "expiresAt" FROM rotated`,
    [rotation.userId, rotation.oldHash, rotation.newHash, rotation.at, rotation.userAgent, rotation.ip],
  );
  return row?.expiresAt ?? null;
}

/** A token that a device had before, and what is known of the device. */
export interface SupersededRow {
  deviceId: string;
  userId: string;
  supersededAt: Date;
  /** The browser whose sign-in took the token's place. */
  userAgent: string | null;
  ip: string | null;
}

const superseded = `
  SELECT trusted_devices.id::text AS "deviceId", trusted_devices.user_id::text AS "userId",
    superseded_at AS "supersededAt", superseded_device_tokens.user_agent AS "userAgent",
    host(superseded_device_tokens.ip_address) AS ip
  FROM superseded_device_tokens JOIN trusted_devices ON trusted_devices.id = device_id
  WHERE superseded_device_tokens.token_hash = $1 AND revoked_at IS NULL AND expires_at > $2`;

/** The device that had this token before and is still trusted; null where there is none. */
export const findSuperseded = (tx: Tx, tokenHash: Buffer, at: Date): Promise<SupersededRow | null> =>
  tx.row<SupersededRow>(superseded, [tokenHash, at]);

/** The same without a transaction, as the platform: every sign-in with a cookie asks, and hardly one finds. */
export async function seeSuperseded(
  db: Database,
  tokenHash: Buffer,
  at: Date,
): Promise<SupersededRow | null> {
  return (await platformRows<SupersededRow>(db, superseded, [tokenHash, at]))[0] ?? null;
}

/** False where it was revoked already. */
export async function revokeDevice(tx: Tx, id: string, at: Date): Promise<boolean> {
  const text = 'UPDATE trusted_devices SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL';
  return (await tx.change(text, [id, at])) === 1;
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

export interface DeviceRow {
  id: string;
  userAgent: string | null;
  ipAddress: string | null;
  addedOn: Date;
  expiresAt: Date;
}

export const listDevices = (tx: Tx, userId: string, at: Date): Promise<DeviceRow[]> =>
  tx.rows<DeviceRow>(
    `SELECT id::text, user_agent AS "userAgent", host(ip_address) AS "ipAddress", created_at AS "addedOn",
       expires_at AS "expiresAt"
     FROM trusted_devices WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2
     ORDER BY created_at DESC`,
    [userId, at],
  );

/** One device of this user, or all where `id` is null; answers how many. */
export const revokeOwnDevices = (tx: Tx, userId: string, id: string | null, at: Date): Promise<number> =>
  tx.change(
    `UPDATE trusted_devices SET revoked_at = $3
     WHERE user_id = $1 AND ($2::bigint IS NULL OR id = $2) AND revoked_at IS NULL AND expires_at > $3`,
    [userId, id, at],
  );
