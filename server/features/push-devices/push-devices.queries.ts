import type { BellType } from '@mizan/contract/notices.ts';
import type { Tx } from '../../platform/database/database.ts';

export interface DeviceRow {
  id: string;
  userAgent: string | null;
  ipAddress: string | null;
  addedOn: Date;
  endpointHash: Buffer;
}

export interface NewDevice {
  merchantId: string;
  userId: string;
  sessionId: string;
  endpoint: string;
  endpointHash: Buffer;
  p256dh: string;
  auth: string;
  userAgent: string | null;
  ip: string;
  at: Date;
}

/**
 * A device counts while it was not removed and nobody ended the session in which it was last seen: a logout, a revocation, a
 * new password. A session that only ran out ends nothing, because that is when a notice is of use.
 */
const counts = `d.removed_at IS NULL AND s.ended_at IS NULL`;
/** A join and no subquery: sessions lie on one machine where devices lie on several (docs/decisions/0150-past-one-machine-again.md). */
const lastSession = 'LEFT JOIN sessions s ON s.id = d.session_id';

/** As the platform, as all here: sessions are its own. */
export const selectDevices = (tx: Tx, merchantId: string, userId: string): Promise<DeviceRow[]> =>
  tx.rows<DeviceRow>(
    `SELECT d.id::text, d.user_agent AS "userAgent", host(d.ip_address) AS "ipAddress", d.created_at AS "addedOn",
       d.endpoint_hash AS "endpointHash"
     FROM (SELECT *, push_devices.id AS place FROM push_devices) d ${lastSession}
     WHERE d.merchant_id = $1 AND d.user_id = $2 AND ${counts}
     ORDER BY d.created_at DESC, place DESC`,
    [merchantId, userId],
  );

