import type { ArrivalReason } from '@mizan/contract/arrived-statements.ts';
import type { Tx } from '../../../platform/database/database.ts';

/** Statements that came by themselves; the bytes of one are kept while it waits. */

export interface Arrival {
  sha256: Buffer;
  fileName: string;
  content: Buffer;
  at: Date;
  by: { userId: string; fullName: string };
  /** Null where nothing of it is left to say: it is on record as ended, and its bytes are not kept. */
  reason: ArrivalReason | null;
}

/** Null where the same bytes are on record. */
export const insertArrival = (
  tx: Tx,
  { sha256, fileName, content, at, by, reason }: Arrival,
): Promise<{ id: string } | null> =>
  tx.row<{ id: string }>(
    `INSERT INTO arrived_statements (merchant_id, sha256, file_name, size_bytes, content, arrived_at, by_id, by_name,
       reason, ended_at)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (merchant_id, sha256) DO NOTHING
     RETURNING id::text`,
    [
      sha256,
      fileName,
      content.length,
      reason === null ? null : content,
      at,
      by.userId,
      by.fullName,
      reason,
      reason === null ? at : null,
    ],
  );

export const selectArrivalOf = (tx: Tx, sha256: Buffer): Promise<{ waits: ArrivalReason | null } | null> =>
  tx.row(
    `SELECT CASE WHEN ended_at IS NULL THEN reason END AS waits FROM arrived_statements
      WHERE merchant_id = tenant_id() AND sha256 = $1`,
    [sha256],
  );

export const countWaiting = async (tx: Tx): Promise<number> =>
  (
    await tx.row<{ count: number }>(
      'SELECT count(*)::int AS count FROM arrived_statements WHERE merchant_id = tenant_id() AND ended_at IS NULL',
      [],
    )
  )?.count ?? 0;

/** How many wait, since when, and the name of the oldest; null and '' of none. */
export const selectWaitingSum = async (
  tx: Tx,
): Promise<{ count: number; since: Date | null; fileName: string }> =>
  (await tx.row<{ count: number; since: Date | null; fileName: string }>(
    `SELECT count(*)::int AS count, min(arrived_at) AS since,
            coalesce((array_agg(file_name ORDER BY id))[1], '') AS "fileName"
       FROM arrived_statements WHERE merchant_id = tenant_id() AND ended_at IS NULL`,
  )) ?? { count: 0, since: null, fileName: '' };

export interface WaitingRow {
  id: string;
  fileName: string;
  sizeBytes: number;
  arrivedAt: Date;
  byName: string;
  reason: ArrivalReason;
}

/** The oldest first. */
export const selectWaiting = (tx: Tx, limit: number): Promise<WaitingRow[]> =>
  tx.rows<WaitingRow>(
    `SELECT id AS place, id::text, file_name AS "fileName", size_bytes AS "sizeBytes", arrived_at AS "arrivedAt",
            by_name AS "byName", reason
       FROM arrived_statements WHERE merchant_id = tenant_id() AND ended_at IS NULL
      ORDER BY place LIMIT $1`,
    [limit],
  );

/** What waits; null where it never came or was ended. */
export const selectArrivedBytes = (
  tx: Tx,
  id: string,
): Promise<{ fileName: string; content: Buffer; reason: ArrivalReason } | null> =>
  tx.row(
    `SELECT file_name AS "fileName", content, reason FROM arrived_statements
      WHERE merchant_id = tenant_id() AND id = $1 AND ended_at IS NULL`,
    [id],
  );

/** Ends what waits; null where somebody ended it. */
export const endArrived = (
  tx: Tx,
  { id, at, byName }: { id: string; at: Date; byName: string },
): Promise<{ fileName: string } | null> =>
  tx.row(
    `UPDATE arrived_statements SET ended_at = $2, ended_by_name = $3, content = NULL
      WHERE merchant_id = tenant_id() AND id = $1 AND ended_at IS NULL
      RETURNING file_name AS "fileName"`,
    [id, at, byName],
  );

/** Whether a person confirmed a table of these columns as a statement, of whichever bank. */
export const selectIsConfirmed = async (tx: Tx, signature: Buffer): Promise<boolean> =>
  (await tx.row(
    'SELECT 1 FROM statement_layouts WHERE merchant_id = tenant_id() AND signature = $1 LIMIT 1',
    [signature],
  )) !== null;
