import type { Tx } from '../../platform/database/database.ts';

/**
 * The own account, as the platform: administrators have no tenant, and sessions and devices belong to the
 * global directory. Every statement names the user whose session asks.
 */
export interface ProfileRow {
  fullName: string;
  email: string | null;
  username: string | null;
  mobile: string | null;
  passwordHash: string;
  locale: 'en' | 'ar';
}

export const readProfile = (tx: Tx, userId: string): Promise<ProfileRow | null> =>
  tx.row<ProfileRow>(
    `SELECT full_name AS "fullName", email, username, mobile, password_hash AS "passwordHash", locale
     FROM users WHERE id = $1`,
    [userId],
  );

export async function readPendingEmail(tx: Tx, userId: string, at: Date): Promise<string | null> {
  const row = await tx.row<{ email: string | null }>(
    `SELECT payload ->> 'email' AS email FROM mail_links
     WHERE user_id = $1 AND purpose = 'UPDATE_PROFILE' AND used_at IS NULL AND expires_at > $2
     ORDER BY created_at DESC LIMIT 1`,
    [userId, at],
  );
  return row?.email ?? null;
}

export const storePasswordHash = (tx: Tx, userId: string, passwordHash: string): Promise<number> =>
  tx.change('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, passwordHash]);

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
export const revokeDevices = (tx: Tx, userId: string, id: string | null, at: Date): Promise<number> =>
  tx.change(
    `UPDATE trusted_devices SET revoked_at = $3
     WHERE user_id = $1 AND ($2::bigint IS NULL OR id = $2) AND revoked_at IS NULL AND expires_at > $3`,
    [userId, id, at],
  );

export interface SessionRow {
  id: string;
  userAgent: string | null;
  ipAddress: string | null;
  startedAt: Date;
  lastUsedAt: Date;
  current: boolean;
}

export const listSessions = (
  tx: Tx,
  userId: string,
  sessionId: string,
  at: Date,
  activeSince: Date,
): Promise<SessionRow[]> =>
  tx.rows<SessionRow>(
    `SELECT id::text, user_agent AS "userAgent", host(ip_address) AS "ipAddress", created_at AS "startedAt",
       last_active_at AS "lastUsedAt", id = $2 AS current
     FROM sessions
     WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $3 AND last_active_at > $4
     ORDER BY last_active_at DESC, id DESC`,
    [userId, sessionId, at, activeSince],
  );

/** One session of this user; 0 where it is not theirs, or over. */
export const endSession = (tx: Tx, userId: string, id: string, at: Date): Promise<number> =>
  tx.change('UPDATE sessions SET ended_at = $3 WHERE user_id = $1 AND id = $2 AND ended_at IS NULL', [
    userId,
    id,
    at,
  ]);
