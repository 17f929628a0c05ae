import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';
import type { WaitingOrder } from '../../platform/link/order-handlers.ts';

/** The numbers of payments, oldest first; each one is locked and read again before it is touched. */
const ids = async (tx: Tx, text: string, values: readonly unknown[]): Promise<string[]> =>
  (await tx.rows<{ id: string }>(text, values)).map((row) => row.id);

/** Payments on one terminal that one look at it may handle: more wait for the next look. */
export const attendLimit = 50;

/** Written and not sent. */
export const selectUnsent = (tx: Tx, terminalId: string): Promise<string[]> =>
  ids(
    tx,
    `SELECT id AS place, id::text FROM transactions
      WHERE merchant_id = tenant_id() AND terminal_id = $1 AND status = 'INITIALIZED' AND sent_at IS NULL
      ORDER BY place LIMIT ${attendLimit}`,
    [terminalId],
  );

/** Undecided, and due to be asked for (or given up) at `now`. */
export const selectDue = (tx: Tx, terminalId: string, now: Date): Promise<string[]> =>
  ids(
    tx,
    `SELECT id::text FROM transactions
      WHERE merchant_id = tenant_id() AND terminal_id = $1 AND next_query_at <= $2 AND sent_at IS NOT NULL
      ORDER BY next_query_at LIMIT ${attendLimit}`,
    [terminalId, now],
  );

/** The ids on the wire of payments that somebody wants to stop and that may still be stopped. */
export async function selectCancelAsked(tx: Tx, terminalId: string): Promise<string[]> {
  const rows = await tx.rows<{ uuid: string }>(
    `SELECT uuid FROM transactions
      WHERE merchant_id = tenant_id() AND terminal_id = $1 AND status = 'INITIALIZED' AND sent_at IS NOT NULL
        AND cancel_asked_at IS NOT NULL
      ORDER BY id LIMIT ${attendLimit}`,
    [terminalId],
  );
  return rows.map((row) => row.uuid);
}

/** Sent, and nothing certain is known yet: what a terminal is asked for when it comes back. */
export const selectUndecided = (
  tx: Tx,
  terminalId: string,
  limit: number,
): Promise<{ id: string; uuid: string }[]> =>
  tx.rows(
    `SELECT id AS place, id::text, uuid FROM transactions
      WHERE merchant_id = tenant_id() AND terminal_id = $1 AND sent_at IS NOT NULL
        AND (status = 'INITIALIZED' OR (status <> 'APPROVED' AND under_review))
      ORDER BY place LIMIT $2`,
    [terminalId, limit],
  );

/** What a refund or a reversal has to name of the payment that it is about. */
export const selectOriginal = (
  tx: Tx,
  id: string,
): Promise<{
  rrn: string | null;
  createdAt: Date;
  firstSix: string | null;
  lastFour: string | null;
} | null> =>
  tx.row(
    `SELECT rrn, created_at AS "createdAt", first_six AS "firstSix", last_four AS "lastFour"
       FROM transactions WHERE merchant_id = tenant_id() AND id = $1`,
    [id],
  );

/** As the platform, because a process serves all. Payments that want attention now, of this process' terminals and of those that nobody holds. */
export const selectWaiting = (
  db: Database,
  processId: string,
  now: Date,
  limit: number,
): Promise<WaitingOrder[]> =>
  platformRows<WaitingOrder>(
    db,
    `SELECT t.merchant_id::text AS "merchantId", t.terminal_id::text AS "terminalId", t.tid, t.id::text,
            CASE WHEN d.connected THEN d.owner_process END AS owner
       FROM transactions t
       JOIN terminal_directory d ON d.tid = t.tid
      WHERE t.next_query_at IS NOT NULL
        AND ((NOT d.connected AND t.next_query_at <= $2)
          OR (d.connected AND d.owner_process = $1
              AND (t.next_query_at <= $2 OR t.sent_at IS NULL OR (t.cancel_asked_at IS NOT NULL AND t.status = 'INITIALIZED'))))
      ORDER BY t.next_query_at
      LIMIT $3`,
    [processId, now, limit],
  );
