import type { Tx } from '../../platform/database/database.ts';
import { moved, sumUp } from './expectations.queries.ts';

/** What people accepted of payments that no bank paid, in their expectations (docs/decisions/0320-accepted-means-written-off.md). */

/** As SQL: the payment of exception x is to be written off, where no line has it. */
const isAccepted = `x.state = 'ACCEPTED' AND x.outcome = 'missingInBank'`;

/** As SQL: a claim that waits for its answer asks the bank for the payment of e. Served by missing_claim_lines_once. */
const isClaimed = `EXISTS (SELECT 1 FROM missing_claim_lines l
      JOIN fee_claims m ON m.merchant_id = tenant_id() AND m.id = l.claim_id AND m.state IN ('DRAFTED', 'SENT')
     WHERE l.merchant_id = tenant_id() AND l.transaction_id = e.transaction_id AND l.is_live)`;

/** Of payments w (transaction_id, is_accepted): written off where that was accepted and nobody claims it, open otherwise. */
const settle = (wanted: string): string => `
  WITH ${wanted}, held AS (
    SELECT e.transaction_id, e.line AS was_line, e.missing_in_file_id AS was_missing,
           CASE WHEN w.is_accepted AND NOT ${isClaimed} THEN 'writtenOff' ELSE 'none' END AS line
      FROM expectations e JOIN wanted w ON w.transaction_id = e.transaction_id
     WHERE e.merchant_id = tenant_id() AND e.is_owed AND e.line IN ('none', 'writtenOff')
       AND e.line <> CASE WHEN w.is_accepted AND NOT ${isClaimed} THEN 'writtenOff' ELSE 'none' END
     ORDER BY e.transaction_id FOR UPDATE OF e
  ), updated AS (
    UPDATE expectations e SET line = h.line
      FROM held h
     WHERE e.merchant_id = tenant_id() AND e.transaction_id = h.transaction_id
     RETURNING e.*, h.was_line, h.was_missing)
  ${sumUp(moved)}`;

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
