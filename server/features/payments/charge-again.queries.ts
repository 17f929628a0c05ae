import type { Tx } from '../../platform/database/database.ts';
import type { Payment } from './payment-row.ts';
import { paymentColumns } from './payments.queries.ts';

/** Approved payments, locked in the order of their numbers until the transaction ends. */
export const lockApproved = (tx: Tx, ids: readonly string[]): Promise<Payment[]> =>
  tx.rows<Payment>(
    `SELECT ${paymentColumns}, transactions.id AS place FROM transactions
      WHERE merchant_id = tenant_id() AND id = ANY ($1::bigint[]) AND status = 'APPROVED'
      ORDER BY place FOR UPDATE`,
    [ids],
  );

const charges = [
  ['bankId', 'bank_id', 'bigint'],
  ['mdrBps', 'mdr_bps', 'integer'],
  ['vatBps', 'vat_bps', 'integer'],
  ['capLimitMinor', 'cap_limit_minor', 'bigint'],
  ['processingFeeMinor', 'processing_fee_minor', 'bigint'],
  ['mdrMinor', 'mdr_minor', 'bigint'],
  ['feeMinor', 'fee_minor', 'bigint'],
  ['vatMinor', 'vat_minor', 'bigint'],
  ['netMinor', 'net_minor', 'bigint'],
] as const satisfies readonly (readonly [keyof Payment, string, string])[];

/** Whether a bank, its rate or what it charges is another one. */
export const isChargedAnew = (before: Payment, after: Payment): boolean =>
  charges.some(([field]) => before[field] !== after[field]);

const given = charges.map(([field, , type]) => `"${field}" ${type}`).join(', ');

/** Writes bank and charges of payments that this transaction has locked. */
export const updateCharges = (tx: Tx, payments: readonly Payment[]): Promise<number> =>
  tx.change(
    `UPDATE transactions t SET ${charges.map(([field, column]) => `${column} = g."${field}"`).join(', ')}
       FROM json_to_recordset($1::json) AS g (id bigint, ${given})
      WHERE t.merchant_id = tenant_id() AND t.id = g.id`,
    [
      JSON.stringify(
        payments.map((payment) => ({
          id: payment.id,
          ...Object.fromEntries(charges.map(([field]) => [field, payment[field]])),
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
