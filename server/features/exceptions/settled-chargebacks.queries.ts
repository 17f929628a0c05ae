import type { Tx } from '../../platform/database/database.ts';
import { disputed } from '../expectations/line-says.ts';

/**
 * Lines that are settled with each other: chargebacks that were won with the lines that gave the money back, and lines that a later
 * file corrected. All of one settlement have the number of the first of them.
 */

/**
 * Says of the figures as they are that these settle each other. Answers how many that were: fewer than asked for where one is
 * gone or settles another chargeback by now.
 */
export const settleTogether = (
  tx: Tx,
  one: { chargebackId: string; ids: readonly string[]; note: string; byId: string; byName: string; at: Date },
): Promise<number> =>
  tx.change(
    `UPDATE bank_exceptions
        SET said = 'SETTLED', said_outcome = outcome, said_currency = currency, said_minor = difference_minor, said_note = $3,
            settled_with = $1, asked_by_id = $4, asked_by_name = $5, asked_at = $6, limit_minor = NULL, asked_of_id = NULL,
            asked_of_name = NULL, approved_by_id = NULL, approved_by_name = NULL, approved_at = NULL
      WHERE merchant_id = tenant_id() AND id = ANY ($2::bigint[]) AND gone IS NULL AND outcome = 'chargeback'
        AND (settled_with IS NULL OR settled_with = $1)`,
    [one.chargebackId, one.ids, one.note, one.byId, one.byName, one.at],
  );

export interface SettledRecord {
  chargebackId: string;
  exceptionId: string;
  merchantId: string;
  bankFileId: string;
  fileName: string;
  line: number;
}

const columns = `s.id AS place, s.settled_with::text AS "chargebackId", s.id::text AS "exceptionId", s.merchant_id::text AS "merchantId",
  s.bank_file_id::text AS "bankFileId", f.file_name AS "fileName", s.of_row AS line`;

/** All that are settled together with this exception, itself among them. Served by bank_exceptions_settled. */
export const selectSettledWith = (tx: Tx, exceptionId: string): Promise<SettledRecord[]> =>
  tx.rows<SettledRecord>(
    `SELECT ${columns} FROM bank_exceptions x
       JOIN bank_exceptions s ON s.merchant_id = tenant_id() AND s.settled_with = x.settled_with
       JOIN bank_files f ON f.merchant_id = tenant_id() AND f.id = s.bank_file_id
      WHERE x.merchant_id = tenant_id() AND x.id = $1 AND x.settled_with IS NOT NULL ORDER BY place`,
    [exceptionId],
  );

/**
 * Settlements with a line of this file of which one side is gone, has other figures, or is about another payment now: each with all
 * its sides. Served by bank_exceptions_by_file and bank_exceptions_settled, which has settled lines alone.
 */
export const selectBroken = (
  tx: Tx,
  bankFileId: string,
): Promise<(SettledRecord & { isBroken: boolean })[]> =>
  tx.rows<SettledRecord & { isBroken: boolean }>(
    `WITH own AS MATERIALIZED (
       SELECT DISTINCT x.settled_with AS settlement FROM bank_exceptions x
        WHERE x.merchant_id = tenant_id() AND x.bank_file_id = $1 AND x.settled_with IS NOT NULL
     ), side AS (
       SELECT x.settled_with AS settlement, x.id,
              CASE WHEN x.outcome = 'chargeback' THEN ${disputed('e')} ELSE e.transaction_id::text END AS payment,
              x.state <> 'SETTLED' OR x.gone IS NOT NULL AS is_broken
         FROM own o
         JOIN bank_exceptions x ON x.merchant_id = tenant_id() AND x.settled_with = o.settlement
         LEFT JOIN bank_entries e ON e.merchant_id = tenant_id() AND e.bank_file_id = x.bank_file_id AND e.seq = x.seq
          AND x.gone IS NULL
     ), broken AS (
       SELECT settlement FROM side GROUP BY settlement
       HAVING bool_or(is_broken) OR count(DISTINCT payment) > 1
     )
     SELECT ${columns}, i.is_broken AS "isBroken" FROM broken b
       JOIN side i ON i.settlement = b.settlement
       JOIN bank_exceptions s ON s.merchant_id = tenant_id() AND s.id = i.id
       JOIN bank_files f ON f.merchant_id = tenant_id() AND f.id = s.bank_file_id
      ORDER BY place`,
    [bankFileId],
  );

/** Nothing is said any more of what a settlement had: what verdicts still name is open again. */
export const unsettle = (tx: Tx, chargebackIds: readonly string[]): Promise<number> =>
  tx.change(
    `UPDATE bank_exceptions
        SET said = NULL, said_outcome = NULL, said_currency = NULL, said_minor = NULL, said_note = NULL, settled_with = NULL,
            asked_by_id = NULL, asked_by_name = NULL, asked_at = NULL
      WHERE merchant_id = tenant_id() AND settled_with = ANY ($1::bigint[])`,
    [chargebackIds],
  );

/** Without the line that gave the money back a chargeback is not won: it stands as before. */
export const takeBackWon = (tx: Tx, chargebackIds: readonly string[]): Promise<number> =>
  tx.change(
    `UPDATE bank_chargebacks SET stage = CASE WHEN answered_on IS NULL THEN 'RECEIVED' ELSE 'ANSWERED' END
      WHERE merchant_id = tenant_id() AND exception_id = ANY ($1::bigint[]) AND stage = 'WON'`,
    [chargebackIds],
  );
