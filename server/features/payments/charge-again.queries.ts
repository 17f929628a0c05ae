import type { Tx } from '../../platform/database/database.ts';
import type { Payment } from './payment-row.ts';
import { chargeColumns, paymentColumns } from './payments.queries.ts';

/** Approved payments, locked in the order of their numbers until the transaction ends. */
export const lockApproved = (tx: Tx, ids: readonly string[]): Promise<Payment[]> =>
  tx.rows<Payment>(
    `SELECT ${paymentColumns}, transactions.id AS place FROM transactions
      WHERE merchant_id = tenant_id() AND id = ANY ($1::bigint[]) AND status = 'APPROVED'
      ORDER BY place FOR UPDATE`,
    [ids],
  );

/** Whether a bank, its rate or what it charges is another one. */
export const isChargedAnew = (before: Payment, after: Payment): boolean =>
  chargeColumns.some(([field]) => before[field] !== after[field]);

const given = chargeColumns.map(([field, , type]) => `"${field}" ${type}`).join(', ');

/** Writes bank and charges of payments that this transaction has locked. */
export const updateCharges = (tx: Tx, payments: readonly Payment[]): Promise<number> =>
  tx.change(
    `UPDATE transactions t SET ${chargeColumns.map(([field, column]) => `${column} = g."${field}"`).join(', ')}
       FROM json_to_recordset($1::json) AS g (id bigint, ${given})
      WHERE t.merchant_id = tenant_id() AND t.id = g.id`,
    [
      JSON.stringify(
        payments.map((payment) => ({
          id: payment.id,
          ...Object.fromEntries(chargeColumns.map(([field]) => [field, payment[field]])),
        })),
      ),
    ],
  );

/** What decides the agreement of payments. */
export const selectPayments = (
  tx: Tx,
  ids: readonly string[],
): Promise<Pick<Payment, 'id' | 'scheme' | 'createdAt'>[]> =>
  tx.rows<Pick<Payment, 'id' | 'scheme' | 'createdAt'>>(
    `SELECT id::text, scheme, created_at AS "createdAt" FROM transactions
      WHERE merchant_id = tenant_id() AND id = ANY ($1::bigint[])`,
    [ids],
  );
