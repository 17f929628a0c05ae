import type { LineEvent, LossReason, TerminalDetail } from '@mizan/contract/terminal-history.ts';
import { breaksMax } from '@mizan/contract/terminal-history.ts';
import type { Tx } from '../../platform/database/database.ts';

interface DetailRow {
  id: string;
  status: TerminalDetail['status'];
  addedAt: Date;
  pairedAt: Date | null;
  packageSince: Date | null;
}

const newest = (event: LineEvent, more = ''): string => `
  (SELECT l.at FROM terminal_line_log l
    WHERE l.merchant_id = tenant_id() AND l.terminal_id = t.id AND l.event = '${event}' ${more}
    ORDER BY l.at DESC, l.id DESC LIMIT 1)`;

/** By its number, in service or not. */
export const selectByTid = (tx: Tx, tid: string): Promise<DetailRow | null> =>
  tx.row(
    `SELECT t.id::text, t.status, t.created_at AS "addedAt", ${newest('PAIRED')} AS "pairedAt",
            ${newest('PACKAGE', "AND l.detail = t.telemetry ->> 'madaPackage'")} AS "packageSince"
       FROM terminals t WHERE t.merchant_id = tenant_id() AND t.tid = $1`,
    [tid],
  );

export const hasTerminal = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.row('SELECT 1 FROM terminals WHERE merchant_id = tenant_id() AND id = $1', [id])) !== null;

export const selectHealth = (
  tx: Tx,
  terminalId: string,
  from: Date,
): Promise<{ at: Date; batteryPercent: number; charging: boolean; wifiRssi: number | null }[]> =>
  tx.rows(
    `SELECT slot_at AS at, battery_percent AS "batteryPercent", charging, wifi_rssi AS "wifiRssi" FROM terminal_health
      WHERE merchant_id = tenant_id() AND terminal_id = $1 AND slot_at >= $2 ORDER BY slot_at`,
    [terminalId, from],
  );

export interface LineChange {
  at: Date;
  event: LineEvent;
}
/** Connections and losses since `from`, newest first, and the one before them. */
export const selectLineChanges = async (
  tx: Tx,
  terminalId: string,
  from: Date,
): Promise<{ changes: LineChange[]; before: LineChange | null }> => {
  const of = `SELECT at, event FROM terminal_line_log
    WHERE merchant_id = tenant_id() AND terminal_id = $1 AND event IN ('CONNECTED', 'LOST')`;
  const [changes, before] = await Promise.all([
    tx.rows<LineChange>(`${of} AND at >= $2 ORDER BY at DESC, id DESC LIMIT ${2 * breaksMax}`, [
      terminalId,
      from,
    ]),
    tx.row<LineChange>(`${of} AND at < $2 ORDER BY at DESC, id DESC LIMIT 1`, [terminalId, from]),
  ]);
  return { changes, before };
};

/** From the rollups: by hour, those that were approved and all others. */
export const selectPaymentsByHour = (
  tx: Tx,
  terminalId: string,
  from: Date,
): Promise<{ hour: Date; approved: number; others: number }[]> =>
  tx.rows(
    `SELECT hour, coalesce(sum(count) FILTER (WHERE status = 'APPROVED'), 0)::bigint AS approved,
            coalesce(sum(count) FILTER (WHERE status <> 'APPROVED'), 0)::bigint AS others
       FROM transaction_rollups
      WHERE merchant_id = tenant_id() AND terminal_id = $1 AND hour >= $2
      GROUP BY hour HAVING sum(count) > 0 ORDER BY hour`,
    [terminalId, from],
  );

export interface LogRow {
  id: string;
  at: Date;
  event: LineEvent;
  reason: LossReason | null;
  detail: string | null;
  lostAt: Date | null;
}
/** A page of the log, newest first; `lostAt` of a connection is the loss that it ends. */
export const selectLog = (
  tx: Tx,
  terminalId: string,
  { after, limit }: { after: { createdAt: Date; id: string } | null; limit: number },
): Promise<LogRow[]> =>
  tx.rows<LogRow>(
    `SELECT l.id::text, l.at, l.event, l.reason, l.detail,
            CASE l.event WHEN 'CONNECTED' THEN (
              SELECT CASE p.event WHEN 'LOST' THEN p.at END FROM terminal_line_log p
               WHERE p.merchant_id = tenant_id() AND p.merchant_id = l.merchant_id AND p.terminal_id = l.terminal_id
                 AND p.event IN ('CONNECTED', 'LOST') AND (p.at, p.id) < (l.at, l.id)
               ORDER BY p.at DESC, p.id DESC LIMIT 1) END AS "lostAt"
       FROM (SELECT *, terminal_line_log.id AS place FROM terminal_line_log) l
      WHERE l.merchant_id = tenant_id() AND l.terminal_id = $1
        AND ($2::timestamptz IS NULL OR (l.at, l.id) < ($2, $3::bigint))
      ORDER BY l.at DESC, place DESC LIMIT $4`,
    [terminalId, after?.createdAt ?? null, after?.id ?? null, limit],
  );

export interface LineNote {
  merchantId: string;
  terminalId: string;
  at: Date;
  event: Exclude<LineEvent, 'CONNECTED' | 'LOST' | 'PACKAGE'>;
  detail: string | null;
}
/** What is no matter of the line itself. As the platform or as the merchant. */
export const insertLineNote = (
  tx: Tx,
  { merchantId, terminalId, at, event, detail }: LineNote,
): Promise<number> =>
  tx.change(
    `INSERT INTO terminal_line_log (merchant_id, terminal_id, at, event, detail) VALUES ($1, $2, $3, $4, $5)`,
    [merchantId, terminalId, at, event, detail],
  );

/** As the platform: what has had its time. */
export const deleteOldHealth = (tx: Tx, before: Date): Promise<number> =>
  tx.change('DELETE FROM terminal_health WHERE slot_at < $1', [before]);
/**
 * The newest connection, loss, package and pairing of each terminal stay, however old: without them nobody could say how
 * it stands.
 */
export const deleteOldLog = (tx: Tx, before: Date): Promise<number> =>
  tx.change(
    `DELETE FROM terminal_line_log l WHERE l.at < $1
        AND EXISTS (SELECT 1 FROM terminal_line_log n
                     WHERE n.merchant_id = l.merchant_id AND n.terminal_id = l.terminal_id
                       AND n.event = l.event AND (n.at, n.id) > (l.at, l.id))`,
    [before],
  );
