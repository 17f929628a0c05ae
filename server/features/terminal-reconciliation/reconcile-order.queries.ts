import type { SideTotals } from '@mizan/contract/terminal-link.ts';
import type { ThreeTotals } from '@mizan/contract/terminal-reconciliation.ts';
import type {
  Balance,
  ReconcileFailure,
  ReconcileOrigin,
  ReconcileState,
} from '@mizan/contract/terminal-reconciliation-terms.ts';
import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';
import type { WaitingOrder } from '../../platform/link/order-handlers.ts';

/** A reconciliation as those see it who move it. */
export interface Reconciliation {
  id: string;
  uuid: string;
  terminalId: string;
  tid: string;
  origin: ReconcileOrigin;
  state: ReconcileState;
  askedAt: Date;
  sentAt: Date | null;
  ackedAt: Date | null;
  nextQueryAt: Date | null;
}

const columns = `id::text, uuid, terminal_id::text AS "terminalId", tid, origin, state, asked_at AS "askedAt",
  sent_at AS "sentAt", acked_at AS "ackedAt", next_query_at AS "nextQueryAt"`;

/** Those under way on one terminal: one at most. Locked until the transaction ends. */
export const lockUnderWay = (tx: Tx, terminalId: string): Promise<Reconciliation | null> =>
  tx.row<Reconciliation>(
    `SELECT ${columns} FROM terminal_reconciliations
      WHERE merchant_id = tenant_id() AND terminal_id = $1 AND state IN ('ASKED', 'SENT') FOR UPDATE`,
    [terminalId],
  );

export const lockByUuid = (tx: Tx, uuid: string): Promise<Reconciliation | null> =>
  tx.row<Reconciliation>(
    `SELECT ${columns} FROM terminal_reconciliations WHERE merchant_id = tenant_id() AND uuid = $1 FOR UPDATE`,
    [uuid],
  );

export interface NewReconciliation {
  uuid: string;
  terminalId: string;
  origin: ReconcileOrigin;
  askedAt: Date;
  askedById: string | null;
  askedByName: string | null;
  /** Null for what began at the terminal. */
  nextQueryAt: Date | null;
}

/**
 * Null where it is a test terminal, which has nothing to close, where it has one under way already, or the id is another's. What began at the terminal has ended when
 * the portal hears of it: it stands beside one under way, as without a result until its totals follow.
 */
export const insertReconciliation = (tx: Tx, made: NewReconciliation): Promise<Reconciliation | null> =>
  tx.row<Reconciliation>(
    // Found first: on a cluster an INSERT … SELECT of another table would ask every machine.
    `WITH t AS MATERIALIZED (
       SELECT id, tid, branch_id FROM terminals WHERE merchant_id = tenant_id() AND id = $2 AND status <> 'RETIRED' AND NOT is_test)
     INSERT INTO terminal_reconciliations AS r
       (merchant_id, uuid, terminal_id, tid, branch_id, origin, state, asked_at, asked_by_id, asked_by_name,
        next_query_at, ended_at, failure)
     SELECT tenant_id(), $1::uuid, t.id, t.tid, t.branch_id, $3,
            CASE $3 WHEN 'TERMINAL' THEN 'FAILED' ELSE 'ASKED' END, $4::timestamptz, $5::bigint, $6, $7::timestamptz,
            CASE $3 WHEN 'TERMINAL' THEN $4::timestamptz END, CASE $3 WHEN 'TERMINAL' THEN 'UNREADABLE' END
       FROM t
     ON CONFLICT DO NOTHING
     RETURNING ${columns}`,
    [
      made.uuid,
      made.terminalId,
      made.origin,
      made.askedAt,
      made.askedById,
      made.askedByName,
      made.nextQueryAt,
    ],
  );

export const updateUnderWay = (
  tx: Tx,
  id: string,
  { state, sentAt, ackedAt, nextQueryAt }: Omit<Reconciliation, 'id'>,
): Promise<number> =>
  tx.change(
    `UPDATE terminal_reconciliations SET state = $2, sent_at = $3, acked_at = $4, next_query_at = $5
      WHERE merchant_id = tenant_id() AND id = $1`,
    [id, state, sentAt, ackedAt, nextQueryAt],
  );

export const updateFailed = (tx: Tx, id: string, at: Date, failure: ReconcileFailure): Promise<number> =>
  tx.change(
    `UPDATE terminal_reconciliations SET state = 'FAILED', failure = $2, ended_at = $3, next_query_at = NULL
      WHERE merchant_id = tenant_id() AND id = $1`,
    [id, failure, at],
  );