/** Two tabs that say it at once say it one after the other. */
export const lockEndpoint = (tx: Tx, endpointHash: Buffer): Promise<unknown> =>
  tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('push ' || encode($1::bytea, 'hex'), 0))`, [
    endpointHash,
  ]);

/** The same browser in other hands: whoever was signed in there before is sent nothing through it. */
export const removeOthersOf = (tx: Tx, device: NewDevice): Promise<number> =>
  tx.change(
    `UPDATE push_devices SET removed_at = $4
      WHERE endpoint_hash = $1 AND removed_at IS NULL AND NOT (merchant_id = $2 AND user_id = $3)`,
    [device.endpointHash, device.merchantId, device.userId, device.at],
  );

export const renewDevice = (tx: Tx, device: NewDevice): Promise<{ id: string } | null> =>
  tx.row<{ id: string }>(
    `UPDATE push_devices SET session_id = $4, p256dh = $5, auth = $6, user_agent = $7, ip_address = $8
      WHERE merchant_id = $1 AND user_id = $2 AND endpoint_hash = $3 AND removed_at IS NULL RETURNING id::text`,
    [
      device.merchantId,
      device.userId,
      device.endpointHash,
      device.sessionId,
      device.p256dh,
      device.auth,
      device.userAgent,
      device.ip,
    ],
  );

export const insertDevice = (tx: Tx, device: NewDevice): Promise<{ id: string } | null> =>
  tx.row<{ id: string }>(
    `INSERT INTO push_devices (merchant_id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, user_agent,
       ip_address, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id::text`,
    [
      device.merchantId,
      device.userId,
      device.sessionId,
      device.endpoint,
      device.endpointHash,
      device.p256dh,
      device.auth,
      device.userAgent,
      device.ip,
      device.at,
    ],
  );

/** One of a person's devices, or with null all of them. */
export const removeDevices = (
  tx: Tx,
  whose: { merchantId: string; userId: string },
  id: string | null,
  at: Date,
): Promise<number> =>
  tx.change(
    `UPDATE push_devices SET removed_at = $4
      WHERE merchant_id = $1 AND user_id = $2 AND ($3::bigint IS NULL OR id = $3) AND removed_at IS NULL`,
    [whose.merchantId, whose.userId, id, at],
  );

/** Every person's devices beyond the newest `most`. */
export const removeBeyond = (tx: Tx, device: NewDevice, most: number): Promise<number> =>
  tx.change(
    `UPDATE push_devices SET removed_at = $4 WHERE merchant_id = $1 AND removed_at IS NULL AND user_id = $2
      AND id NOT IN (
       SELECT id FROM push_devices WHERE merchant_id = $1 AND user_id = $2 AND removed_at IS NULL
       ORDER BY created_at DESC, id DESC LIMIT $3)`,
    [device.merchantId, device.userId, most, device.at],
  );

/** Devices of sessions that somebody ended, noted before those sessions are forgotten. */
export const removeSignedOut = (tx: Tx, at: Date): Promise<number> =>
  tx.change(
    `UPDATE push_devices d SET removed_at = $1 FROM sessions s
      WHERE d.removed_at IS NULL AND s.id = d.session_id AND s.ended_at IS NOT NULL`,
    [at],
  );

/** The devices to which a notice goes: of people who hear it and chose its kind for their devices. */
export const selectReceivers = (
  tx: Tx,
  { merchantId, seq }: { merchantId: string; seq: number },
): Promise<{ id: string }[]> =>
  tx.rows<{ id: string }>(
    `SELECT d.id::text FROM push_devices d
       JOIN users u ON u.id = d.user_id AND u.status = 'ACTIVE'
       JOIN notices n ON n.merchant_id = d.merchant_id AND n.seq = $2
         AND n.audience_id = CASE WHEN u.role = 'CASHIER' OR u.team_role = 'branchManager' THEN u.id ELSE 0 END
       LEFT JOIN user_preferences p ON p.user_id = u.id
       ${lastSession}
      WHERE d.merchant_id = $1 AND ${counts}
        AND n.type = ANY(coalesce(p.push_notices, '{SIL,UNB,OVD}'))`,
    [merchantId, seq],
  );

export interface Parcel {
  endpoint: string;
  p256dh: string;
  auth: string;
  userId: string;
  type: BellType;
  about: string;
  amountMinor: number | null;
  count: number | null;
  at: Date;
}

/** What goes to one device, where it still counts. */
export const selectParcel = (
  tx: Tx,
  { merchantId, deviceId, seq }: { merchantId: string; deviceId: string; seq: number },
): Promise<Parcel | null> =>
  tx.row<Parcel>(
    `SELECT d.endpoint, d.p256dh, d.auth, d.user_id::text AS "userId", n.type, n.about,
       n.amount_minor AS "amountMinor", n.count, n.at
     FROM push_devices d
       JOIN users u ON u.id = d.user_id AND u.status = 'ACTIVE'
       JOIN merchants m ON m.id = d.merchant_id AND m.status = 'ACTIVE'
       JOIN notices n ON n.merchant_id = d.merchant_id AND n.seq = $3
         AND n.audience_id = CASE WHEN u.role = 'CASHIER' OR u.team_role = 'branchManager' THEN u.id ELSE 0 END
       ${lastSession}
     WHERE d.merchant_id = $1 AND d.id = $2 AND ${counts}`,
    [merchantId, deviceId, seq],
  );

export const noteSent = (tx: Tx, merchantId: string, deviceId: string, at: Date): Promise<number> =>
  tx.change('UPDATE push_devices SET sent_at = $3 WHERE merchant_id = $1 AND id = $2', [
    merchantId,
    deviceId,
    at,
  ]);

export const removeGone = (tx: Tx, merchantId: string, deviceId: string, at: Date): Promise<number> =>
  tx.change(
    'UPDATE push_devices SET removed_at = $3 WHERE merchant_id = $1 AND id = $2 AND removed_at IS NULL',
    [merchantId, deviceId, at],
  );

/** As the platform, of all merchants: how many devices go with what was taken out and what ended before then. */
export const countRemoved = async (tx: Tx, before: Date): Promise<number> =>
  (
    await tx.row<{ count: number }>(
      `SELECT count(*) FROM push_devices d ${lastSession}
        WHERE d.removed_at < $1 OR s.id IS NULL OR s.expires_at < $1 OR s.ended_at < $1`,
      [before],
    )
  )?.count ?? 0;

/** As the platform, of all merchants: devices that were taken out before then, and those whose session is no longer known. */
export const deleteRemoved = (tx: Tx, before: Date, most: number): Promise<number> =>
  tx.change(
    `DELETE FROM push_devices WHERE (merchant_id, id) IN (
       SELECT d.merchant_id, d.id FROM push_devices d ${lastSession}
        WHERE d.removed_at < $1 OR s.id IS NULL LIMIT $2)`,
    [before, most],
  );
