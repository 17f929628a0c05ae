import type { Tx } from '../../platform/database/database.ts';
import { isNoTestSql } from '../../platform/database/type-sql.ts';

/** The statements behind transaction-rollup.service.ts, which says when they run and why last. */

/** The columns that a source of differences gives, one row for a payment that comes (1) or goes (-1). */
const differenceColumns = `merchant_id bigint, created_at timestamptz, branch_id bigint, terminal_id bigint,
  cashier_id bigint, scheme text, type text, status text, currency text, bank_confirmed boolean,
  amount_minor bigint, fee_minor bigint, vat_minor bigint, net_minor bigint, sign integer`;

const sums = `sum(sign) AS count, sum(sign * amount_minor) AS amount_minor, sum(sign * fee_minor) AS fee_minor,
  sum(sign * vat_minor) AS vat_minor, sum(sign * net_minor) AS net_minor`;
/** A change that leaves a figure as it was locks no row. */
const anyDifference = `HAVING sum(sign) <> 0 OR sum(sign * amount_minor) <> 0 OR sum(sign * fee_minor) <> 0
  OR sum(sign * vat_minor) <> 0 OR sum(sign * net_minor) <> 0`;
const addedTo = (table: string) => `count = ${table}.count + excluded.count,
  amount_minor = ${table}.amount_minor + excluded.amount_minor, fee_minor = ${table}.fee_minor + excluded.fee_minor,
  vat_minor = ${table}.vat_minor + excluded.vat_minor, net_minor = ${table}.net_minor + excluded.net_minor`;

const hourKey = `merchant_id, hour, branch_id, terminal_id, cashier_id, scheme, type, status, currency,
  bank_confirmed`;
/** Of every branch, and as branch 0 of all together. */
const dayKey = 'merchant_id, branch_id, day, scheme, type, status, currency, bank_confirmed';

/**
 * The one statement that changes both tables, from any source of differences. Both orders are fixed, so that
 * two transactions lock the rows they share in the same order and neither waits for the other in a circle.
 */
const rollUp = (source: string): string => `
  WITH difference AS MATERIALIZED (
    SELECT *, date_trunc('hour', created_at, 'UTC') AS hour, (created_at AT TIME ZONE 'Asia/Riyadh')::date AS day
      FROM ${source}
  ), hours AS (
    INSERT INTO transaction_rollups
      (${hourKey}, count, amount_minor, fee_minor, vat_minor, net_minor)
    SELECT merchant_id, hour, branch_id, terminal_id, coalesce(cashier_id, 0), scheme, type, status, currency,
           bank_confirmed, ${sums}
      FROM difference GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 ${anyDifference}
     ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    ON CONFLICT (${hourKey}) DO UPDATE SET ${addedTo('transaction_rollups')}
  )
  INSERT INTO transaction_day_rollups
    (${dayKey}, count, amount_minor, fee_minor, vat_minor, net_minor)
  SELECT merchant_id, place, day, scheme, type, status, currency, bank_confirmed, ${sums}
    FROM difference CROSS JOIN LATERAL (VALUES (branch_id), (0)) AS places (place)
   GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ${anyDifference}
   ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
  ON CONFLICT (${dayKey}) DO UPDATE SET ${addedTo('transaction_day_rollups')}`;

const rollUpJson = rollUp(`json_to_recordset($1::json) AS given (${differenceColumns})`);

/** A payment that comes (sign 1) or goes (-1), by the names of the columns. */
export interface Difference {
  merchant_id: string;
  created_at: Date;
  branch_id: string;
  terminal_id: string;
  cashier_id: string | null;
  scheme: string;
  type: string;
  status: string;
  currency: string;
  bank_confirmed: boolean;
  amount_minor: number;
  fee_minor: number;
  vat_minor: number;
  net_minor: number;
  sign: 1 | -1;
}

export const applyDifferences = (tx: Tx, differences: readonly Difference[]): Promise<number> =>
  tx.change(rollUpJson, [JSON.stringify(differences)]);

const tableName = /^[a-z_]+$/;

/**
 * Every payment of the present merchant whose id stands in `table` (a temporary table with a column
 * `transaction_id bigint`, unique) went from not confirmed to confirmed by the bank, or back. For bank files,
 * where a row at a time would take minutes.
 */
export async function confirmInRollups(tx: Tx, table: string, confirmed: boolean): Promise<void> {
  if (!tableName.test(table)) throw new Error(`not a table's name: ${table}`);
  await tx.change(
    rollUp(`(
      SELECT t.merchant_id, t.created_at, t.branch_id, t.terminal_id, t.cashier_id, t.scheme, t.type, t.status,
             t.currency, side.bank_confirmed, t.amount_minor, t.fee_minor, t.vat_minor, t.net_minor,
             CASE WHEN side.bank_confirmed = $1::boolean THEN 1 ELSE -1 END AS sign
        FROM ${table} c
        JOIN transactions t ON t.merchant_id = tenant_id() AND t.id = c.transaction_id
       CROSS JOIN (VALUES (false), (true)) AS side (bank_confirmed)) AS given`),
    [confirmed],
  );
}

/** The payments of a merchant from an instant until before another, whose totals stand empty: after a bulk load. */
export async function buildRollups(tx: Tx, merchantId: string, from: Date, until: Date): Promise<void> {
  await tx.change(
    rollUp(`(
      SELECT merchant_id, created_at, branch_id, terminal_id, cashier_id, scheme, type, status, currency,
             bank_confirmed_at IS NOT NULL AS bank_confirmed, amount_minor, fee_minor, vat_minor, net_minor, 1 AS sign
        FROM transactions WHERE merchant_id = $1 AND created_at >= $2 AND created_at < $3 AND ${isNoTestSql()}) AS given`),
    [merchantId, from, until],
  );
}
