import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';
import { otherFigures as differs, paymentIn } from '../expectations/line-says.ts';
import { type CorrectedLine, correctedRoundingMinor } from './corrected-lines.ts';

/**
 * Of the payments of which one of these files says other figures and some file corrected what another one said: every line that does so, in the
 * order in which the bank said them. Served by bank_entries_by_outcome, bank_entries_corrected, bank_entries_claim and
 * bank_exceptions_by_file.
 */
export const selectCorrectedLines = (tx: Tx, bankFileIds: readonly string[]): Promise<CorrectedLine[]> =>
  tx.rows<CorrectedLine>(
    `WITH touched AS MATERIALIZED (
       SELECT DISTINCT n.transaction_id FROM bank_entries n
        WHERE n.merchant_id = tenant_id() AND n.bank_file_id = ANY ($1::bigint[]) AND n.outcome IN ${differs} AND n.outcome <> 'matched'
          AND n.transaction_id IS NOT NULL
     ), later AS MATERIALIZED (
       SELECT k.transaction_id, k.bank_file_id, k.seq, k.bank_minor, k.charge_minor, false AS claims
         FROM touched t
         JOIN bank_entries k ON k.merchant_id = tenant_id() AND k.transaction_id = t.transaction_id AND k.reason = 'corrected'
        WHERE k.outcome IN ${differs} AND NOT k.claims
     ), said AS (
       SELECT * FROM later
       UNION ALL
       SELECT c.transaction_id, c.bank_file_id, c.seq, c.bank_minor, c.charge_minor, true
         FROM (SELECT DISTINCT transaction_id FROM later) l
         JOIN bank_entries c ON c.merchant_id = tenant_id() AND c.transaction_id = l.transaction_id AND c.claims
        WHERE c.outcome IN ${differs} AND c.line IS NOT NULL
     )
     SELECT x.id::text AS "exceptionId", x.merchant_id::text AS "merchantId", x.bank_file_id::text AS "bankFileId", f.file_name AS "fileName",
            s.transaction_id::text AS "transactionId", x.settled_with::text AS "settledWith",
            coalesce(x.beyond_minor, x.difference_minor) AS "beyondMinor",
            coalesce(s.bank_minor = o.gross_minor AND abs(s.charge_minor - o.fee_minor - o.vat_minor) <= $2, false) AS "isAgreed"
       FROM said s
       JOIN bank_exceptions x ON x.merchant_id = tenant_id() AND x.bank_file_id = s.bank_file_id AND x.seq = s.seq
        AND x.of_file <> 0 AND x.gone IS NULL
       JOIN bank_files f ON f.merchant_id = tenant_id() AND f.id = s.bank_file_id
       JOIN expectations o ON o.merchant_id = tenant_id() AND o.transaction_id = s.transaction_id AND o.is_owed
      ORDER BY s.transaction_id, s.claims DESC, s.bank_file_id, s.seq`,
    [bankFileIds, correctedRoundingMinor],
  );

/**
 * Says of the figures as they are that the lines of a group settle each other; `groups` has the group of each line. Without a join: prepared, a
 * distributed database plans one with a function's rows for all its shards, and refuses it.
 */
export const settleCorrected = (
  tx: Tx,
  { ids, groups, at }: { ids: readonly string[]; groups: readonly string[]; at: Date },
): Promise<number> =>
  tx.change(
    `UPDATE bank_exceptions x
        SET said = 'SETTLED', said_outcome = x.outcome, said_currency = x.currency, said_minor = x.difference_minor, said_note = 'corrected',
            settled_with = ($2::bigint[])[array_position($1::bigint[], x.id)], asked_by_id = 0, asked_by_name = '', asked_at = $3, limit_minor = NULL, asked_of_id = NULL,
            asked_of_name = NULL, approved_by_id = NULL, approved_by_name = NULL, approved_at = NULL
      WHERE x.merchant_id = tenant_id() AND x.id = ANY ($1::bigint[]) AND x.gone IS NULL AND x.settled_with IS NULL`,
    [ids, groups, at],
  );

/** The payments of which lines of these files say other figures, or said them before they were judged again or taken back. */
export const selectOtherwiseSaid = (tx: Tx, bankFileIds: readonly string[]): Promise<{ id: string }[]> =>
  tx.rows<{ id: string }>(
    `SELECT DISTINCT ${paymentIn('x.line_says')} AS id FROM bank_exceptions x
      WHERE x.merchant_id = tenant_id() AND x.bank_file_id = ANY ($1::bigint[]) AND x.outcome IN ${differs}
        AND ${paymentIn('x.line_says')} <> ''`,
    [bankFileIds],
  );

/**
 * As the platform: merchants of whose corrected lines one is not settled, or its payment differs. In turn they are what was judged before lines
 * settled each other, and corrections in part. Served by bank_entries_corrected and bank_exceptions_by_file.
 */
export const selectUnsettled = (db: Database): Promise<{ merchantId: string }[]> =>
  platformRows<{ merchantId: string }>(
    db,
    `SELECT DISTINCT n.merchant_id::text AS "merchantId"
       FROM bank_entries n
       JOIN expectations e ON e.merchant_id = n.merchant_id AND e.transaction_id = n.transaction_id AND e.is_owed
       LEFT JOIN bank_exceptions x ON x.merchant_id = n.merchant_id AND x.bank_file_id = n.bank_file_id AND x.seq = n.seq
        AND x.of_file <> 0 AND x.gone IS NULL
      WHERE n.reason = 'corrected' AND NOT n.claims AND n.outcome IN ${differs}
        AND (x.settled_with IS NULL OR e.line = 'differs')`,
  );

/** The merchant's files that have such a line. Served by bank_entries_corrected. */
export const selectCorrecting = (tx: Tx): Promise<{ id: string }[]> =>
  tx.rows<{ id: string }>(
    `SELECT DISTINCT bank_file_id::text AS id FROM bank_entries
      WHERE merchant_id = tenant_id() AND reason = 'corrected' AND NOT claims AND outcome IN ${differs}`,
  );
