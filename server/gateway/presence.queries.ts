import { asStorable } from '@mizan/contract/storable-text.ts';
import type { LossReason } from '@mizan/contract/terminal-history.ts';
import type { Telemetry } from '@mizan/contract/terminal-link.ts';
import { type Database, platformRows, type Tx, tenantRows } from '../platform/database/database.ts';

/** The running processes, and what the gateway keeps of a connected terminal. As the platform: it serves all. */

/** A process that was not heard of for this long is dead; its terminals are free. */
const processDeadSeconds = 15;

export const beat = (db: Database, processId: string): Promise<unknown> =>
  platformRows(
    db,
    `INSERT INTO processes (id, started_at, seen_at) VALUES ($1, now(), now())
     ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
    [processId],
  );

/** Processes that own terminals or stand in the table, and were not heard of: by the database's own clock. */
export async function selectDeadProcesses(tx: Tx): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `SELECT p.id FROM processes p WHERE p.seen_at < now() - make_interval(secs => ${processDeadSeconds})
     UNION
     SELECT d.owner_process FROM terminal_directory d
      WHERE d.owner_process IS NOT NULL AND d.connected
        AND NOT EXISTS (SELECT 1 FROM processes p WHERE p.id = d.owner_process)`,
  );
  return rows.map((row) => row.id);
}

export const forgetProcess = (tx: Tx, processId: string): Promise<number> =>
  tx.change('DELETE FROM processes WHERE id = $1', [processId]);

export interface Hello {
  merchantId: string;
  terminalId: string;
  serial: string;
  model: string;
  appVersion: string;
  now: Date;
}

export const setConnected = (tx: Tx, hello: Hello): Promise<number> =>
  tx.change(
    `UPDATE terminals SET connection = 'CONNECTED', last_seen_at = $3, app_version = $4, serial_number = $5,
            reported_model = $6
      WHERE merchant_id = $1 AND id = $2`,
    [hello.merchantId, hello.terminalId, hello.now, hello.appVersion, hello.serial, hello.model],
  );

/** Heard of at `at`, all at once. */
export const touchTerminals = (
  db: Database,
  lines: readonly { merchantId: string; terminalId: string }[],
  at: Date,
): Promise<unknown> =>
  platformRows(
    db,
    `UPDATE terminals t SET last_seen_at = $3
       FROM unnest($1::bigint[], $2::bigint[]) AS line (merchant_id, id)
      WHERE t.merchant_id = line.merchant_id AND t.id = line.id AND t.connection = 'CONNECTED'`,
    [lines.map((line) => line.merchantId), lines.map((line) => line.terminalId), at],
  );

/** The package that it last named, while its row stands still; null before its first word. */
export const lockPackage = (tx: Tx, terminalId: string): Promise<{ madaPackage: string | null } | null> =>
  tx.row(
    `SELECT telemetry ->> 'madaPackage' AS "madaPackage" FROM terminals
      WHERE merchant_id = tenant_id() AND id = $1 FOR NO KEY UPDATE`,
    [terminalId],
  );

export const updateTelemetry = (
  tx: Tx,
  terminalId: string,
  telemetry: Telemetry,
  at: Date,
): Promise<number> =>
  tx.change(
    `UPDATE terminals SET telemetry = $2, telemetry_at = $3, last_seen_at = $3
      WHERE merchant_id = tenant_id() AND id = $1`,
    [terminalId, JSON.stringify(telemetry), at],
  );

/** The first word of its ten minutes stands. */
export const insertHealth = (tx: Tx, terminalId: string, said: Telemetry, slotAt: Date): Promise<number> =>
  tx.change(
    `INSERT INTO terminal_health (merchant_id, terminal_id, slot_at, battery_percent, charging, wifi_rssi)
     VALUES (tenant_id(), $1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [terminalId, slotAt, said.battery, said.charging, said.wifi?.rssi ?? null],
  );

export const insertPackage = (tx: Tx, terminalId: string, madaPackage: string, at: Date): Promise<number> =>
  tx.change(
    `INSERT INTO terminal_line_log (merchant_id, terminal_id, at, event, detail)
     VALUES (tenant_id(), $1, $2, 'PACKAGE', $3)`,
    [terminalId, at, madaPackage],
  );

interface LoggedLine {
  merchantId: string;
  terminalId: string;
}

export const logConnected = (tx: Tx, { merchantId, terminalId }: LoggedLine, at: Date): Promise<number> =>
  tx.change(
    `INSERT INTO terminal_line_log (merchant_id, terminal_id, at, event) VALUES ($1, $2, $3, 'CONNECTED')`,
    [merchantId, terminalId, at],
  );

/** It answers something because a distributed database copies what it selects otherwise, which row-level security refuses. */
export const logLost = (
  tx: Tx,
  lines: readonly LoggedLine[],
  reason: LossReason,
  at: Date,
): Promise<object[]> =>
  tx.rows(
    `INSERT INTO terminal_line_log (merchant_id, terminal_id, at, event, reason)
     SELECT line.merchant_id, line.id, $3::timestamptz, 'LOST', $4
       FROM unnest($1::bigint[], $2::bigint[]) AS line (merchant_id, id) RETURNING 1 AS one`,
    [lines.map((line) => line.merchantId), lines.map((line) => line.terminalId), at, reason],
  );

/** Frames of one terminal that are kept as they came within a day; of more there is the record alone. */
const originalsADay = 100;
const detailChars = 500;

/** A frame that was refused, or could not be read whole. */
export interface Violation {
  reason: string;
  detail: string;
  original: Buffer | null;
}

/** It answers something because a distributed database copies what it selects otherwise, which row-level security refuses. */
export const insertViolation = (
  db: Database,
  line: { merchantId: string; tid: string },
  at: Date,
  { reason, detail, original }: Violation,
): Promise<unknown> =>
  tenantRows(
    db,
    line.merchantId,
    `INSERT INTO link_violations (merchant_id, tid, at, reason, detail, original)
     SELECT tenant_id(), $1, $2, $3, $4,
            CASE WHEN (SELECT count(*) FROM link_violations
                        WHERE merchant_id = tenant_id() AND tid = $1 AND original IS NOT NULL
                          AND at > $2::timestamptz - interval '1 day') < ${originalsADay} THEN $5::bytea END
     RETURNING 1 AS one`,
    [line.tid, at, reason, asStorable(detail).slice(0, detailChars), original],
  );

/** As the platform, of all merchants: how many of that age there are. */
export const countOldViolations = async (tx: Tx, before: Date): Promise<number> =>
  (await tx.row<{ count: number }>('SELECT count(*) FROM link_violations WHERE at < $1', [before]))?.count ??
  0;

/** As the platform, of all merchants. */
export const deleteOldViolations = (tx: Tx, before: Date, most: number): Promise<number> =>
  tx.change(
    `DELETE FROM link_violations WHERE (merchant_id, id) IN (
       SELECT merchant_id, id FROM link_violations WHERE at < $1 ORDER BY at LIMIT $2)`,
    [before, most],
  );
