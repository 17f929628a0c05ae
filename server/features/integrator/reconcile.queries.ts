import type {
  Balance,
  ReconcileFailure,
  ReconcileOrigin,
  ReconcileState,
} from '@mizan/contract/terminal-reconciliation-terms.ts';
import type { Tx } from '../../platform/database/database.ts';

export interface RunRow {
  id: string;
  terminalId: string;
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
    `SELECT r.id::text, r.terminal_id::text AS "terminalId", r.tid, r.state, r.origin, r.failure, r.balance, r.asked_at AS "askedAt", r.sent_at AS "sentAt",
            r.ended_at AS "endedAt", t.app_version AS "appVersion"
       FROM terminal_reconciliations r
       JOIN terminals t ON t.merchant_id = r.merchant_id AND t.id = r.terminal_id
      WHERE r.merchant_id = tenant_id() AND r.id = $1`,
    [id],
  );

/** How many of a terminal's newest payments are asked what they printed. */
const slipsAsked = 50;

export interface PrintedNumbers {
  /** The acquirer's code, its number of the merchant and the category code. */
  acquirerCode: string | null;
  mid: string | null;
  mcc: string | null;
}

/** What a terminal's newest payments up to a moment all say of its acquirer; null where none says it, or two differ. */
export async function selectPrintedNumbers(tx: Tx, terminalId: string, until: Date): Promise<PrintedNumbers> {
  const found = await tx.row<PrintedNumbers>(
    `SELECT CASE WHEN count(DISTINCT acquirer_code) = 1 THEN min(acquirer_code) END AS "acquirerCode",
            CASE WHEN count(DISTINCT mid) = 1 THEN min(mid) END AS mid,
            CASE WHEN count(DISTINCT mcc) = 1 THEN min(mcc) END AS mcc
       FROM (SELECT nullif(acquirer_code, '') AS acquirer_code, nullif(receipt->>'mid', '') AS mid,
                    nullif(receipt->>'mcc', '') AS mcc
               FROM transactions
              WHERE merchant_id = tenant_id() AND terminal_id = $1 AND created_at <= $2
              ORDER BY created_at DESC, id DESC LIMIT $3) newest`,
    [terminalId, until, slipsAsked],
  );
  return found ?? { acquirerCode: null, mid: null, mcc: null };
}
