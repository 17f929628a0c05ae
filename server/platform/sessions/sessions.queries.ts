import type { TeamRole } from '@mizan/contract/rights.ts';
import type { Role } from '@mizan/contract/roles.ts';
import type pg from 'pg';
import { type Database, platformRows, type Tx } from '../database/database.ts';
import { isOwnerSql } from '../database/owner-sql.ts';

export interface SessionRow {
  sessionId: string;
  authenticatedAt: Date;
  userId: string;
  role: Role;
  /** Null where the role says it. */
  placeInTeam: TeamRole | null;
  /** Who looks on, of a session that shows what a cashier sees. */
  viewerId: string | null;
  viewerName: string | null;
  viewerRole: Role | null;
  expiresAt: Date;
  merchantId: string | null;
  branchId: string | null;
  terminalId: string | null;
  fullName: string;
  email: string | null;
  locale: 'en' | 'ar';
}

/** A session of a person in the portal, or of software (decision 0108). */
export type SessionKind = 'PORTAL' | 'INTEGRATION';

/**
 * The sessions out of `from` that still count, at $1, active since $2: of an active user, an active merchant and, for
 * a cashier or a branch manager, an active branch. Whatever of this changes takes effect on the very next request.
 */
const livingOf = (from: string): string => `
  ${from}
  JOIN users ON users.id = sessions.user_id
  LEFT JOIN merchants ON merchants.id = users.merchant_id
  LEFT JOIN branches ON branches.merchant_id = users.merchant_id AND branches.id = users.branch_id
  WHERE sessions.ended_at IS NULL AND sessions.expires_at > $1 AND sessions.last_active_at > $2
    AND users.status = 'ACTIVE'
    AND (users.merchant_id IS NULL OR merchants.status = 'ACTIVE')
    AND ((users.role <> 'CASHIER' AND users.team_role IS DISTINCT FROM 'branchManager')
      OR users.branch_id IS NULL OR branches.status = 'ACTIVE')
    AND (sessions.viewer_id IS NULL OR EXISTS (SELECT FROM users viewer WHERE viewer.id = sessions.viewer_id
      AND viewer.status = 'ACTIVE' AND (viewer.role = 'ADMIN' OR (viewer.merchant_id = users.merchant_id
        AND viewer.role = 'MERCHANT' AND coalesce(viewer.team_role, 'owner') IN ('owner', 'manager')))))`;

/**
 * The session of a token, or of the one before it, which is no fresher than the first sign-in. Two lookups and no OR:
 * with an OR a planner that knows nothing of the table yet reads every session that has not ended.
 */
const ofToken = `(
    SELECT id, user_id, viewer_id, expires_at, last_active_at, ended_at, authenticated_at AS fresh_at
      FROM sessions WHERE token_hash = $3
    UNION ALL
    SELECT id, user_id, viewer_id, expires_at, last_active_at, ended_at, created_at
      FROM sessions WHERE replaced_hash = $3 AND replaced_until > $1
  ) sessions`;

/** Exported for the test of its plan. */
export const findText = `
  WITH living AS (
    SELECT sessions.id AS session_id, sessions.fresh_at, users.id, users.role, users.team_role, users.merchant_id,
      users.branch_id, users.terminal_id, users.full_name, users.email, users.locale, sessions.viewer_id, sessions.expires_at,
      (SELECT full_name FROM users viewer WHERE viewer.id = sessions.viewer_id) AS viewer_name,
      (SELECT role FROM users viewer WHERE viewer.id = sessions.viewer_id) AS viewer_role
    FROM ${livingOf(ofToken)}
  ), touched AS (
    UPDATE sessions SET last_active_at = $1 FROM living
    WHERE sessions.id = living.session_id AND sessions.last_active_at <= $4
  )
  SELECT session_id::text AS "sessionId", fresh_at AS "authenticatedAt", id::text AS "userId", role,
    team_role AS "placeInTeam", viewer_id::text AS "viewerId", viewer_name AS "viewerName", viewer_role AS "viewerRole", expires_at AS "expiresAt",
    merchant_id::text AS "merchantId", branch_id::text AS "branchId", terminal_id::text AS "terminalId",
    full_name AS "fullName", email, locale
  FROM living`;

/**
 * The session of a token, in one statement as the platform: who asks is known only afterwards. Where its last
 * activity is not after `touchBefore` it becomes `at`; null leaves it alone.
 */
export async function findSession(
  db: Database,
  session: { tokenHash: Buffer; at: Date; activeSince: Date; touchBefore: Date | null },
): Promise<SessionRow | null> {
  const { tokenHash, at, activeSince, touchBefore } = session;
  const rows = await platformRows<SessionRow>(db, findText, [at, activeSince, tokenHash, touchBefore]);
  return rows[0] ?? null;
}

interface IntegrationRow {
  name: string | null;
  credentialId: string | null;
}

/**
 * The session of an integration's token, which lives for its whole time, used or not; `name` is that of the credential
 * it was opened with. It counts as long as its user, merchant and branch do; with a credential, while its maker is an owner
 * (docs/decisions/0330-software-counts-while-its-maker-is-an-owner.md).
 */
export async function findIntegration(
  db: Database,
  tokenHash: Buffer,
  at: Date,
): Promise<(SessionRow & IntegrationRow) | null> {
  const rows = await platformRows<SessionRow & IntegrationRow>(
    db,
    `SELECT sessions.id::text AS "sessionId", sessions.authenticated_at AS "authenticatedAt", users.id::text AS "userId",
       users.role, users.team_role AS "placeInTeam", NULL AS "viewerId", NULL AS "viewerName", NULL AS "viewerRole", sessions.expires_at AS "expiresAt", users.merchant_id::text AS "merchantId", users.branch_id::text AS "branchId",
       users.terminal_id::text AS "terminalId", users.full_name AS "fullName", users.email, users.locale,
       sessions.credential_id::text AS "credentialId",
       (SELECT name FROM integrator_credentials made WHERE made.id = sessions.credential_id) AS name
     FROM ${livingOf('sessions')} AND sessions.kind = 'INTEGRATION' AND sessions.token_hash = $3
       AND (sessions.credential_id IS NULL OR (${isOwnerSql('users')}))`,
    [at, new Date(0), tokenHash],
  );
  return rows[0] ?? null;
}

