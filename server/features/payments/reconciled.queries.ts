import type { Scheme } from '@mizan/contract/transaction-states.ts';
import type { TransactionType } from '@mizan/contract/transaction-types.ts';
import type { Tx } from '../../platform/database/database.ts';
import { movesMoneySql } from '../../platform/database/type-sql.ts';

/** A payment as a reconciliation of its terminal counts it. */
export interface CountedPayment {
  readonly type: TransactionType;
  readonly scheme: Scheme;
  readonly amountMinor: number;
}

/**
 * Gives every approved payment of a terminal that no reconciliation has counted to this one, in riyals, which terminals
 * reconcile in. Each is counted once, whatever clocks say. Locked in the order of their numbers, as others lock them.
 */
export const countInReconciliation = (
  tx: Tx,
  terminalId: string,
  reconciliationId: string,
): Promise<CountedPayment[]> =>
  tx.rows<CountedPayment>(
    `UPDATE transactions t SET terminal_reconciliation_id = $2
       FROM (SELECT id FROM transactions
              WHERE merchant_id = tenant_id() AND terminal_id = $1 AND status = 'APPROVED' AND currency = 'SAR'
                AND terminal_reconciliation_id IS NULL AND ${movesMoneySql()}
              ORDER BY id FOR UPDATE) u
      WHERE t.merchant_id = tenant_id() AND t.id = u.id
      RETURNING t.type, t.scheme, t.amount_minor AS "amountMinor"`,
    [terminalId, reconciliationId],
  );

/** Sent to a terminal, and nobody knows whether the card was charged: as many as a row may name. */
export async function selectOutcomeOpen(tx: Tx, terminalId: string, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `SELECT id AS place, id::text FROM transactions
      WHERE merchant_id = tenant_id() AND terminal_id = $1 AND sent_at IS NOT NULL
        AND (status = 'INITIALIZED' OR (status <> 'APPROVED' AND under_review))
      ORDER BY place DESC LIMIT $2`,
    [terminalId, limit],
  );
  return rows.map(({ id }) => id);
}
