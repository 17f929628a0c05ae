import type { WebhookFact } from '@mizan/contract/facts.ts';
import type { NoAnswerReason, WebhookDelivery } from '@mizan/contract/integrator-webhooks.ts';
import type { Tx } from '../../platform/database/database.ts';

export interface AddressRow {
  id: string;
  url: string;
  isTest: boolean;
  facts: WebhookFact[];
  createdAt: Date;
  waitingSince: Date | null;
  waitingCount: number;
  lastLagMs: number | null;
  delivered24h: number;
  written24h: number;
  formerSecretUntil: Date | null;
}

/** Until the transaction ends: those who add addresses take turns, so that each sees what was added before it. */
export const takeTurns = async (tx: Tx): Promise<void> =>
  void (await tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('webhook_addresses', tenant_id()))`));

export const countAddresses = async (tx: Tx): Promise<number> =>
  (
    await tx.row<{ count: number }>(
      'SELECT count(*) FROM webhook_addresses WHERE merchant_id = tenant_id() AND removed_at IS NULL',
    )
  )?.count ?? 0;

/**
 * What each got since an instant is counted; its lag is that of what arrived last since then. What arrived once and is
 * sent again by hand waits since somebody asked for that.
 */
export const selectAddresses = (tx: Tx, at: Date, since: Date): Promise<AddressRow[]> =>
  tx.rows<AddressRow>(
    `SELECT a.id::text, a.url, a.is_test AS "isTest", a.facts, a.created_at AS "createdAt", w.since AS "waitingSince", w.count AS "waitingCount",
            day.written AS "written24h", day.delivered AS "delivered24h", last.lag_ms AS "lastLagMs",
            CASE WHEN a.former_secret_until > $1 THEN a.former_secret_until END AS "formerSecretUntil"
       FROM webhook_addresses a
       CROSS JOIN LATERAL (
         SELECT min(CASE WHEN d.delivered_at IS NULL THEN d.created_at ELSE d.resent_at END) AS since, count(*) AS count
           FROM webhook_deliveries d
          WHERE d.merchant_id = tenant_id() AND d.address_id = a.id AND d.next_attempt_at IS NOT NULL) w
       CROSS JOIN LATERAL (
         SELECT count(*) AS written, count(*) FILTER (WHERE d.delivered_at IS NOT NULL) AS delivered
           FROM webhook_deliveries d
          WHERE d.merchant_id = tenant_id() AND d.address_id = a.id AND d.created_at > $2) day
       LEFT JOIN LATERAL (
         SELECT (extract(epoch FROM d.delivered_at - d.created_at) * 1000)::bigint AS lag_ms
           FROM webhook_deliveries d
          WHERE d.merchant_id = tenant_id() AND d.address_id = a.id AND d.delivered_at IS NOT NULL
            AND d.resent_at IS NULL AND d.created_at > $2
          ORDER BY d.created_at DESC, d.id DESC LIMIT 1) last ON true
      WHERE a.merchant_id = tenant_id() AND a.removed_at IS NULL ORDER BY a.id DESC`,
    [at, since],
  );

/** The secret in force becomes the former one. Null where there is no such address, or it has two already. */
export const changeSecret = (
  tx: Tx,
  id: string,
  { uuid, at, until }: { uuid: string; at: Date; until: Date },
): Promise<{ url: string } | null> =>
  tx.row(
    `UPDATE webhook_addresses
        SET former_secret_uuid = coalesce(secret_uuid, uuid), former_secret_until = $4, secret_uuid = $2
      WHERE merchant_id = tenant_id() AND id = $1 AND removed_at IS NULL
        AND (former_secret_until IS NULL OR former_secret_until <= $3) RETURNING url`,
    [id, uuid, at, until],
  );

export const selectUrl = (tx: Tx, id: string): Promise<{ url: string } | null> =>
  tx.row(
    'SELECT url FROM webhook_addresses WHERE merchant_id = tenant_id() AND id = $1 AND removed_at IS NULL',
    [id],
  );

export async function insertAddress(
  tx: Tx,
  made: { uuid: string; url: string; isTest: boolean; facts: readonly string[]; madeBy: string; at: Date },
): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO webhook_addresses (merchant_id, uuid, url, facts, made_by, created_at, is_test)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, $6) RETURNING id::text`,
    [made.uuid, made.url, made.facts, made.madeBy, made.at, made.isTest],
  );
  if (!row) throw new Error('an INSERT returns its row');
  return row.id;
}

