import type { OwnRequest, PersonalState } from '@mizan/contract/personal-data.ts';
import type { Tx } from '../../platform/database/database.ts';

/** How many entries of the audit log a file holds at most. */
const entriesMost = 5_000;

export interface RequestRow {
  id: string;
  merchantId: string | null;
  userId: string;
  name: string;
  merchant: { nameEn: string; nameAr: string } | null;
  kind: OwnRequest['kind'];
  field: OwnRequest['field'];
  wanted: string | null;
  version: number;
  state: PersonalState;
  askedAt: Date;
  dueAt: Date;
  answeredAt: Date | null;
  answeredByName: string | null;
  reason: string | null;
  answeredBy: 'OWNER' | 'ADMIN';
  withdrawnAt: Date | null;
}
const requests = `SELECT asked.id::text, asked.merchant_id::text AS "merchantId", asked.user_id::text AS "userId",
    who.full_name AS name, kind, field, wanted, version, state, asked_at AS "askedAt", due_at AS "dueAt",
    CASE WHEN merchant.id IS NOT NULL THEN json_build_object('nameEn', merchant.name_en, 'nameAr', merchant.name_ar) END AS merchant,
    answered_at AS "answeredAt", answered_by_name AS "answeredByName", reason,
    answered_by AS "answeredBy", withdrawn_at AS "withdrawnAt"
  FROM personal_requests asked JOIN users who ON who.id = asked.user_id
  LEFT JOIN merchants merchant ON merchant.id = asked.merchant_id`;

export const selectOwnRequests = (tx: Tx, userId: string): Promise<RequestRow[]> =>
  tx.rows(`${requests} WHERE asked.user_id = $1 ORDER BY asked.id DESC LIMIT 200`, [userId]);

/** Who answers: an owner for this merchant, or an administrator (null); never for oneself. */
export interface Answerer {
  readonly userId: string;
  readonly merchantId: string | null;
}
/** Where nobody of a merchant can sign in, the administration answers for its owners. */
const mayAnswer = `asked.user_id <> $1 AND CASE WHEN $2::bigint IS NULL
  THEN asked.answered_by = 'ADMIN' OR merchant.status <> 'ACTIVE'
  ELSE asked.answered_by = 'OWNER' AND asked.merchant_id = $2 END`;

export const selectRequestsFor = (tx: Tx, { userId, merchantId }: Answerer): Promise<RequestRow[]> =>
  tx.rows(
    `${requests} WHERE ${mayAnswer}
     ORDER BY asked.state IN ('ASKED', 'IN_WORK') DESC, asked.due_at, asked.id LIMIT 200`,
    [userId, merchantId],
  );

export const lockRequestFor = (
  tx: Tx,
  { userId, merchantId }: Answerer,
  id: string,
): Promise<RequestRow | null> =>
  tx.row(`${requests} WHERE ${mayAnswer} AND asked.id = $3 FOR NO KEY UPDATE OF asked`, [
    userId,
    merchantId,
    id,
  ]);

export const lockOwnRequest = (tx: Tx, userId: string, id: string): Promise<RequestRow | null> =>
  tx.row(`${requests} WHERE asked.user_id = $1 AND asked.id = $2 FOR NO KEY UPDATE OF asked`, [userId, id]);

export const updateWithdrawn = (tx: Tx, id: string, at: Date): Promise<number> =>
  tx.change(`UPDATE personal_requests SET state = 'WITHDRAWN', withdrawn_at = $2 WHERE id = $1`, [id, at]);

export interface NewRequest {
  merchantId: string | null;
  userId: string;
  kind: OwnRequest['kind'];
  field: OwnRequest['field'];
  wanted: string | null;
  answeredBy: 'OWNER' | 'ADMIN';
  askedAt: Date;
  dueAt: Date;
}

