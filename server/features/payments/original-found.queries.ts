import { isHold, type TransactionType } from '@mizan/contract/transaction-types.ts';
import type { Tx } from '../../platform/database/database.ts';
import { endsHoldSql, givesBackSql, isChargeSql, isHoldSql } from '../../platform/database/type-sql.ts';

/**
 * Until the transaction ends: whoever writes what gives this number back, and whoever approves the purchase of this number,
 * come one after the other, so that one of them sees the other.
 */
export const lockRrn = (tx: Tx, rrn: string): Promise<number> =>
  tx.change(
    `SELECT pg_advisory_xact_lock(hashtextextended('purchase ' || tenant_id() || ' ' || $1::text, 0))`,
    [rrn],
  );

/**
 * Gives what names this number in this currency, and was about nothing known, to its purchase or pre-authorisation; nothing where another
 * approved one has the same number. Served by transactions_without_original and transactions_by_rrn.
 */
export const joinToPurchase = (
  tx: Tx,
  original: { id: string; rrn: string; currency: string; type: TransactionType },
): Promise<{ id: string; isApproved: boolean }[]> => {
  const [what, of] = isHold(original) ? [endsHoldSql, isHoldSql] : [givesBackSql, isChargeSql];
  return tx.rows(
    `UPDATE transactions SET original_id = $1
      WHERE merchant_id = tenant_id() AND original_rrn = $2 AND original_id IS NULL AND currency = $3 AND ${what()}
        AND NOT EXISTS (SELECT 1 FROM transactions o
                         WHERE o.merchant_id = tenant_id() AND o.rrn = $2 AND ${of('o.type')}
                           AND o.status = 'APPROVED' AND o.id <> $1)
      RETURNING id::text, status = 'APPROVED' AS "isApproved"`,
    [original.id, original.rrn, original.currency],
  );
};

/**
 * What was approved as given back of a number that is only held, and is about nothing known. Under the lock of the number.
 * Served by transactions_without_original and transactions_by_rrn.
 */
export const selectBackOfHeld = (tx: Tx, rrn: string): Promise<{ id: string }[]> =>
  tx.rows(
    `SELECT id AS place, id::text FROM transactions
      WHERE merchant_id = tenant_id() AND original_rrn = $1 AND original_id IS NULL AND ${givesBackSql()}
        AND status = 'APPROVED'
        AND NOT EXISTS (SELECT 1 FROM transactions o
                         WHERE o.merchant_id = tenant_id() AND o.rrn = $1 AND ${isChargeSql('o.type')}
                           AND o.status = 'APPROVED')
      ORDER BY place`,
    [rrn],
  );
