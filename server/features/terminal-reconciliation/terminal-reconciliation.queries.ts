import type {
  Balance,
  ReconcileFailure,
  ReconcileOrigin,
  ReconcileState,
} from '@mizan/contract/terminal-reconciliation-terms.ts';
import { terminalsMax } from '@mizan/contract/terminals.ts';
import type { Scheme, TransactionStatus } from '@mizan/contract/transaction-states.ts';
import type { TransactionType } from '@mizan/contract/transaction-types.ts';
import type { Tx } from '../../platform/database/database.ts';
import { movesMoneySql, signedSql } from '../../platform/database/type-sql.ts';

/** What the screen of reconciliations reads; the rules stand in terminal-reconciliation.service.ts. */

export interface PlaceRow {
  terminalId: string;
  tid: string;
  branchId: string;
  branchNameEn: string;
  branchNameAr: string;
  isConnected: boolean;
}
/** Every terminal in service that charges cards, by branch and number. */
export const selectPlaces = (tx: Tx): Promise<PlaceRow[]> =>
  tx.rows<PlaceRow>(
    `SELECT t.id::text AS "terminalId", t.tid, t.branch_id::text AS "branchId", b.name_en AS "branchNameEn",
            b.name_ar AS "branchNameAr", t.connection IN ('CONNECTED', 'RECONNECTING') AS "isConnected"
       FROM terminals t JOIN branches b ON b.merchant_id = t.merchant_id AND b.id = t.branch_id
      WHERE t.merchant_id = tenant_id() AND t.status = 'ACTIVE' AND NOT t.is_test
      ORDER BY t.branch_id, t.tid LIMIT ${terminalsMax}`,
    [],
  );

export interface WaitingRow {
  terminalId: string;
  count: number;
  totalMinor: number;
  since: Date;
}
/** What no reconciliation has counted, by terminal: purchases less what was given back. */
export const selectUnreconciled = (tx: Tx): Promise<WaitingRow[]> =>
  tx.rows<WaitingRow>(
    `SELECT terminal_id::text AS "terminalId", count(*) AS count,
            sum(${signedSql('amount_minor')}) AS "totalMinor",
            min(created_at) AS since
       FROM transactions
      WHERE merchant_id = tenant_id() AND status = 'APPROVED' AND terminal_reconciliation_id IS NULL
        AND currency = 'SAR' AND ${movesMoneySql()}
      GROUP BY terminal_id`,
    [],
  );

export interface ReconciliationRow {
  id: string;
  terminalId: string;
  tid: string;
  origin: ReconcileOrigin;
  state: ReconcileState;
  failure: ReconcileFailure | null;
  askedAt: Date;
  askedByName: string | null;
  endedAt: Date | null;
  actionCode: string | null;
  balance: Balance | null;
  fromAt: Date | null;
  openIds: string[];
}
const columns = `r.id::text, r.terminal_id::text AS "terminalId", r.tid, r.origin, r.state, r.failure,
  r.asked_at AS "askedAt", r.asked_by_name AS "askedByName", r.ended_at AS "endedAt",
  r.action_code AS "actionCode", r.balance, r.from_at AS "fromAt", r.open_ids::text[] AS "openIds"`;

/** The newest of each terminal that ended with a result; each found by its index. */
export const selectNewestDone = (tx: Tx): Promise<ReconciliationRow[]> =>
  tx.rows<ReconciliationRow>(
    `SELECT ${columns} FROM terminals t
      CROSS JOIN LATERAL (
        SELECT * FROM terminal_reconciliations d
         WHERE d.merchant_id = tenant_id() AND d.merchant_id = t.merchant_id AND d.terminal_id = t.id AND d.state = 'DONE'
         ORDER BY d.ended_at DESC, d.id DESC LIMIT 1) r
      WHERE t.merchant_id = tenant_id() AND t.status = 'ACTIVE'`,
    [],
  );

/** The newest of each terminal that is under way or did not come about. */
export const selectNewestOther = (tx: Tx): Promise<ReconciliationRow[]> =>
  tx.rows<ReconciliationRow>(
    `SELECT ${columns} FROM terminals t
      CROSS JOIN LATERAL (
        SELECT * FROM terminal_reconciliations d
         WHERE d.merchant_id = tenant_id() AND d.merchant_id = t.merchant_id AND d.terminal_id = t.id AND d.state <> 'DONE'
         ORDER BY d.asked_at DESC, d.id DESC LIMIT 1) r
      WHERE t.merchant_id = tenant_id() AND t.status = 'ACTIVE'`,
    [],
  );

