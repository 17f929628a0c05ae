import type { Tx } from '../platform/database/database.ts';

/**
 * A week of what the demo's terminals said of themselves, by the formula of the simulated ones, so that the pictures go on
 * where it ends; of `silent` nothing between two moments, because its line was lost then.
 */
export const insertWeekOfHealth = (
  tx: Tx,
  merchantId: string,
  { now, silent }: { now: Date; silent: { tid: string; from: Date; to: Date } },
): Promise<object[]> =>
  tx.rows(
    `INSERT INTO terminal_health (merchant_id, terminal_id, slot_at, battery_percent, charging, wifi_rssi)
     SELECT $1::bigint, s.id, s.slot,
            greatest(5, CASE WHEN s.turn >= 480 THEN least(100, 20 + round((s.turn - 480) / 1.5))
                             ELSE 100 - round(s.turn / 6.0) END),
            s.turn >= 480, -45 - ((s.seed + s.minute) % 30)
       FROM (SELECT t.id, t.tid, slot, t.tid::bigint % 997 AS seed,
                    floor(extract(epoch FROM slot) / 60)::bigint + t.tid::bigint % 997 * 7 AS minute,
                    (floor(extract(epoch FROM slot) / 60)::bigint + t.tid::bigint % 997 * 7) % 600 AS turn
               FROM terminals t
              CROSS JOIN generate_series(date_trunc('hour', $2::timestamptz) - interval '7 days', $2::timestamptz,
                                   interval '10 minutes') slot
              WHERE t.merchant_id = $1) s
      WHERE NOT (s.tid = $3::text AND s.slot BETWEEN $4::timestamptz AND $5::timestamptz)
     RETURNING 1 AS one`,
    [merchantId, now, silent.tid, silent.from, silent.to],
  );

/** Each was connected for a week, one with a break, and is not now: the fleet connects them a moment later. */
export const insertWeekOfLines = (
  tx: Tx,
  merchantId: string,
  { now, silent }: { now: Date; silent: { tid: string; from: Date; to: Date } },
): Promise<object[]> =>
  tx.rows(
    `INSERT INTO terminal_line_log (merchant_id, terminal_id, at, event, reason)
     SELECT $1::bigint, t.id, e.at, e.event, e.reason
       FROM terminals t
      CROSS JOIN (VALUES ($2::timestamptz - interval '7 days', 'CONNECTED', NULL, NULL), ($4::timestamptz, 'LOST', 'MISSED_HEARTBEATS', $3::text),
                         ($5::timestamptz, 'CONNECTED', NULL, $3::text), ($2::timestamptz, 'LOST', 'CLOSED', NULL)) AS e (at, event, reason, tid)
      WHERE t.merchant_id = $1 AND (e.tid IS NULL OR e.tid = t.tid)
      ORDER BY e.at
     RETURNING 1 AS one`,
    [merchantId, now, silent.tid, silent.from, silent.to],
  );
