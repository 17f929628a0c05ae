import type { RefundRow } from '@mizan/contract/refunds.ts';
import { type Database, type Tx, tenantRows } from '../../platform/database/database.ts';
import { givesBackSql } from '../../platform/database/type-sql.ts';

/** Refunds of the portal and of terminals as one list: what was sent is a transaction, what was not is a row of its own. */
export interface RefundFilter {
  from: Date | null;
  before: Date | null;
  state?: readonly string[] | undefined;
  reason?: readonly string[] | undefined;
  branchId?: readonly string[] | undefined;
  terminalId?: readonly string[] | undefined;
  askedById?: readonly string[] | undefined;
  originalId?: string | undefined;
  /** What waits for this person. */
  waitingFor: string | null;
  /** One refund alone. */
  id?: string | undefined;
  /** A cashier's own, or everything. */
  own: { userId: string; terminalId: string | null } | null;
}

export type ListedRefund = Omit<
  RefundRow,
  'createdAt' | 'askedAt' | 'decidedAt' | 'waitsForMe' | 'isMine'
> & {
  createdAt: Date;
  askedAt: Date | null;
  decidedAt: Date | null;
};

export interface RefundPlace {
  createdAt: Date;
  id: string;
}

const sent = `
  SELECT t.id, t.type, t.status AS state, t.under_review, t.amount_minor, t.currency, t.original_id,
         t.scheme, t.last_four, r.reason, r.note, t.terminal_id, t.tid, t.branch_id,
         coalesce(r.asked_by_id, t.started_by_id) AS asked_by_id, coalesce(r.asked_by_name, t.started_by_name) AS asked_by_name,
         t.created_at, r.asked_at, r.decided_by_name, r.decided_at, r.decision_note, r.limit_minor, t.id AS transaction_id,
         t.cashier_id, t.provider_code, t.action_code
    FROM transactions t
    LEFT JOIN refunds r ON r.merchant_id = t.merchant_id AND r.id = t.id
   WHERE t.merchant_id = tenant_id() AND ${givesBackSql('t.type')}
     AND ($1::timestamptz IS NULL OR t.created_at >= $1) AND ($2::timestamptz IS NULL OR t.created_at < $2)`;

const unsent = `
  SELECT r.id, r.type, r.state, false, r.amount_minor, r.currency, r.original_id,
         'None', NULL, r.reason, r.note, r.terminal_id, p.tid, p.branch_id, r.asked_by_id, r.asked_by_name,
         r.asked_at, r.asked_at, r.decided_by_name, r.decided_at, r.decision_note, r.limit_minor, NULL,
         NULL, NULL, NULL
    FROM refunds r
    JOIN terminals p ON p.merchant_id = r.merchant_id AND p.id = r.terminal_id
   WHERE r.merchant_id = tenant_id() AND r.state <> 'SENT'
     AND ($1::timestamptz IS NULL OR r.asked_at >= $1) AND ($2::timestamptz IS NULL OR r.asked_at < $2)`;

const chosen = `
  SELECT * FROM (${sent} UNION ALL ${unsent}) a
   WHERE ($3::text[] IS NULL OR a.state = ANY ($3)) AND ($4::text[] IS NULL OR a.reason = ANY ($4))
     AND ($5::bigint[] IS NULL OR a.branch_id = ANY ($5)) AND ($6::bigint[] IS NULL OR a.terminal_id = ANY ($6))
     AND ($7::bigint[] IS NULL OR a.asked_by_id = ANY ($7)) AND ($8::bigint IS NULL OR a.original_id = $8)
     AND ($9::bigint IS NULL OR (a.state = 'WAITING' AND a.asked_by_id <> $9)) AND ($10::bigint IS NULL OR a.id = $10)
     AND ($11::bigint IS NULL OR a.cashier_id = $11 OR a.asked_by_id = $11 OR a.terminal_id = $12)`;