/** Null where one of that kind waits already. */
export const insertRequest = async (tx: Tx, asked: NewRequest): Promise<string | null> => {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO personal_requests (merchant_id, user_id, kind, field, wanted, answered_by, asked_at, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id::text`,
    [
      asked.merchantId,
      asked.userId,
      asked.kind,
      asked.field,
      asked.wanted,
      asked.answeredBy,
      asked.askedAt,
      asked.dueAt,
    ],
  );
  return row?.id ?? null;
};

/** Says anew what is wanted of the one that waits; what somebody works on stays what it was. */
export const updateWanted = (tx: Tx, asked: NewRequest): Promise<{ id: string } | null> =>
  tx.row(
    `UPDATE personal_requests SET version = version + CASE WHEN wanted IS DISTINCT FROM $4 THEN 1 ELSE 0 END, wanted = $4
      WHERE user_id = $1 AND kind = $2 AND field IS NOT DISTINCT FROM $3
        AND (state = 'ASKED' OR (state = 'IN_WORK' AND wanted IS NOT DISTINCT FROM $4))
      RETURNING id::text`,
    [asked.userId, asked.kind, asked.field, asked.wanted],
  );

export const updateState = (
  tx: Tx,
  id: string,
  answer: { state: PersonalState; reason: string | null; name: string; at: Date },
): Promise<number> =>
  tx.change(
    `UPDATE personal_requests SET state = $2, reason = $3, answered_by_name = $4, answered_at = $5 WHERE id = $1`,
    [id, answer.state, answer.reason, answer.name, answer.at],
  );

export interface Reminded {
  id: string;
  merchantId: string | null;
  userId: string;
  name: string;
  kind: OwnRequest['kind'];
  dueAt: Date;
  /** Whom it waits for: the administration, or an owner. */
  isAdministration: boolean;
}

/** Notes that those who answer are reminded of these, which nobody else does then; of 200 at most, the first due first. */
export const claimReminders = (tx: Tx, dueBefore: Date, at: Date): Promise<Reminded[]> =>
  tx.rows(
    `WITH due AS (
       SELECT id FROM personal_requests
        WHERE state IN ('ASKED', 'IN_WORK') AND reminded_at IS NULL AND due_at <= $1
        ORDER BY due_at LIMIT 200 FOR NO KEY UPDATE SKIP LOCKED)
     UPDATE personal_requests asked SET reminded_at = $2
       FROM due, users who LEFT JOIN merchants merchant ON merchant.id = who.merchant_id
      WHERE asked.id = due.id AND who.id = asked.user_id
     RETURNING asked.id::text, asked.merchant_id::text AS "merchantId", asked.user_id::text AS "userId",
       who.full_name AS name, asked.kind, asked.due_at AS "dueAt",
       asked.answered_by = 'ADMIN' OR coalesce(merchant.status <> 'ACTIVE', false) AS "isAdministration"`,
    [dueBefore, at],
  );

/** Who is gone is asked for nothing more, and nothing that they wrote stays. */
export const clearRequests = (tx: Tx, userId: string, at: Date): Promise<number> =>
  tx.change(
    `UPDATE personal_requests SET wanted = NULL,
       state = CASE WHEN state IN ('ASKED', 'IN_WORK') THEN 'DONE' ELSE state END,
       answered_at = CASE WHEN state = 'WITHDRAWN' THEN answered_at ELSE coalesce(answered_at, $2) END
      WHERE user_id = $1`,
    [userId, at],
  );

/** Those who are written to of what is asked. */
export const selectAnswerers = (
  tx: Tx,
  { userId, merchantId }: Answerer,
): Promise<{ id: string; email: string | null }[]> =>
  tx.rows(
    `SELECT id AS place, id::text, email FROM users WHERE status = 'ACTIVE' AND id <> $1
       AND CASE WHEN $2::bigint IS NULL THEN role = 'ADMIN'
         ELSE merchant_id = $2 AND role = 'MERCHANT' AND coalesce(team_role, 'owner') = 'owner' END
      ORDER BY place LIMIT 200`,
    [userId, merchantId],
  );

export const countOtherAdministrators = async (tx: Tx, userId: string): Promise<number> =>
  (
    await tx.rows(
      `SELECT id FROM users WHERE role = 'ADMIN' AND status = 'ACTIVE' AND id <> $1 FOR NO KEY UPDATE`,
      [userId],
    )
  ).length;

export interface Counted {
  sessions: number;
  devices: number;
  pushDevices: number;
  passkeys: number;
  views: number;
  notices: number;
  newestPayment: Date | null;
}
export const selectCounts = (tx: Tx, userId: string, merchantId: string | null): Promise<Counted | null> =>
  tx.row(
    `SELECT (SELECT count(*)::int FROM sessions WHERE user_id = $1) AS sessions,
       (SELECT count(*)::int FROM trusted_devices WHERE user_id = $1) AS devices,
       (SELECT count(*)::int FROM push_devices WHERE merchant_id = $2 AND user_id = $1) AS "pushDevices",
       (SELECT count(*)::int FROM passkeys WHERE user_id = $1) AS passkeys,
       (SELECT count(*)::int FROM saved_views WHERE merchant_id = $2 AND user_id = $1 AND removed_at IS NULL) AS views,
       (SELECT count(*)::int FROM notices WHERE merchant_id = $2 AND audience_id = $1) AS notices,
       (SELECT max(created_at) FROM transactions WHERE merchant_id = $2 AND (cashier_id = $1 OR started_by_id = $1))
         AS "newestPayment"`,
    [userId, merchantId],
  );

/** What the file holds, part by part: each statement names its columns, and none a hash, a key or an address of a push service. */
const parts = {
  profile: `SELECT username, email, full_name, mobile, role, team_role, status, locale, created_at, email_verified_at
    FROM users WHERE id = $1 AND merchant_id IS NOT DISTINCT FROM $2`,
  preferences: `SELECT digits, calendar, muted_notices, mail_notices, push_notices, push_amounts, sign_in_mail, asked_mail
    FROM user_preferences WHERE user_id = $1 AND $2::bigint IS NOT DISTINCT FROM $2`,
  sessions: `SELECT created_at, last_active_at, ended_at, user_agent, host(ip_address) AS ip_address FROM sessions
    WHERE user_id = $1 AND $2::bigint IS NOT DISTINCT FROM $2 ORDER BY created_at`,
  devices: `SELECT created_at, expires_at, revoked_at, user_agent, host(ip_address) AS ip_address FROM trusted_devices
    WHERE user_id = $1 AND $2::bigint IS NOT DISTINCT FROM $2 ORDER BY created_at`,
  pushDevices: `SELECT created_at, removed_at, user_agent, host(ip_address) AS ip_address FROM push_devices
    WHERE merchant_id = $2 AND user_id = $1 ORDER BY created_at`,
  passkeys: `SELECT name, created_at, last_used_at FROM passkeys
    WHERE user_id = $1 AND $2::bigint IS NOT DISTINCT FROM $2 ORDER BY created_at`,
  views: `SELECT name, filter, saved_at FROM saved_views
    WHERE merchant_id = $2 AND user_id = $1 AND removed_at IS NULL ORDER BY saved_at`,
  notices: `SELECT type, about, at FROM notices WHERE merchant_id = $2 AND audience_id = $1 ORDER BY seq`,
  requests: `SELECT kind, field, wanted, state, asked_at, due_at, answered_at, reason, withdrawn_at FROM personal_requests
    WHERE user_id = $1 AND $2::bigint IS NOT DISTINCT FROM $2 ORDER BY id`,
  // Where somebody else was at work, their address and browser are theirs.
  audit: `SELECT at, action, subject_type, subject_id, before, after,
      CASE WHEN actor_id = $1::bigint THEN host(ip_address) END AS ip_address,
      CASE WHEN actor_id = $1::bigint THEN user_agent END AS user_agent
    FROM audit_entries WHERE merchant_id = coalesce($2::bigint, 0)
      AND (actor_id = $1::bigint OR (subject_type = 'user' AND subject_id = $1::bigint::text))
    ORDER BY id DESC LIMIT ${entriesMost}`,
} as const;
export type PersonalFile = Record<keyof typeof parts, Record<string, unknown>[]>;

export async function readPersonalFile(
  tx: Tx,
  userId: string,
  merchantId: string | null,
): Promise<PersonalFile> {
  const file: Partial<PersonalFile> = {};
  for (const part of Object.keys(parts) as (keyof typeof parts)[]) {
    file[part] = await tx.rows<Record<string, unknown>>(parts[part], [userId, merchantId]);
  }
  return file as PersonalFile;
}