/** Null where the merchant has no such one. */
export const remove = (tx: Tx, id: string, at: Date): Promise<{ url: string } | null> =>
  tx.row(
    `UPDATE webhook_addresses SET removed_at = $2
      WHERE merchant_id = tenant_id() AND id = $1 AND removed_at IS NULL RETURNING url`,
    [id, at],
  );

export const giveUpAll = (tx: Tx, addressId: string): Promise<number> =>
  tx.change(
    `UPDATE webhook_deliveries SET state = 'GIVEN_UP', next_attempt_at = NULL
      WHERE merchant_id = tenant_id() AND address_id = $1 AND state = 'WAITING'`,
    [addressId],
  );

export interface DeliveryRow
  extends Omit<WebhookDelivery, 'createdAt' | 'nextAttemptAt' | 'deliveredAt' | 'about'> {
  createdAt: Date;
  resentAt: Date | null;
  nextAttemptAt: Date | null;
  deliveredAt: Date | null;
  body: string;
  isRemoved: boolean;
}
const delivery = `SELECT d.id::text, d.address_id::text AS "addressId", a.url, d.uuid AS "messageId", d.fact,
    d.created_at AS "createdAt", d.state, d.next_attempt_at AS "nextAttemptAt", d.delivered_at AS "deliveredAt", d.body,
    d.resent_at AS "resentAt", a.removed_at IS NOT NULL AS "isRemoved", tried.count AS "attemptCount",
    tried.last_status AS "lastStatus", tried.last_ms AS "lastDurationMs"
  FROM webhook_deliveries d
  JOIN webhook_addresses a ON a.merchant_id = d.merchant_id AND a.id = d.address_id
  CROSS JOIN LATERAL (
    SELECT count(*) AS count, (array_agg(t.status ORDER BY t.id DESC))[1] AS last_status,
           (array_agg(t.duration_ms ORDER BY t.id DESC))[1] AS last_ms
      FROM webhook_attempts t WHERE t.merchant_id = tenant_id() AND t.delivery_id = d.id) tried
 WHERE d.merchant_id = tenant_id()`;

export interface DeliveryFilter {
  addressId?: string | undefined;
  fact?: readonly string[] | undefined;
  only?: 'missing' | undefined;
}
function narrowed({ addressId, fact, only }: DeliveryFilter, given: unknown[]): string {
  const where: string[] = [];
  if (only === 'missing') where.push(`AND d.state <> 'DELIVERED'`);
  if (addressId !== undefined) where.push(`AND d.address_id = $${given.push(addressId)}`);
  if (fact !== undefined) where.push(`AND d.fact = ANY($${given.push(fact)})`);
  return where.join(' ');
}

/** How many match that were written after `since`, counted no further than `limit`. */
export async function countDeliveries(
  tx: Tx,
  filter: DeliveryFilter,
  { since, limit }: { since: Date; limit: number },
): Promise<number> {
  const given: unknown[] = [since, limit];
  const found = await tx.row<{ count: number }>(
    `SELECT count(*) AS count FROM (
       SELECT 1 FROM webhook_deliveries d
        WHERE d.merchant_id = tenant_id() AND d.created_at > $1 ${narrowed(filter, given)} LIMIT $2) found`,
    given,
  );
  return found?.count ?? 0;
}

/** Newest first, written after `since`; `before` is the number of the last one seen. */
export function selectDeliveries(
  tx: Tx,
  filter: DeliveryFilter,
  { since, before, limit }: { since: Date; before: string | null; limit: number },
): Promise<DeliveryRow[]> {
  const given: unknown[] = [since, before, limit];
  const where = `AND d.created_at > $1 AND ($2::bigint IS NULL OR d.id < $2) ${narrowed(filter, given)}`;
  return tx.rows<DeliveryRow>(`${delivery} ${where} ORDER BY d.id DESC LIMIT $3`, given);
}

