import type { TimeScope } from '@mizan/contract/reconcile-times.ts';
import { type Database, platformRows, type Tx } from '../database/database.ts';

/** Times of the day at which something happens by itself: one table, each time of its kind and for its place. */
export type TimeKind = 'RECONCILE' | 'FILES_LETTER';

/** What a time counts for; the merchant's has the place '0'. */
export interface TimeOf {
  scope: TimeScope;
  placeId: string;
}
export const wholeMerchant: TimeOf = { scope: 'MERCHANT', placeId: '0' };

export interface DailyTime extends TimeOf {
  /** 'HH:MM' in Asia/Riyadh. */
  atTime: string;
  nextAt: Date;
}
const columns = `scope, place_id::text AS "placeId", at_time AS "atTime", next_at AS "nextAt"`;

export const selectTimes = (tx: Tx, kind: TimeKind): Promise<DailyTime[]> =>
  tx.rows<DailyTime>(
    `SELECT ${columns} FROM daily_times
      WHERE merchant_id = tenant_id() AND kind = $1 AND at_time IS NOT NULL ORDER BY scope, place_id`,
    [kind],
  );

/** The merchant's; null where there is none. */
export const selectTime = async (tx: Tx, kind: TimeKind): Promise<DailyTime | null> =>
  (await selectTimes(tx, kind)).find(({ scope }) => scope === 'MERCHANT') ?? null;

export const upsertTime = (
  tx: Tx,
  kind: TimeKind,
  { scope, placeId, atTime, nextAt }: DailyTime,
): Promise<number> =>
  tx.change(
    `INSERT INTO daily_times (merchant_id, kind, scope, place_id, at_time, next_at) VALUES (tenant_id(), $1, $2, $3, $4, $5)
     ON CONFLICT (merchant_id, kind, scope, place_id) DO UPDATE
       SET at_time = excluded.at_time, next_at = excluded.next_at`,
    [kind, scope, placeId, atTime, nextAt],
  );

export const clearTime = (tx: Tx, kind: TimeKind, { scope, placeId }: TimeOf): Promise<number> =>
  tx.change(
    `UPDATE daily_times SET at_time = NULL, next_at = NULL
      WHERE merchant_id = tenant_id() AND kind = $1 AND scope = $2 AND place_id = $3`,
    [kind, scope, placeId],
  );

/** Who is written to afterwards, by user. */
export const selectRecipients = async (tx: Tx, kind: TimeKind): Promise<string[]> =>
  (
    await tx.row<{ ids: string[] }>(
      `SELECT recipient_ids::text[] AS ids FROM daily_times
        WHERE merchant_id = tenant_id() AND kind = $1 AND scope = 'MERCHANT' AND place_id = 0`,
      [kind],
    )
  )?.ids ?? [];

export const upsertRecipients = (tx: Tx, kind: TimeKind, ids: readonly string[]): Promise<number> =>
  tx.change(
    `INSERT INTO daily_times (merchant_id, kind, scope, place_id, recipient_ids)
     VALUES (tenant_id(), $1, 'MERCHANT', 0, $2::bigint[])
     ON CONFLICT (merchant_id, kind, scope, place_id) DO UPDATE SET recipient_ids = excluded.recipient_ids`,
    [kind, ids],
  );

/** As the platform: merchants of whom a time has come, the longest due first. */
export const selectDueMerchants = (
  db: Database,
  kind: TimeKind,
  now: Date,
  limit: number,
): Promise<{ merchantId: string }[]> =>
  platformRows(
    db,
    `SELECT merchant_id::text AS "merchantId" FROM daily_times WHERE kind = $1 AND next_at <= $2
      GROUP BY merchant_id ORDER BY min(next_at) LIMIT $3`,
    [kind, now, limit],
  );

/** Locked until the transaction ends; without those that are not due any more, or that another process has in hand. */
export const lockDue = (tx: Tx, kind: TimeKind, merchantId: string, now: Date): Promise<DailyTime[]> =>
  tx.rows<DailyTime>(
    `SELECT ${columns} FROM daily_times
      WHERE merchant_id = $1 AND kind = $2 AND next_at <= $3 FOR UPDATE SKIP LOCKED`,
    [merchantId, kind, now],
  );

export const setNext = (
  tx: Tx,
  kind: TimeKind,
  merchantId: string,
  { scope, placeId, nextAt }: DailyTime,
): Promise<number> =>
  tx.change(
    `UPDATE daily_times SET next_at = $5
      WHERE merchant_id = $1 AND kind = $2 AND scope = $3 AND place_id = $4`,
    [merchantId, kind, scope, placeId, nextAt],
  );
