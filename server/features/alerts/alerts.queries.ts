import { type OwnHours, usualOf } from '@mizan/contract/alerts.ts';
import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

export const selectOwnHours = (tx: Tx): Promise<OwnHours | null> =>
  tx.row<OwnHours>(
    `SELECT to_char(opens_at, 'HH24:MI') AS "opensAt", to_char(closes_at, 'HH24:MI') AS "closesAt",
       closed_days AS "closedDays" FROM opening_hours
      WHERE merchant_id = tenant_id() AND opens_at IS NOT NULL`,
  );

/** Those that change them take turns. */
export const lockOwnHours = (tx: Tx): Promise<number> =>
  tx.change(`SELECT pg_advisory_xact_lock(hashtextextended('opening_hours', tenant_id()))`);

export const upsertOwnHours = (
  tx: Tx,
  { opensAt, closesAt, closedDays }: OwnHours,
  at: Date,
): Promise<number> =>
  tx.change(
    `INSERT INTO opening_hours (merchant_id, opens_at, closes_at, closed_days, set_at)
     VALUES (tenant_id(), $1, $2, $3, $4)
     ON CONFLICT (merchant_id) DO UPDATE SET opens_at = excluded.opens_at, closes_at = excluded.closes_at,
       closed_days = excluded.closed_days, set_at = excluded.set_at`,
    [opensAt, closesAt, closedDays, at],
  );

export const clearOwnHours = (tx: Tx, at: Date): Promise<number> =>
  tx.change(
    `UPDATE opening_hours SET opens_at = NULL, closes_at = NULL, closed_days = '{}', set_at = $1
      WHERE merchant_id = tenant_id()`,
    [at],
  );

/**
 * Hours of the week (Sunday's first one is 0) in which payments were taken in at least three of the last four weeks; of one
 * branch, or with null of all.
 */
export async function selectUsualHours(tx: Tx, branchId: string | null, now: Date): Promise<Set<number>> {
  const rows = await tx.rows<{ place: number }>(
    `WITH taken AS (
       SELECT DISTINCT date_trunc('hour', hour AT TIME ZONE 'Asia/Riyadh') AS at FROM transaction_rollups
        WHERE merchant_id = tenant_id() AND hour > $2::timestamptz - make_interval(weeks => ${usualOf.weeks})
          AND hour <= $2 AND ($1::bigint IS NULL OR branch_id = $1) AND count > 0)
     SELECT (extract(dow FROM at) * 24 + extract(hour FROM at))::integer AS place FROM taken
     GROUP BY 1 HAVING count(*) >= ${usualOf.atLeast}`,
    [branchId, now],
  );
  return new Set(rows.map(({ place }) => place));
}

/** The same for each branch that has any. */
export async function selectUsualHoursByBranch(tx: Tx, now: Date): Promise<Map<string, Set<number>>> {
  const rows = await tx.rows<{ branchId: string; places: number[] }>(
    `WITH taken AS (
       SELECT DISTINCT branch_id, date_trunc('hour', hour AT TIME ZONE 'Asia/Riyadh') AS at FROM transaction_rollups
        WHERE merchant_id = tenant_id() AND hour > $1::timestamptz - make_interval(weeks => ${usualOf.weeks})
          AND hour <= $1 AND count > 0
     ), usual AS (
       SELECT branch_id, (extract(dow FROM at) * 24 + extract(hour FROM at))::integer AS place FROM taken
        GROUP BY 1, 2 HAVING count(*) >= ${usualOf.atLeast})
     SELECT branch_id::text AS "branchId", array_agg(place) AS places FROM usual GROUP BY 1`,
    [now],
  );
  return new Map(rows.map(({ branchId, places }) => [branchId, new Set(places)]));
}

export interface SilentTerminal {
  merchantId: string;
  terminalId: string;
  branchId: string;
  tid: string;
  silentSince: Date;
}

/** Terminals in service, tests apart, that were last heard in this span and whose silence was not told; the longest silent first. */
export const selectSilent = (
  db: Database,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<SilentTerminal[]> =>
  platformRows<SilentTerminal>(
    db,
    `SELECT t.merchant_id::text AS "merchantId", t.id::text AS "terminalId", t.branch_id::text AS "branchId", t.tid,
       t.last_seen_at AS "silentSince"
     FROM terminals t
       LEFT JOIN silences_told s ON s.merchant_id = t.merchant_id AND s.terminal_id = t.id
     WHERE t.connection = 'DISCONNECTED' AND t.status = 'ACTIVE' AND NOT t.is_test AND t.last_seen_at > $1 AND t.last_seen_at <= $2
       AND (s.silent_since IS NULL OR s.silent_since < t.last_seen_at)
     ORDER BY t.last_seen_at LIMIT $3`,
    [from, to, limit],
  );

/** Notes that a silence is told. @returns 0 where another process did, or the terminal was heard meanwhile */
export const noteSilence = (tx: Tx, { terminalId, silentSince }: SilentTerminal): Promise<number> =>
  tx.change(
    `INSERT INTO silences_told (merchant_id, terminal_id, silent_since)
     SELECT merchant_id, id, last_seen_at FROM terminals
      WHERE merchant_id = tenant_id() AND id = $1 AND last_seen_at = $2 AND connection = 'DISCONNECTED'
        AND status = 'ACTIVE'
     ON CONFLICT (merchant_id, terminal_id) DO UPDATE SET silent_since = excluded.silent_since
      WHERE silences_told.silent_since < excluded.silent_since`,
    [terminalId, silentSince],
  );

/** Merchants in business, in turn. */
export const selectMerchants = (db: Database, after: string, limit: number): Promise<{ id: string }[]> =>
  platformRows<{ id: string }>(
    db,
    `SELECT id::text AS id FROM (SELECT *, merchants.id AS place FROM merchants) merchants WHERE status = 'ACTIVE' AND place > $1 ORDER BY place LIMIT $2`,
    [after, limit],
  );

/** Notes days of a bank as told. @returns how many of them were not */
export const noteOverdue = (
  tx: Tx,
  { bankId, currency, days }: { bankId: string; currency: string; days: readonly string[] },
  at: Date,
): Promise<number> =>
  tx.change(
    // A cluster counts rows that were passed over, too, where none is given back.
    `INSERT INTO overdue_told (merchant_id, bank_id, currency, day, told_at)
     SELECT tenant_id(), $1, $2, day, $4 FROM unnest($3::date[]) AS day
     ON CONFLICT DO NOTHING RETURNING day`,
    [bankId, currency, days, at],
  );
