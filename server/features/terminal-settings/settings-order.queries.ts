import type { SettingsState, TerminalSettings } from '@mizan/contract/terminal-settings-terms.ts';
import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';
import type { WaitingOrder } from '../../platform/link/order-handlers.ts';

/** Settings of one number of one terminal. */
export interface SettingsRow extends TerminalSettings {
  version: number;
  state: SettingsState;
  askedAt: Date;
  askedByName: string;
  sentAt: Date | null;
  inForceAt: Date | null;
  nextQueryAt: Date | null;
}

const columns = `version, language, own_purchases AS "ownPurchases", own_refunds AS "ownRefunds", cash, state,
  asked_at AS "askedAt", asked_by_name AS "askedByName", sent_at AS "sentAt", in_force_at AS "inForceAt",
  next_query_at AS "nextQueryAt"`;

/** The terminal in use with its number, locked until the transaction ends: its settings change one after the other. */
export const lockConfigured = (tx: Tx, terminalId: string): Promise<{ tid: string } | null> =>
  tx.row(
    `SELECT tid FROM terminals
      WHERE merchant_id = tenant_id() AND id = $1 AND status <> 'RETIRED' FOR NO KEY UPDATE`,
    [terminalId],
  );

/** A terminal that whoever asks may see, in use or not. */
export const hasTerminal = async (tx: Tx, terminalId: string): Promise<boolean> =>
  (await tx.row('SELECT 1 AS one FROM terminals WHERE merchant_id = tenant_id() AND id = $1', [
    terminalId,
  ])) !== null;

/** The newest of a terminal; null where nobody configured it. */
export const selectNewest = (tx: Tx, terminalId: string): Promise<SettingsRow | null> =>
  tx.row<SettingsRow>(
    `SELECT ${columns} FROM terminal_settings WHERE merchant_id = tenant_id() AND terminal_id = $1
      ORDER BY version DESC LIMIT 1`,
    [terminalId],
  );

/** The same, locked until the transaction ends. */
export const lockNewest = (tx: Tx, terminalId: string): Promise<SettingsRow | null> =>
  tx.row<SettingsRow>(
    `SELECT ${columns} FROM terminal_settings WHERE merchant_id = tenant_id() AND terminal_id = $1
      ORDER BY version DESC LIMIT 1 FOR UPDATE`,
    [terminalId],
  );

export const selectInForce = (tx: Tx, terminalId: string): Promise<SettingsRow | null> =>
  tx.row<SettingsRow>(
    `SELECT ${columns} FROM terminal_settings
      WHERE merchant_id = tenant_id() AND terminal_id = $1 AND state = 'IN_FORCE'`,
    [terminalId],
  );

interface NewSettings {
  terminalId: string;
  tid: string;
  version: number;
  settings: TerminalSettings;
  askedAt: Date;
  askedById: string;
  askedByName: string;
}

/** To be sent at once. */
export const insertSettings = (tx: Tx, made: NewSettings): Promise<number> =>
  tx.change(
    `INSERT INTO terminal_settings (merchant_id, terminal_id, tid, version, language, own_purchases, own_refunds, cash,
       state, asked_at, asked_by_id, asked_by_name, next_query_at)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, $6, $7, 'WAITING', $8, $9, $10, $8)`,
    [
      made.terminalId,
      made.tid,
      made.version,
      made.settings.language,
      made.settings.ownPurchases,
      made.settings.ownRefunds,
      made.settings.cash,
      made.askedAt,
      made.askedById,
      made.askedByName,
    ],
  );

/** What was on its way or refused gives way to a newer one. */
export const replaceOpen = (tx: Tx, terminalId: string, before: number): Promise<number> =>
  tx.change(
    `UPDATE terminal_settings SET state = 'REPLACED', next_query_at = NULL
      WHERE merchant_id = tenant_id() AND terminal_id = $1 AND version < $2
        AND state IN ('WAITING', 'SENT', 'REFUSED')`,
    [terminalId, before],
  );

export const updateSettings = (
  tx: Tx,
  terminalId: string,
  version: number,
  { state, sentAt, nextQueryAt }: Pick<SettingsRow, 'state' | 'sentAt' | 'nextQueryAt'>,
): Promise<number> =>
  tx.change(
    `UPDATE terminal_settings SET state = $3, sent_at = $4, next_query_at = $5
      WHERE merchant_id = tenant_id() AND terminal_id = $1 AND version = $2`,
    [terminalId, version, state, sentAt, nextQueryAt],
  );

/** The terminal has said that others, or none, are in force. */
export const endInForce = (tx: Tx, terminalId: string, present: number | null): Promise<number> =>
  tx.change(
    `UPDATE terminal_settings SET state = 'REPLACED'
      WHERE merchant_id = tenant_id() AND terminal_id = $1 AND state = 'IN_FORCE' AND version IS DISTINCT FROM $2`,
    [terminalId, present],
  );

/** True where it was not in force before. */
export const beginInForce = async (tx: Tx, terminalId: string, version: number, at: Date): Promise<boolean> =>
  (await tx.change(
    `UPDATE terminal_settings SET state = 'IN_FORCE', in_force_at = $3, next_query_at = NULL
      WHERE merchant_id = tenant_id() AND terminal_id = $1 AND version = $2 AND state <> 'IN_FORCE'`,
    [terminalId, version, at],
  )) === 1;

/** The terminal has a higher number, so the newest takes the next one and is sent as that. */
export const renumber = (tx: Tx, terminalId: string, from: number, to: number, at: Date): Promise<number> =>
  tx.change(
    `UPDATE terminal_settings SET version = $3, state = 'WAITING', next_query_at = $4
      WHERE merchant_id = tenant_id() AND terminal_id = $1 AND version = $2`,
    [terminalId, from, to, at],
  );

/** As the platform, because a process serves all. What waits for a terminal without a line waits for its hello. */
export const selectWaiting = (
  db: Database,
  processId: string,
  now: Date,
  limit: number,
): Promise<WaitingOrder[]> =>
  platformRows<WaitingOrder>(
    db,
    `SELECT s.merchant_id::text AS "merchantId", s.terminal_id::text AS "terminalId", s.tid, s.terminal_id::text AS id,
            d.owner_process AS owner
       FROM terminal_settings s
       JOIN terminal_directory d ON d.tid = s.tid
      WHERE s.next_query_at <= $2 AND d.connected AND d.owner_process = $1
      ORDER BY s.next_query_at
      LIMIT $3`,
    [processId, now, limit],
  );
