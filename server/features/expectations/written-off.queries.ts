import type { Tx } from '../../platform/database/database.ts';
import { withoutLine } from './expectation-state.ts';
import { rewriteHeld } from './expectations.queries.ts';

/** What people accepted of payments that no bank paid, in their expectations (docs/decisions/0320-accepted-means-written-off.md). */

/** As SQL: the payment of exception x is to be written off, where no line has it. */
const isAccepted = `x.state = 'ACCEPTED' AND x.outcome = 'missingInBank'`;

/** As SQL: payments that a claim l asks the bank for, which has not answered. Served by missing_claim_lines_once. */
const claimed = `missing_claim_lines l
      JOIN fee_claims m ON m.merchant_id = tenant_id() AND m.id = l.claim_id AND m.state IN ('DRAFTED', 'SENT')
     WHERE l.merchant_id = tenant_id() AND l.is_live`;

/** Of payments w (transaction_id, is_accepted): written off where that was accepted and nobody claims it, open otherwise. */
const settle = (wanted: string): string => `
  WITH ${wanted}, held AS (
    SELECT e.transaction_id, e.line AS was_line, e.missing_in_file_id AS was_missing, now.line
      FROM expectations e JOIN wanted w ON w.transaction_id = e.transaction_id
     CROSS JOIN LATERAL (
       SELECT CASE WHEN w.is_accepted AND NOT EXISTS (SELECT 1 FROM ${claimed} AND l.transaction_id = e.transaction_id)
                   THEN 'writtenOff' ELSE 'none' END AS line) now
     WHERE e.merchant_id = tenant_id() AND e.is_owed AND e.line IN ${withoutLine} AND e.line <> now.line
     ORDER BY e.transaction_id FOR UPDATE OF e
  ), ${rewriteHeld('line = h.line')}`;

/** Of some payments. Served by the key of exceptions. */
export const settleWrittenOff = (tx: Tx, transactionIds: readonly string[]): Promise<number> =>
  tx.change(
    settle(`wanted AS MATERIALIZED (
      SELECT asked.transaction_id, x.id IS NOT NULL AS is_accepted
        FROM unnest($1::bigint[]) AS asked (transaction_id)
        LEFT JOIN bank_exceptions x ON x.merchant_id = tenant_id() AND x.of_file = 0 AND x.of_row = asked.transaction_id
         AND ${isAccepted})`),
    [transactionIds],
  );

/** Of the payments that a file names, or named last. Served by bank_exceptions_by_file. */
export const settleWrittenOffOf = (tx: Tx, bankFileId: string): Promise<number> =>
  tx.change(
    settle(`wanted AS MATERIALIZED (
      SELECT x.of_row AS transaction_id, ${isAccepted} AS is_accepted
        FROM bank_exceptions x
       WHERE x.merchant_id = tenant_id() AND x.bank_file_id = $1 AND x.of_file = 0)`),
    [bankFileId],
  );

/** Those of the payments that no line has, with nobody else saying anything of them until the transaction ends. */
export const lockOpen = (tx: Tx, transactionIds: readonly string[]): Promise<{ id: string }[]> =>
  tx.rows<{ id: string }>(
    `SELECT transaction_id AS place, transaction_id::text AS id FROM expectations
      WHERE merchant_id = tenant_id() AND transaction_id = ANY ($1::bigint[]) AND is_owed AND line = 'none'
      ORDER BY place FOR UPDATE`,
    [transactionIds],
  );

/** Those of the payments that a claim asks the bank for. */
export const selectClaimed = (tx: Tx, transactionIds: readonly string[]): Promise<{ id: string }[]> =>
  tx.rows<{ id: string }>(
    `SELECT l.transaction_id::text AS id FROM ${claimed} AND l.transaction_id = ANY ($1::bigint[])`,
    [transactionIds],
  );