export interface Outcome {
  at: Date;
  actionCode: string;
  balance: Balance;
  fromAt: Date | null;
  openIds: readonly string[];
}
export const updateDone = (tx: Tx, id: string, done: Outcome): Promise<number> =>
  tx.change(
    `UPDATE terminal_reconciliations
        SET state = 'DONE', failure = NULL, ended_at = $2, next_query_at = NULL, action_code = $3, balance = $4,
            from_at = $5, open_ids = $6::bigint[]
      WHERE merchant_id = tenant_id() AND id = $1`,
    [id, done.at, done.actionCode, done.balance, done.fromAt, done.openIds],
  );

/**
 * When the terminal's newest finished one before `id` ended. Null where there is none, and where one came after it of
 * which the portal could not read the totals, or the terminal has lost them: its host may have closed then.
 */
export const selectFormer = (tx: Tx, terminalId: string, id: string): Promise<{ endedAt: Date } | null> =>
  tx.row(
    `SELECT ended_at AS "endedAt"
       FROM (SELECT ended_at, state FROM terminal_reconciliations
              WHERE merchant_id = tenant_id() AND terminal_id = $1 AND id <> $2
                AND (state = 'DONE' OR failure IN ('UNREADABLE', 'JOURNAL_LOST', 'NO_ANSWER'))
              ORDER BY ended_at DESC, id DESC LIMIT 1) newest
      WHERE state = 'DONE'`,
    [terminalId, id],
  );

const whos = ['host', 'terminal', 'portal'] as const;
const whats = ['debitCount', 'debitMinor', 'creditCount', 'creditMinor'] as const;
const columnOf = (who: string, what: string): string =>
  `${who}_${what.replace('Count', '_count').replace('Minor', '_minor')}`;
const totalColumns = whos.flatMap((who) => whats.map((what) => columnOf(who, what)));

/** Kept exactly as they were said. */
export const insertTotals = (tx: Tx, id: string, rows: readonly ThreeTotals[]): Promise<number> =>
  rows.length === 0
    ? Promise.resolve(0)
    : tx.change(
        `INSERT INTO terminal_reconciliation_totals (merchant_id, reconciliation_id, scheme, ${totalColumns.join(', ')})
         SELECT tenant_id(), $1::bigint, scheme, ${totalColumns.join(', ')}
           FROM json_to_recordset($2::json) AS g (scheme text, ${totalColumns.map((name) => `${name} bigint`).join(', ')})
         ON CONFLICT DO NOTHING`,
        [
          id,
          JSON.stringify(
            rows.map((row) => ({
              scheme: row.scheme,
              ...Object.fromEntries(
                whos.flatMap((who) => whats.map((what) => [columnOf(who, what), row[who][what]])),
              ),
            })),
          ),
        ],
      );

interface TotalsRow extends Record<string, unknown> {
  reconciliationId: string;
  scheme: ThreeTotals['scheme'];
}
/** The kept totals of reconciliations, by their numbers. */
export async function selectTotals(tx: Tx, ids: readonly string[]): Promise<Map<string, ThreeTotals[]>> {
  const rows = await tx.rows<TotalsRow>(
    `SELECT reconciliation_id::text AS "reconciliationId", scheme, ${totalColumns.join(', ')}
       FROM terminal_reconciliation_totals
      WHERE merchant_id = tenant_id() AND reconciliation_id = ANY ($1::bigint[])`,
    [ids],
  );
  const sideOf = (row: TotalsRow, who: string): SideTotals =>
    Object.fromEntries(whats.map((what) => [what, row[columnOf(who, what)]])) as SideTotals;
  const found = new Map<string, ThreeTotals[]>();
  for (const row of rows) {
    const list = found.get(row.reconciliationId) ?? [];
    found.set(row.reconciliationId, list);
    list.push({
      scheme: row.scheme,
      host: sideOf(row, 'host'),
      terminal: sideOf(row, 'terminal'),
      portal: sideOf(row, 'portal'),
    });
  }
  return found;
}

/** As the platform, because a process serves all: what is due, of this process' terminals and of those that nobody holds. */
export const selectWaiting = (
  db: Database,
  processId: string,
  now: Date,
  limit: number,
): Promise<WaitingOrder[]> =>
  platformRows<WaitingOrder>(
    db,
    `SELECT r.merchant_id::text AS "merchantId", r.terminal_id::text AS "terminalId", r.tid, r.id::text,
            CASE WHEN d.connected THEN d.owner_process END AS owner
       FROM terminal_reconciliations r
       JOIN terminal_directory d ON d.tid = r.tid
      WHERE r.next_query_at IS NOT NULL
        AND ((NOT d.connected AND r.next_query_at <= $2)
          OR (d.connected AND d.owner_process = $1 AND (r.next_query_at <= $2 OR r.state = 'ASKED')))
      ORDER BY r.next_query_at
      LIMIT $3`,
    [processId, now, limit],
  );
