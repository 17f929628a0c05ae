import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

/** The daily time of merchants. */
export interface ReconcileTime {
  atTime: string;
  nextAt: Date;
}

/** Who is written to afterwards, by user. */
export const selectRecipients = async (tx: Tx): Promise<string[]> =>
  (
    await tx.row<{ ids: string[] }>(
      'SELECT recipient_ids::text[] AS ids FROM reconcile_times WHERE merchant_id = tenant_id()',
      [],
    )
  )?.ids ?? [];

export const upsertRecipients = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.change(
    `INSERT INTO reconcile_times (merchant_id, recipient_ids) VALUES (tenant_id(), $1::bigint[])
     ON CONFLICT (merchant_id) DO UPDATE SET recipient_ids = excluded.recipient_ids`,
    [ids],
  );

export const selectTime = (tx: Tx): Promise<ReconcileTime | null> =>
  tx.row<ReconcileTime>(
    `SELECT at_time AS "atTime", next_at AS "nextAt" FROM reconcile_times
      WHERE merchant_id = tenant_id() AND at_time IS NOT NULL`,
    [],
  );

/** Locked until the transaction ends; null where it is not due, or another process has it in hand. */
export const lockDue = (tx: Tx, now: Date): Promise<ReconcileTime | null> =>
  tx.row<ReconcileTime>(
    `SELECT at_time AS "atTime", next_at AS "nextAt" FROM reconcile_times
      WHERE merchant_id = tenant_id() AND next_at <= $1 FOR UPDATE SKIP LOCKED`,
    [now],
  );

export const upsertTime = (tx: Tx, { atTime, nextAt }: ReconcileTime): Promise<number> =>
  tx.change(
    `INSERT INTO reconcile_times (merchant_id, at_time, next_at) VALUES (tenant_id(), $1, $2)
     ON CONFLICT (merchant_id) DO UPDATE SET at_time = excluded.at_time, next_at = excluded.next_at`,
    [atTime, nextAt],
  );

export const clearTime = (tx: Tx): Promise<number> =>
  tx.change('UPDATE reconcile_times SET at_time = NULL, next_at = NULL WHERE merchant_id = tenant_id()', []);

/** As the platform: merchants whose time has come, the longest due first. */
export const selectDueMerchants = (
  db: Database,
  now: Date,
  limit: number,
): Promise<{ merchantId: string }[]> =>
  platformRows(
    db,
    `SELECT merchant_id::text AS "merchantId" FROM reconcile_times WHERE next_at <= $1 ORDER BY next_at LIMIT $2`,
    [now, limit],
  );