const valuesOf = (filter: RefundFilter): unknown[] => [
  filter.from,
  filter.before,
  filter.state?.length ? filter.state : null,
  filter.reason?.length ? filter.reason : null,
  filter.branchId?.length ? filter.branchId : null,
  filter.terminalId?.length ? filter.terminalId : null,
  filter.askedById?.length ? filter.askedById : null,
  filter.originalId ?? null,
  filter.waitingFor,
  filter.id ?? null,
  filter.own?.userId ?? null,
  filter.own?.terminalId ?? null,
];

const page = `
  SELECT c.id::text, c.type, c.state, c.under_review AS "underReview", c.amount_minor AS "amountMinor", c.currency,
         o.id::text AS "originalId", o.amount_minor AS "originalAmountMinor",
         CASE WHEN c.scheme = 'None' THEN coalesce(o.scheme, 'None') ELSE c.scheme END AS scheme,
         coalesce(o.last_four, c.last_four) AS "lastFour", c.reason, c.note, c.terminal_id::text AS "terminalId", c.tid,
         c.branch_id::text AS "branchId", b.name_en AS "branchNameEn", b.name_ar AS "branchNameAr",
         c.asked_by_id::text AS "askedById", c.asked_by_name AS "askedByName", c.created_at AS "createdAt",
         c.asked_at AS "askedAt", c.decided_by_name AS "decidedByName", c.decided_at AS "decidedAt",
         c.decision_note AS "decisionNote", c.limit_minor AS "limitMinor", c.transaction_id::text AS "transactionId",
         c.provider_code AS "providerCode", c.action_code AS "actionCode"
    FROM (SELECT * FROM (${chosen}) f
           WHERE $13::timestamptz IS NULL OR (f.created_at, f.id) < ($13, $14::bigint)
           ORDER BY f.created_at DESC, f.id DESC LIMIT $15) c
    JOIN branches b ON b.merchant_id = tenant_id() AND b.id = c.branch_id
    LEFT JOIN transactions o ON o.merchant_id = tenant_id() AND o.id = c.original_id
   ORDER BY c.created_at DESC, c.id DESC`;

const pageValues = (filter: RefundFilter, after: RefundPlace | null, limit: number): unknown[] => [
  ...valuesOf(filter),
  after?.createdAt ?? null,
  after?.id ?? null,
  limit,
];

/** Newest first. Planned each time, because a filter that is not chosen is no filter. */
const planned = '/* planned each time */ ';

export const selectRefunds = (
  db: Database,
  merchantId: string,
  filter: RefundFilter,
  after: RefundPlace | null,
  limit: number,
): Promise<ListedRefund[]> =>
  tenantRows<ListedRefund>(db, merchantId, planned + page, pageValues(filter, after, limit));

export const selectRefund = (tx: Tx, filter: RefundFilter): Promise<ListedRefund | null> =>
  tx.row<ListedRefund>(planned + page, pageValues(filter, null, 1));

export interface RefundSums {
  count: number;
  approvedCount: number;
  approvedMinor: number;
  openCount: number;
  openMinor: number;
}

const isApproved = `state = 'APPROVED'`;
const isOpen = `(state IN ('WAITING', 'INITIALIZED') OR (under_review AND state <> 'APPROVED'))`;

/** Of at most `limit` of them. */
export const sumRefunds = async (
  db: Database,
  merchantId: string,
  filter: RefundFilter,
  limit: number,
): Promise<RefundSums> => {
  const [row] = await tenantRows<RefundSums>(
    db,
    merchantId,
    `${planned}SELECT count(*)::int AS count, count(*) FILTER (WHERE ${isApproved})::int AS "approvedCount",
            coalesce(sum(amount_minor) FILTER (WHERE ${isApproved} AND currency = 'SAR'), 0)::bigint AS "approvedMinor",
            count(*) FILTER (WHERE ${isOpen})::int AS "openCount",
            coalesce(sum(amount_minor) FILTER (WHERE ${isOpen} AND currency = 'SAR'), 0)::bigint AS "openMinor"
       FROM (SELECT * FROM (${chosen}) f ORDER BY f.created_at DESC, f.id DESC LIMIT $13) c`,
    [...valuesOf(filter), limit],
  );
  return row ?? { count: 0, approvedCount: 0, approvedMinor: 0, openCount: 0, openMinor: 0 };
};
