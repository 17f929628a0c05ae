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
    `SELECT id AS place, id::text, user_agent AS "userAgent", host(ip_address) AS "ipAddress", created_at AS "startedAt",
       last_active_at AS "lastUsedAt", id = $2 AS current
     FROM sessions
     WHERE user_id = $1 AND kind = 'PORTAL' AND ended_at IS NULL AND expires_at > $3 AND last_active_at > $4
     ORDER BY last_active_at DESC, place DESC`,
    [userId, sessionId, at, activeSince],
  );
