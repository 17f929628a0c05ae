import type {
  Balance,
  ReconcileFailure,
  ReconcileOrigin,
  ReconcileState,
} from '@mizan/contract/terminal-reconciliation-terms.ts';
import type { Tx } from '../../platform/database/database.ts';

export interface RunRow {
  id: string;
  tid: string;
  state: ReconcileState;
  origin: ReconcileOrigin;
  failure: ReconcileFailure | null;
  balance: Balance | null;
  askedAt: Date;
  sentAt: Date | null;
  endedAt: Date | null;
  appVersion: string | null;
}

/** A terminal in service by the number that stands on it. */
export const findTerminal = (tx: Tx, tid: string): Promise<{ id: string } | null> =>
  tx.row(
    `SELECT id::text FROM terminals WHERE merchant_id = tenant_id() AND tid = $1 AND status = 'ACTIVE'
        AND NOT is_test`,
    [tid],
  );

/** The one under way on a terminal, else the newest that was asked for: it ended since. */
export const selectRunId = (tx: Tx, terminalId: string): Promise<{ id: string } | null> =>
  tx.row(
    `SELECT id::text FROM terminal_reconciliations r
      WHERE merchant_id = tenant_id() AND terminal_id = $1 AND origin <> 'TERMINAL'
      ORDER BY (state IN ('ASKED', 'SENT')) DESC, r.id DESC LIMIT 1`,
    [terminalId],
  );

export const selectRun = (tx: Tx, id: string): Promise<RunRow | null> =>
  tx.row<RunRow>(
    `SELECT r.id::text, r.tid, r.state, r.origin, r.failure, r.balance, r.asked_at AS "askedAt", r.sent_at AS "sentAt",
            r.ended_at AS "endedAt", t.app_version AS "appVersion"
       FROM terminal_reconciliations r
       JOIN terminals t ON t.merchant_id = r.merchant_id AND t.id = r.terminal_id
      WHERE r.merchant_id = tenant_id() AND r.id = $1`,
    [id],
  );