/**
 * Due at once, with all their tries before them again: the oldest that were written since an instant and do not wait.
 * Answers when the last of them was written.
 */
export const sendManyAgain = (
  tx: Tx,
  addressId: string,
  { since, onlyGivenUp, at, limit }: { since: Date; onlyGivenUp: boolean; at: Date; limit: number },
): Promise<{ count: number; upTo: Date | null; isMore: boolean } | null> =>
  tx.row(
    `WITH found AS MATERIALIZED (
       SELECT id, created_at FROM webhook_deliveries
        WHERE merchant_id = tenant_id() AND address_id = $1 AND created_at >= $2
          AND state = ANY(CASE WHEN $3 THEN ARRAY['GIVEN_UP'] ELSE ARRAY['GIVEN_UP', 'DELIVERED'] END)
        ORDER BY created_at, id LIMIT $5 + 1
     ), taken AS MATERIALIZED (SELECT id, created_at FROM found ORDER BY created_at, id LIMIT $5), sent AS (
       UPDATE webhook_deliveries d SET state = 'WAITING', tries = 0, next_attempt_at = $4, resent_at = $4
         FROM taken WHERE d.merchant_id = tenant_id() AND d.id = taken.id AND d.state <> 'WAITING'
       RETURNING d.created_at)
     SELECT count(*), max(created_at) AS "upTo", (SELECT count(*) > $5 FROM found) AS "isMore" FROM sent`,
    [addressId, since, onlyGivenUp, at, limit],
  );

export const selectDelivery = (tx: Tx, id: string): Promise<DeliveryRow | null> =>
  tx.row<DeliveryRow>(`${delivery} AND d.id = $1`, [id]);

export interface AttemptRow {
  at: Date;
  durationMs: number;
  status: number | null;
  answer: string | null;
  failure: string | null;
  reason: NoAnswerReason | null;
  signature: string | null;
  contentType: string | null;
  retryAfter: string | null;
}
export const selectAttempts = (tx: Tx, deliveryId: string): Promise<AttemptRow[]> =>
  tx.rows<AttemptRow>(
    `SELECT at, duration_ms AS "durationMs", status, answer, failure, reason, signature, content_type AS "contentType",
            retry_after AS "retryAfter" FROM webhook_attempts
      WHERE merchant_id = tenant_id() AND delivery_id = $1 ORDER BY id LIMIT 200`,
    [deliveryId],
  );

/** Due at once, with all its tries before it again. */
export const sendAgain = (tx: Tx, id: string, at: Date): Promise<number> =>
  tx.change(
    `UPDATE webhook_deliveries SET state = 'WAITING', tries = 0, next_attempt_at = $2, resent_at = $2
      WHERE merchant_id = tenant_id() AND id = $1`,
    [id, at],
  );

export interface ClaimedDelivery {
  uuid: string;
  body: string;
  tries: number;
  url: string;
  secretUuids: string[];
  /** When its tries began: when it was written, or was last sent again by hand. */
  begunAt: Date;
}

/**
 * Takes a delivery that is due, until `leaseUntil`: whoever else looks for due ones passes it by, and one whose portal
 * ended is due again then. Null where it is not due, or another has it. As the platform.
 */
export const claim = (
  tx: Tx,
  { merchantId, id }: { merchantId: string; id: string },
  at: Date,
  leaseUntil: Date,
): Promise<ClaimedDelivery | null> =>
  tx.row<ClaimedDelivery>(
    `UPDATE webhook_deliveries d SET next_attempt_at = $4, tries = d.tries + 1
       FROM webhook_addresses a
      WHERE d.merchant_id = $1 AND d.id = $2 AND d.next_attempt_at <= $3
        AND a.merchant_id = d.merchant_id AND a.id = d.address_id AND a.removed_at IS NULL
      RETURNING d.uuid, d.body, d.tries, a.url, coalesce(d.resent_at, d.created_at) AS "begunAt",
        ARRAY[coalesce(a.secret_uuid, a.uuid)]
          || CASE WHEN a.former_secret_until > $3 THEN ARRAY[a.former_secret_uuid] ELSE '{}' END AS "secretUuids"`,
    [merchantId, id, at, leaseUntil],
  );

