import type { Tx } from '../../platform/database/database.ts';
import { rewriteHeld } from './expectations.queries.ts';
import { otherFigures } from './line-says.ts';

/**
 * What lines of several files say of one payment, in its expectation: it differs while one of them differs that no other one set right
 * (docs/decisions/0462-a-later-file-that-corrects.md).
 */

/** As SQL: what became of the exception that entry n is; null where it is none. Served by the key of exceptions. */
const stateOfEntry = (n: string): string => `(
  SELECT x.state FROM bank_exceptions x
   WHERE x.merchant_id = tenant_id() AND x.of_file = ${n}.bank_file_id AND x.of_row = ${n}.line AND x.seq = ${n}.seq AND x.gone IS NULL
   LIMIT 1)`;

/**
 * As SQL: a line of the payment of expectation e says something else, and nothing settles it. Each is looked up by itself: entries were
 * written a moment ago and have no statistics. Served by bank_entries_claim and bank_entries_corrected.
 */
const aLineDiffers = `
  EXISTS (SELECT 1 FROM bank_entries k
           WHERE k.merchant_id = tenant_id() AND k.transaction_id = e.transaction_id AND k.claims AND k.bank_file_id = e.bank_file_id
             AND k.outcome NOT IN ('matched', 'rounding') AND ${stateOfEntry('k')} IS DISTINCT FROM 'SETTLED' LIMIT 1)
  OR EXISTS (SELECT 1 FROM bank_entries c
              WHERE c.merchant_id = tenant_id() AND c.transaction_id = e.transaction_id AND c.reason = 'corrected' AND NOT c.claims
                AND c.outcome IN ${otherFigures} AND ${stateOfEntry('c')} <> 'SETTLED' LIMIT 1)`;

/** Says anew of payments that lines of files have whether these differ. */
export const settleSetRight = (tx: Tx, transactionIds: readonly string[]): Promise<number> =>
  tx.change(
    `WITH asked AS MATERIALIZED (SELECT DISTINCT unnest($1::bigint[]) AS transaction_id), told AS MATERIALIZED (
       SELECT e.transaction_id, CASE WHEN ${aLineDiffers} THEN 'differs' ELSE 'agreed' END AS line
         FROM asked a JOIN expectations e ON e.merchant_id = tenant_id() AND e.transaction_id = a.transaction_id
        WHERE e.is_owed AND e.line IN ('agreed', 'differs') AND e.bank_line IS NOT NULL
     ), held AS (
       SELECT e.transaction_id, e.line AS was_line, e.missing_in_file_id AS was_missing, t.line
         FROM expectations e JOIN told t ON t.transaction_id = e.transaction_id
        WHERE e.merchant_id = tenant_id() AND e.is_owed AND e.line IN ('agreed', 'differs') AND e.line <> t.line
        ORDER BY e.transaction_id FOR UPDATE OF e
     ), ${rewriteHeld('line = h.line')}`,
    [transactionIds],
  );

/** Those of the payments of which a line of another file says something else. Served by bank_entries_corrected. */
export const selectCorrectedAmong = (tx: Tx, transactionIds: readonly string[]): Promise<{ id: string }[]> =>
  tx.rows<{ id: string }>(
    `SELECT DISTINCT transaction_id::text AS id FROM bank_entries
      WHERE merchant_id = tenant_id() AND reason = 'corrected' AND transaction_id = ANY ($1::bigint[])`,
    [transactionIds],
  );
