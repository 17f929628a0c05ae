import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

/** Whose folders are watched. */
export interface WatchedRow {
  isOn: boolean;
  saidAt: Date;
  saidByName: string;
}

export const selectWatched = (tx: Tx): Promise<WatchedRow | null> =>
  tx.row<WatchedRow>(
    `SELECT is_on AS "isOn", said_at AS "saidAt", said_by_name AS "saidByName"
       FROM watched_folders WHERE merchant_id = tenant_id()`,
    [],
  );

export const upsertWatched = (
  tx: Tx,
  { isOn, at, by }: { isOn: boolean; at: Date; by: { userId: string; fullName: string } },
): Promise<number> =>
  tx.change(
    `INSERT INTO watched_folders (merchant_id, is_on, said_at, said_by, said_by_name)
     VALUES (tenant_id(), $1, $2, $3, $4)
     ON CONFLICT (merchant_id) DO UPDATE
       SET is_on = excluded.is_on, said_at = excluded.said_at, said_by = excluded.said_by,
           said_by_name = excluded.said_by_name`,
    [isOn, at, by.userId, by.fullName],
  );

export interface WatchedMerchant {
  merchantId: string;
  userId: string;
  fullName: string;
}

/** As the platform: merchants in business whose folder is watched. */
export const selectWatchedMerchants = (db: Database): Promise<WatchedMerchant[]> =>
  platformRows(
    db,
    `SELECT w.merchant_id::text AS "merchantId", w.said_by::text AS "userId", w.said_by_name AS "fullName"
       FROM watched_folders w JOIN merchants m ON m.id = w.merchant_id
      WHERE w.is_on AND m.status = 'ACTIVE' ORDER BY w.merchant_id`,
    [],
  );