/** Those of these sessions that no longer count. As the platform: open sockets belong to many merchants. */
export async function findEnded(
  db: Database,
  ids: readonly string[],
  at: Date,
  activeSince: Date,
): Promise<string[]> {
  const text = `SELECT asked.id::text AS id FROM unnest($3::bigint[]) AS asked (id)
    WHERE NOT EXISTS (SELECT 1 FROM ${livingOf('sessions')} AND sessions.id = asked.id)`;
  const rows = await platformRows<{ id: string }>(db, text, [at, activeSince, ids]);
  return rows.map(({ id }) => id);
}

export async function insertSession(
  tx: Tx,
  session: {
    tokenHash: Buffer;
    userId: string;
    at: Date;
    expiresAt: Date;
    userAgent: string | null;
    ip: string | null;
    kind: SessionKind;
    credentialId: string | null;
    viewerId?: string;
  },
): Promise<void> {
  const { tokenHash, userId, at, expiresAt, userAgent, ip, kind, credentialId, viewerId = null } = session;
  await tx.change(
    `INSERT INTO sessions (token_hash, user_id, created_at, authenticated_at, last_active_at, expires_at,
       user_agent, ip_address, kind, credential_id, viewer_id)
     VALUES ($1, $2, $3, $3, $3, $4, $5, $6, $7, $8, $9)`,
    [tokenHash, userId, at, expiresAt, userAgent, ip, kind, credentialId, viewerId],
  );
}

/** Puts another token in the place of the one before, which opens the session until `replacedUntil`. */
export const renewToken = (
  tx: Tx,
  { id, tokenHash, at, replacedUntil }: { id: string; tokenHash: Buffer; at: Date; replacedUntil: Date },
): Promise<number> =>
  tx.change(
    `UPDATE sessions
     SET replaced_hash = token_hash, replaced_until = $4, token_hash = $2, authenticated_at = $3
     WHERE id = $1 AND ended_at IS NULL`,
    [id, tokenHash, at, replacedUntil],
  );

const endOneText = 'UPDATE sessions SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL';

export async function endOne(db: Database, id: string, at: Date): Promise<void> {
  await platformRows(db, endOneText, [id, at]);
}

export async function endOneIn(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.change(endOneText, [id, at]);
}

/** Ends every session of a user; answers how many there were. */
export const endAllOf = (tx: Tx, userId: string, at: Date): Promise<number> =>
  tx.change('UPDATE sessions SET ended_at = $2 WHERE user_id = $1 AND ended_at IS NULL', [userId, at]);

/** Ends every session that was opened with a credential of an integration. */
export const endAllWith = (tx: Tx, credentialId: string, at: Date): Promise<number> =>
  tx.change('UPDATE sessions SET ended_at = $2 WHERE credential_id = $1 AND ended_at IS NULL', [
    credentialId,
    at,
  ]);

/** The same but for one session. */
export const endOthersOf = (tx: Tx, userId: string, keptId: string, at: Date): Promise<number> =>
  tx.change('UPDATE sessions SET ended_at = $3 WHERE user_id = $1 AND id <> $2 AND ended_at IS NULL', [
    userId,
    keptId,
    at,
  ]);

/** One of a user's; 0 where it is not theirs, or over. */
export const endOneOf = (tx: Tx, userId: string, id: string, at: Date): Promise<number> =>
  tx.change('UPDATE sessions SET ended_at = $3 WHERE user_id = $1 AND id = $2 AND ended_at IS NULL', [
    userId,
    id,
    at,
  ]);

/** Whose sessions end at a merchant: everybody's, those of a branch's cashiers and managers, or one person's. */
export type Concerned = { kind: 'merchant' } | { kind: 'branch' | 'user'; id: string };

const whose = {
  merchant: '$3::bigint IS NULL',
  branch: `(users.role = 'CASHIER' OR users.team_role = 'branchManager') AND users.branch_id = $3`,
  user: '(users.id = $3 OR sessions.viewer_id = $3)',
} as const;

/** Answers how many. */
export const endAllAt = (tx: Tx, merchantId: string, concerned: Concerned, at: Date): Promise<number> =>
  tx.change(
    `UPDATE sessions SET ended_at = $2 FROM users
      WHERE users.id = sessions.user_id AND users.merchant_id = $1 AND sessions.ended_at IS NULL
        AND ${whose[concerned.kind]}`,
    [merchantId, at, 'id' in concerned ? concerned.id : null],
  );

/** How many ended before then. */
export const countOld = async (tx: Tx, before: Date): Promise<number> =>
  (
    await tx.row<{ count: number }>('SELECT count(*) FROM sessions WHERE expires_at < $1 OR ended_at < $1', [
      before,
    ])
  )?.count ?? 0;

export const deleteOld = (tx: Tx, before: Date, most: number): Promise<number> =>
  tx.change(
    'DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at < $1 OR ended_at < $1 LIMIT $2)',
    [before, most],
  );

/** As the owner of the database, after a restore: whoever was signed out since the backup would be signed in again. */
export const endEverySession = (owner: pg.Client): Promise<unknown> =>
  owner.query('UPDATE sessions SET ended_at = now() WHERE ended_at IS NULL');
