import type { RefundReason, RefundType } from '@mizan/contract/refund-terms.ts';
import type { Tx } from '../../platform/database/database.ts';
import { givesBackSql, isChargeSql } from '../../platform/database/type-sql.ts';

/** What somebody asked for, as its row has it. */
export interface RequestRecord {
  id: string;
  uuid: string;
  originalId: string;
  terminalId: string;
  /** Of the original. */
  branchId: string;
  type: RefundType;
  amountMinor: number;
  currency: string;
  reason: RefundReason;
  note: string | null;
  state: 'WAITING' | 'SENT' | 'REFUSED' | 'WITHDRAWN';
  limitMinor: number | null;
  askedById: string;
  askedByName: string;
}

const columns = `id::text, uuid, original_id::text AS "originalId", terminal_id::text AS "terminalId",
  branch_id::text AS "branchId", type, amount_minor AS "amountMinor", currency, reason, note, state, limit_minor AS "limitMinor",
  asked_by_id::text AS "askedById", asked_by_name AS "askedByName"`;

export const selectRequestByUuid = (tx: Tx, uuid: string): Promise<RequestRecord | null> =>
  tx.row<RequestRecord>(`SELECT ${columns} FROM refunds WHERE merchant_id = tenant_id() AND uuid = $1`, [
    uuid,
  ]);

/** Locked until the transaction ends: two who decide at once come one after the other. */
export const lockRequest = (tx: Tx, id: string): Promise<RequestRecord | null> =>
  tx.row<RequestRecord>(
    `SELECT ${columns} FROM refunds WHERE merchant_id = tenant_id() AND id = $1 FOR UPDATE`,
    [id],
  );

/** False where the id was used before. */
export const insertRequest = async (tx: Tx, one: RequestRecord, askedAt: Date): Promise<boolean> =>
  (await tx.change(
    `INSERT INTO refunds (merchant_id, id, uuid, original_id, terminal_id, type, amount_minor, currency, reason, note,
       state, limit_minor, asked_by_id, asked_by_name, asked_at, branch_id)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     ON CONFLICT DO NOTHING`,
    [
      one.id,
      one.uuid,
      one.originalId,
      one.terminalId,
      one.type,
      one.amountMinor,
      one.currency,
      one.reason,
      one.note,
      one.state,
      one.limitMinor,
      one.askedById,
      one.askedByName,
      askedAt,
      one.branchId,
    ],
  )) === 1;

interface Decided {
  state: 'SENT' | 'REFUSED' | 'WITHDRAWN';
  byId: string;
  byName: string;
  at: Date;
  note: string | null;
}

/** `terminalId` where it runs on another terminal than the one that it was asked for. */
export const saveDecision = (tx: Tx, id: string, one: Decided, terminalId?: string): Promise<number> =>
  tx.change(
    `UPDATE refunds SET state = $2, decided_by_id = $3, decided_by_name = $4, decided_at = $5, decision_note = $6,
            terminal_id = coalesce($7::bigint, terminal_id)
      WHERE merchant_id = tenant_id() AND id = $1`,
    [id, one.state, one.byId, one.byName, one.at, one.note, terminalId ?? null],
  );

/** Of a purchase, in halalas, without the refund of this number. */
export interface GivenSums {
  /** Approved on record. */
  refundedMinor: number;
  /** Waiting, under way or under review. */
  heldMinor: number;
}

/**
 * What is given back of a purchase and what holds its remainder, by the rule of `holdsAmount`. Exact under the lock of the
 * purchase. Served by transactions_by_original and refunds_by_original.
 */
export const selectGiven = async (tx: Tx, originalId: string, without: string | null): Promise<GivenSums> =>
  (await tx.row<GivenSums>(
    `SELECT coalesce(sum(amount) FILTER (WHERE is_approved), 0)::bigint AS "refundedMinor",
            coalesce(sum(amount) FILTER (WHERE NOT is_approved), 0)::bigint AS "heldMinor"
       FROM (SELECT amount_minor AS amount, status = 'APPROVED' AS is_approved FROM transactions
              WHERE merchant_id = tenant_id() AND original_id = $1 AND ${givesBackSql()}
                AND (status IN ('APPROVED', 'INITIALIZED') OR under_review) AND id IS DISTINCT FROM $2::bigint
             UNION ALL
             SELECT amount_minor, false FROM refunds
              WHERE merchant_id = tenant_id() AND original_id = $1 AND state = 'WAITING'
                AND id IS DISTINCT FROM $2::bigint) given`,
    [originalId, without],
  )) ?? { refundedMinor: 0, heldMinor: 0 };