export const insertAttempt = (
  tx: Tx,
  { merchantId, id }: { merchantId: string; id: string },
  { at, durationMs, status, answer, failure, reason, signature, contentType, retryAfter }: AttemptRow,
): Promise<number> =>
  tx.change(
    `INSERT INTO webhook_attempts (merchant_id, delivery_id, at, duration_ms, status, answer, failure, reason, signature, content_type, retry_after)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [merchantId, id, at, durationMs, status, answer, failure, reason, signature, contentType, retryAfter],
  );

/** How it stands after an attempt; nothing where it was given up meanwhile. */
export const settle = (
  tx: Tx,
  { merchantId, id }: { merchantId: string; id: string },
  stands: { state: WebhookDelivery['state']; nextAttemptAt: Date | null; deliveredAt: Date | null },
): Promise<number> =>
  tx.change(
    `UPDATE webhook_deliveries
        SET state = $3, next_attempt_at = $4, delivered_at = coalesce($5::timestamptz, delivered_at)
      WHERE merchant_id = $1 AND id = $2 AND state = 'WAITING'`,
    [merchantId, id, stands.state, stands.nextAttemptAt, stands.deliveredAt],
  );

/** The oldest that are due, of all merchants. */
export const selectDue = (tx: Tx, at: Date, limit: number): Promise<{ merchantId: string; id: string }[]> =>
  tx.rows(
    `SELECT merchant_id::text AS "merchantId", id::text FROM webhook_deliveries d
      WHERE next_attempt_at <= $1 ORDER BY next_attempt_at LIMIT $2`,
    [at, limit],
  );

export interface DeliveryKey {
  merchantId: string;
  id: string;
}

/**
 * Messages that wait for nothing and were neither written nor tried since `before`: the oldest, locked, so that nobody
 * sends one again meanwhile. Several machines lock no rows of several merchants; there the deletion looks once more.
 */
export const selectOldDeliveries = (tx: Tx, before: Date, most: number): Promise<DeliveryKey[]> =>
  tx.rows<DeliveryKey>(
    `SELECT merchant_id::text AS "merchantId", id::text FROM webhook_deliveries d
      WHERE created_at < $1 AND next_attempt_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM webhook_attempts a
                         WHERE a.merchant_id = d.merchant_id AND a.delivery_id = d.id AND a.at >= $1)
      ORDER BY created_at LIMIT $2${tx.distributed ? '' : ' FOR UPDATE SKIP LOCKED'}`,
    [before, most],
  );

/** How many messages are over since before then: those that selectOldDeliveries finds. */
export const countOldDeliveries = async (tx: Tx, before: Date): Promise<number> =>
  (
    await tx.row<{ count: number }>(
      `SELECT count(*) FROM webhook_deliveries d
        WHERE created_at < $1 AND next_attempt_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM webhook_attempts a
                           WHERE a.merchant_id = d.merchant_id AND a.delivery_id = d.id AND a.at >= $1)`,
      [before],
    )
  )?.count ?? 0;

/** The messages with their attempts. */
export async function deleteDeliveries(tx: Tx, old: readonly DeliveryKey[]): Promise<number> {
  const keys = [old.map(({ merchantId }) => merchantId), old.map(({ id }) => id)];
  const these = 'SELECT * FROM unnest($1::bigint[], $2::bigint[])';
  await tx.change(`DELETE FROM webhook_attempts WHERE (merchant_id, delivery_id) IN (${these})`, keys);
  return tx.change(
    `DELETE FROM webhook_deliveries WHERE (merchant_id, id) IN (${these}) AND next_attempt_at IS NULL`,
    keys,
  );
}
