import type { ReviewReason } from '@mizan/contract/transaction-states.ts';
import type { TransactionType } from '@mizan/contract/transaction-types.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isNoTestSql } from '../../platform/database/type-sql.ts';
import type { OwnScope } from './transaction-filter.queries.ts';
import { askingOf, rowsOf } from './transaction-outcome.queries.ts';

/** A payment that asks for somebody: its outcome is not known, or a person has to decide a review. */
export interface OpenQuestion {
  transactionId: string;
  tid: string;
  type: TransactionType;
  amountMinor: number;
  currency: string;
  createdAt: Date;
  /** The card may have been charged and the portal does not know (contract/outcome.ts, outcomeUnknown). */
  isUnknown: boolean;
  reason: ReviewReason | null;
}

/** One merchant has a handful of these; a terminal that lost its journal may have some hundred. */
const openQuestionsMax = 1_000;

/**
 * The open questions of a merchant, of a branch or of a cashier, oldest first: payments under way, and reviews that
 * nobody decided. Tests ask nobody.
 */
export const selectOpenQuestions = (
  tx: Tx,
  scope: { branchId: string | null; own: OwnScope | null },
): Promise<OpenQuestion[]> =>
  tx.rows<OpenQuestion>(
    `WITH asked AS (${askingOf(rowsOf(tx))})
     SELECT t.id::text AS "transactionId", t.tid, t.type, t.amount_minor AS "amountMinor", t.currency,
            t.created_at AS "createdAt", t.status <> 'APPROVED' AS "isUnknown", a.reason
       FROM asked a JOIN transactions t USING (merchant_id, id)
      WHERE ${rowsOf(tx)} AND ${isNoTestSql('t.type')} AND ($1::bigint IS NULL OR t.branch_id = $1)
        AND ($2::bigint IS NULL OR t.cashier_id = $2 OR t.terminal_id = $3)
      ORDER BY t.created_at, t.id LIMIT ${openQuestionsMax}`,
    [scope.branchId, scope.own?.userId ?? null, scope.own?.terminalId ?? null],
  );