export const selectReconciliation = (
  tx: Tx,
  id: string,
): Promise<(ReconciliationRow & { branchNameEn: string; branchNameAr: string }) | null> =>
  tx.row(
    `SELECT ${columns}, b.name_en AS "branchNameEn", b.name_ar AS "branchNameAr"
       FROM terminal_reconciliations r JOIN branches b ON b.merchant_id = r.merchant_id AND b.id = r.branch_id
      WHERE r.merchant_id = tenant_id() AND r.id = $1 AND r.state = 'DONE'`,
    [id],
  );

/** A page of what a terminal reconciled, newest first. */
export const selectHistory = (
  tx: Tx,
  terminalId: string,
  { after, limit }: { after: { createdAt: Date; id: string } | null; limit: number },
): Promise<ReconciliationRow[]> =>
  tx.rows<ReconciliationRow>(
    `SELECT ${columns} FROM (SELECT *, terminal_reconciliations.id AS place FROM terminal_reconciliations) r
      WHERE r.merchant_id = tenant_id() AND r.terminal_id = $1 AND r.state = 'DONE'
        AND ($2::timestamptz IS NULL OR (r.ended_at, r.id) < ($2, $3::bigint))
      ORDER BY r.ended_at DESC, place DESC LIMIT $4`,
    [terminalId, after?.createdAt ?? null, after?.id ?? null, limit],
  );

export const hasTerminal = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.row('SELECT 1 FROM terminals WHERE merchant_id = tenant_id() AND id = $1', [id])) !== null;

/** Payments whose outcome the portal did not know when the former reconciliation of the terminal ended. */
export const selectFormerOpen = async (
  tx: Tx,
  terminalId: string,
  before: Date,
  id: string,
): Promise<string[]> =>
  (
    await tx.row<{ openIds: string[] }>(
      `SELECT open_ids::text[] AS "openIds" FROM terminal_reconciliations
        WHERE merchant_id = tenant_id() AND terminal_id = $1 AND state = 'DONE' AND (ended_at, id) < ($2, $3::bigint)
        ORDER BY ended_at DESC, id DESC LIMIT 1`,
      [terminalId, before, id],
    )
  )?.openIds ?? [];

/** A transaction that may explain a difference. */
export interface CandidateRow {
  transactionId: string;
  createdAt: Date;
  type: TransactionType;
  status: TransactionStatus;
  scheme: Scheme;
  lastFour: string | null;
  rrn: string | null;
  amountMinor: number;
  lateApproval: boolean;
  /** Counted by the portal in this very reconciliation. */
  isCounted: boolean;
  /** The terminal itself had said that it was approved when it reconciled. */
  saidApproved: boolean;
}
export const candidatesMax = 3_000;
/** Those of the span of a reconciliation by their time, those that it counts, and those that are named by number. */
export const selectCandidates = (
  tx: Tx,
  { id, terminalId, fromAt, endedAt }: { id: string; terminalId: string; fromAt: Date | null; endedAt: Date },
  named: readonly string[],
): Promise<CandidateRow[]> =>
  tx.rows<CandidateRow>(
    `SELECT t.id::text AS "transactionId", t.created_at AS "createdAt", t.type, t.status, t.scheme,
            t.last_four AS "lastFour", t.rrn, t.amount_minor AS "amountMinor", t.late_approval AS "lateApproval",
            coalesce(t.terminal_reconciliation_id = $1::bigint, false) AS "isCounted",
            EXISTS (SELECT 1 FROM terminal_results s
                     WHERE s.merchant_id = tenant_id() AND s.merchant_id = t.merchant_id AND s.transaction_id = t.id
                       AND s.received_at <= $4 AND s.body ->> 'providerCode' = '00') AS "saidApproved"
       FROM transactions t
      WHERE t.merchant_id = tenant_id() AND t.terminal_id = $2 AND t.currency = 'SAR' AND ${movesMoneySql('t.type')}
        AND ((t.created_at > $3::timestamptz AND t.created_at <= $4) OR t.terminal_reconciliation_id = $1::bigint
             OR t.id = ANY ($5::bigint[]))
      ORDER BY t.created_at, t.id LIMIT ${candidatesMax + 1}`,
    [id, terminalId, fromAt, endedAt, named],
  );
