import type { TransactionDetail, TransactionRow } from '@mizan/contract/transactions.ts';
import { type Database, type Tx, tenantRows } from '../../platform/database/database.ts';
import { endsHoldSql } from '../../platform/database/type-sql.ts';
import {
  conditionsOf,
  newestOf,
  type OwnScope,
  type TransactionFilter,
} from './transaction-filter.queries.ts';

/** Rows come with their times as Date; services write them as text. */
type Dated<Row, Key extends keyof Row> = Omit<Row, Key> & { [K in Key]: Date | Extract<Row[K], null> };
export type ListedRow = Dated<TransactionRow, 'createdAt'>;

const rowColumns = `t.id, t.uuid, t.type, t.status, t.amount_minor, t.currency, t.scheme, t.last_four, t.rrn,
  t.order_ref, t.fee_minor, t.vat_minor, t.net_minor, t.terminal_id, t.tid, t.branch_id, t.cashier_id, t.cashier_name,
  t.started_by_id, t.started_by_name, t.created_at, t.under_review, t.bank_confirmed_at, t.provider_code,
  t.action_code`;
const wireColumns = `t.id::text, t.uuid, t.type, t.status, t.amount_minor AS "amountMinor", t.currency, t.scheme,
  t.last_four AS "lastFour", t.rrn, t.order_ref AS "orderRef", t.fee_minor AS "feeMinor", t.vat_minor AS "vatMinor",
  t.net_minor AS "netMinor", t.terminal_id::text AS "terminalId", t.tid, t.branch_id::text AS "branchId",
  b.name_en AS "branchNameEn", b.name_ar AS "branchNameAr", t.cashier_id::text AS "cashierId",
  t.cashier_name AS "cashierName", t.started_by_id::text AS "startedById", t.started_by_name AS "startedByName",
  t.created_at AS "createdAt", t.under_review AS "underReview",
  t.bank_confirmed_at IS NOT NULL AS "bankConfirmed", t.provider_code AS "providerCode", t.action_code AS "actionCode"`;

/** What a file has of a payment beside what the list shows: by these others know it. */
export type FiledRow = ListedRow & { stan: string | null; approvalCode: string | null };

export interface ListPlace {
  createdAt: Date;
  id: string;
}

/** The statement of one page, newest first, at most `limit` rows; for the list, for files and for the test of its plan. */
export function pageStatement(
  filter: TransactionFilter,
  after: ListPlace | null,
  limit: number,
  isForFile = false,
): { text: string; values: unknown[] } {
  const conditions = conditionsOf(filter);
  const { every, bind, values } = conditions;
  if (after) every.push(`(t.created_at, t.id) < (${bind(after.createdAt)}, ${bind(after.id)}::bigint)`);
  // A range of amounts may hold nothing or nearly everything: which index is the better one, only its ends tell.
  const isRange = filter.minAmountMinor !== undefined || filter.maxAmountMinor !== undefined;
  const text = `${isRange ? '/* planned each time */ ' : ''}SELECT ${wireColumns}${isForFile ? `, t.stan, t.approval_code AS "approvalCode"` : ''}
     FROM (${newestOf(conditions, isForFile ? `${rowColumns}, t.stan, t.approval_code` : rowColumns, limit)}) t
     JOIN branches b ON b.merchant_id = tenant_id() AND b.id = t.branch_id
    ORDER BY t.created_at DESC, t.id DESC`;
  return { text, values };
}

export function selectPage(
  db: Database,
  merchantId: string,
  filter: TransactionFilter,
  after: ListPlace | null,
  limit: number,
): Promise<ListedRow[]> {
  const { text, values } = pageStatement(filter, after, limit);
  return tenantRows<ListedRow>(db, merchantId, text, values);
}

/** A page of a file. */
export function selectFiledPage(
  db: Database,
  merchantId: string,
  filter: TransactionFilter,
  after: ListPlace | null,
  limit: number,
): Promise<FiledRow[]> {
  const { text, values } = pageStatement(filter, after, limit, true);
  return tenantRows<FiledRow>(db, merchantId, text, values);
}

export type DetailRow = Dated<
  Omit<TransactionDetail, 'unknownOutcome' | 'review' | 'events' | 'holdEnds'>,
  'createdAt' | 'stepAt' | 'sentAt' | 'decidedAt' | 'nextQueryAt'
> & { resultSeq: number | null; queryCount: number };

/** One payment of the merchant, or of the cashier's own. Null for what does not exist for them. */
export const selectDetail = (tx: Tx, id: string, own: OwnScope | null): Promise<DetailRow | null> =>
  tx.row<DetailRow>(
    `SELECT ${wireColumns}, t.first_six AS "firstSix", t.stan, t.approval_code AS "approvalCode",
            t.acquirer_code AS "acquirerCode", t.refusal, t.cash_minor AS "cashMinor", t.mdr_bps AS "mdrBps", t.vat_bps AS "vatBps", t.cap_limit_minor AS "capLimitMinor",
            t.processing_fee_minor AS "processingFeeMinor", t.mdr_minor AS "mdrMinor", t.step, t.step_at AS "stepAt",
            t.status = 'INITIALIZED' AND t.cancel_asked_at IS NOT NULL AS canceling, t.sent_at AS "sentAt",
            t.decided_at AS "decidedAt", t.next_query_at AS "nextQueryAt", t.late_approval AS "lateApproval",
            t.original_id::text AS "originalId", t.retry_of_id::text AS "retryOfId", i.file_name AS "bankFile",
            t.receipt, t.result_seq AS "resultSeq", t.query_count AS "queryCount"
       FROM transactions t
       JOIN branches b ON b.merchant_id = t.merchant_id AND b.id = t.branch_id
       LEFT JOIN bank_files i ON i.merchant_id = t.merchant_id AND i.id = t.bank_file_id
      WHERE t.merchant_id = tenant_id() AND t.id = $1
        AND ($2::bigint IS NULL OR t.cashier_id = $2 OR t.terminal_id = $3)`,
    [id, own?.userId ?? null, own?.terminalId ?? null],
  );

export type ReviewRow = Dated<NonNullable<TransactionDetail['review']>, 'openedAt' | 'decidedAt'>;

/** The review that is still open, else the one that was decided last. */
export const selectReview = (tx: Tx, id: string): Promise<ReviewRow | null> =>
  tx.row<ReviewRow>(
    `SELECT reason, opened_at AS "openedAt", decided_at AS "decidedAt" FROM reviews
      WHERE merchant_id = tenant_id() AND transaction_id = $1
      ORDER BY decided_at IS NOT NULL, decided_at DESC, id DESC LIMIT 1`,
    [id],
  );

/** What completed a pre-authorisation or let it go, and was approved; oldest first. Served by transactions_by_original. */
export const selectHoldEnds = (tx: Tx, id: string): Promise<TransactionDetail['holdEnds']> =>
  tx.rows(
    `SELECT id::text, type, amount_minor AS "amountMinor", currency FROM (SELECT *, transactions.id AS place FROM transactions) transactions
      WHERE merchant_id = tenant_id() AND original_id = $1 AND ${endsHoldSql()} AND status = 'APPROVED'
      ORDER BY place LIMIT 20`,
    [id],
  );
