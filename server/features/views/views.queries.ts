import type { ViewColumn } from '@mizan/contract/views.ts';
import type { Tx } from '../../platform/database/database.ts';

export interface ViewRow {
  id: string;
  name: string;
  filter: unknown;
  lastDays: number | null;
  columns: ViewColumn[] | null;
}
const columns = `id::text, name, filter, last_days AS "lastDays", columns`;

export const selectViews = (tx: Tx, userId: string): Promise<ViewRow[]> =>
  tx.rows<ViewRow>(
    `SELECT ${columns} FROM (SELECT *, saved_views.id AS place FROM saved_views) saved_views
      WHERE merchant_id = tenant_id() AND user_id = $1 AND removed_at IS NULL ORDER BY name_key, place`,
    [userId],
  );

/** How many a person has under other names; under a lock, so that two windows are counted one after the other. */
export async function countOthers(tx: Tx, userId: string, nameKey: string): Promise<number> {
  await tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('saved_views ' || $1, tenant_id()))`, [userId]);
  const row = await tx.row<{ count: number }>(
    `SELECT count(*) AS count FROM saved_views
      WHERE merchant_id = tenant_id() AND user_id = $1 AND removed_at IS NULL AND name_key <> $2`,
    [userId, nameKey],
  );
  return row?.count ?? 0;
}

export const storeView = (
  tx: Tx,
  userId: string,
  view: Omit<ViewRow, 'id'> & { nameKey: string; at: Date },
): Promise<ViewRow | null> =>
  tx.row<ViewRow>(
    `INSERT INTO saved_views (merchant_id, user_id, name, name_key, filter, last_days, columns, saved_at)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (merchant_id, user_id, name_key) WHERE removed_at IS NULL
     DO UPDATE SET name = $2, filter = $4, last_days = $5, columns = $6, saved_at = $7
     RETURNING ${columns}`,
    [userId, view.name, view.nameKey, JSON.stringify(view.filter), view.lastDays, view.columns, view.at],
  );

/** Null where the person has none of this id. */
export const renameOwnView = (
  tx: Tx,
  userId: string,
  { id, name, nameKey, at }: { id: string; name: string; nameKey: string; at: Date },
): Promise<ViewRow | null> =>
  tx.row<ViewRow>(
    `UPDATE saved_views SET name = $3, name_key = $4, saved_at = $5
      WHERE merchant_id = tenant_id() AND user_id = $1 AND id = $2 AND removed_at IS NULL RETURNING ${columns}`,
    [userId, id, name, nameKey, at],
  );

/** Whether another view of the person has the name. Asked under the lock of `countOthers`. */
export async function isNameTaken(tx: Tx, userId: string, id: string, nameKey: string): Promise<boolean> {
  const row = await tx.row(
    `SELECT 1 AS taken FROM saved_views
      WHERE merchant_id = tenant_id() AND user_id = $1 AND name_key = $2 AND id <> $3 AND removed_at IS NULL`,
    [userId, nameKey, id],
  );
  return row !== null;
}

/** @returns 0 where the person has none of this id. */
export const removeOwnView = (tx: Tx, userId: string, id: string, at: Date): Promise<number> =>
  tx.change(
    `UPDATE saved_views SET removed_at = coalesce(removed_at, $3)
      WHERE merchant_id = tenant_id() AND user_id = $1 AND id = $2`,
    [userId, id, at],
  );

/** All of a person who goes; a name may say who they were. */
export const clearViews = (tx: Tx, merchantId: string, userId: string, at: Date): Promise<number> =>
  tx.change(
    `UPDATE saved_views SET name = '-', name_key = '-', filter = '{}', removed_at = coalesce(removed_at, $3)
      WHERE merchant_id = $1 AND user_id = $2`,
    [merchantId, userId, at],
  );