/** A refund of the same amount of the same purchase of which nobody knows the outcome. */
export const selectUndecided = (
  tx: Tx,
  originalId: string,
  amountMinor: number,
): Promise<{ id: string } | null> =>
  tx.row(
    `SELECT id::text FROM (SELECT *, transactions.id AS place FROM transactions) transactions
      WHERE merchant_id = tenant_id() AND original_id = $1 AND amount_minor = $2 AND ${givesBackSql()}
        AND (status = 'INITIALIZED' OR (under_review AND status <> 'APPROVED'))
      ORDER BY place LIMIT 1`,
    [originalId, amountMinor],
  );

/** What decides whether the terminal still holds a purchase. */
export const selectHold = async (
  tx: Tx,
  originalId: string,
): Promise<{ isReconciled: boolean; isFollowed: boolean }> =>
  (await tx.row<{ isReconciled: boolean; isFollowed: boolean }>(
    `SELECT t.terminal_reconciliation_id IS NOT NULL AS "isReconciled",
            EXISTS (SELECT 1 FROM transactions n
                     WHERE n.merchant_id = tenant_id() AND n.terminal_id = t.terminal_id
                       AND (n.created_at, n.id) > (t.created_at, t.id) AND ${isChargeSql('n.type')}
                       AND n.sent_at IS NOT NULL) AS "isFollowed"
       FROM transactions t WHERE t.merchant_id = tenant_id() AND t.id = $1`,
    [originalId],
  )) ?? { isReconciled: false, isFollowed: false };

export interface LimitRecord {
  limitMinor: number;
  byName: string;
  at: Date;
}

export const selectLimit = (tx: Tx): Promise<LimitRecord | null> =>
  tx.row<LimitRecord>(
    `SELECT limit_minor AS "limitMinor", by_name AS "byName", at FROM refund_limits WHERE merchant_id = tenant_id()`,
  );

export const upsertLimit = (tx: Tx, one: LimitRecord & { byId: string }): Promise<number> =>
  tx.change(
    `INSERT INTO refund_limits (merchant_id, limit_minor, by_id, by_name, at) VALUES (tenant_id(), $1, $2, $3, $4)
     ON CONFLICT (merchant_id) DO UPDATE
        SET limit_minor = excluded.limit_minor, by_id = excluded.by_id, by_name = excluded.by_name, at = excluded.at`,
    [one.limitMinor, one.byId, one.byName, one.at],
  );

/** Until the transaction ends: what one person gives back comes one after the other, so that each sees the sum before it. */
export const lockAlone = (tx: Tx, personId: string): Promise<number> =>
  tx.change(
    `SELECT pg_advisory_xact_lock(hashtextextended('refunded by ' || tenant_id() || ' ' || $1::text, 0))`,
    [personId],
  );

/** What a person gave back alone since then, as far as it went back or may have. Served by refunds_alone. */
export const sumAlone = async (tx: Tx, personId: string, since: Date): Promise<number> =>
  (
    await tx.row<{ sum: number }>(
      `SELECT coalesce(sum(r.amount_minor), 0)::bigint AS sum
         FROM refunds r
         JOIN transactions t ON t.merchant_id = r.merchant_id AND t.id = r.id
        WHERE r.merchant_id = tenant_id() AND r.asked_by_id = $1 AND r.limit_minor IS NULL AND r.asked_at > $2
          AND (t.status IN ('APPROVED', 'INITIALIZED') OR t.under_review)`,
      [personId, since],
    )
  )?.sum ?? 0;

/** How many wait for somebody other than this person, and the one where there is one. Served by refunds_unsent. */
export const countWaitingFor = async (
  tx: Tx,
  personId: string,
): Promise<{ count: number; onlyId: string | null }> => {
  const row = await tx.row<{ count: number; firstId: string | null }>(
    `SELECT count(*)::int AS count, min(id)::text AS "firstId" FROM refunds
      WHERE merchant_id = tenant_id() AND state = 'WAITING' AND asked_by_id <> $1`,
    [personId],
  );
  const count = row?.count ?? 0;
  return { count, onlyId: count === 1 ? (row?.firstId ?? null) : null };
};
