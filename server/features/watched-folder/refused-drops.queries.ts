import type { DropReason } from '@mizan/contract/watched-folder.ts';
import type { Tx } from '../../platform/database/database.ts';

/** Files of the watched folder that were refused. */

export const insertRefusedDrop = (
  tx: Tx,
  { fileName, reason, at }: { fileName: string; reason: DropReason; at: Date },
): Promise<number> =>
  tx.change(
    `INSERT INTO refused_drops (merchant_id, file_name, reason, refused_at) VALUES (tenant_id(), $1, $2, $3)`,
    [fileName, reason, at],
  );

export interface RefusedDrop {
  id: string;
  fileName: string;
  reason: DropReason;
}

/** Those that no letter has named, the oldest first. */
export const selectUntoldDrops = (tx: Tx, limit: number): Promise<RefusedDrop[]> =>
  tx.rows<RefusedDrop>(
    `SELECT id::text, file_name AS "fileName", reason FROM (SELECT *, refused_drops.id AS place FROM refused_drops) refused_drops
      WHERE merchant_id = tenant_id() AND NOT is_told ORDER BY place LIMIT $1`,
    [limit],
  );

/** As the platform, in the transaction that writes the mails. */
export const markDropsTold = (tx: Tx, merchantId: string, ids: readonly string[]): Promise<number> =>
  tx.change('UPDATE refused_drops SET is_told = true WHERE merchant_id = $1 AND id = ANY ($2::bigint[])', [
    merchantId,
    ids,
  ]);

/** Everything that there is as told. */
export const markAllDropsTold = (tx: Tx): Promise<number> =>
  tx.change('UPDATE refused_drops SET is_told = true WHERE merchant_id = tenant_id() AND NOT is_told');

/** As the platform, of all merchants; told or not: where letters are on, each is told within a day. */
export const deleteOldDrops = (tx: Tx, before: Date, most: number): Promise<number> =>
  tx.change(
    `DELETE FROM refused_drops WHERE (merchant_id, id) IN (
       SELECT merchant_id, id FROM refused_drops WHERE refused_at < $1 LIMIT $2)`,
    [before, most],
  );
