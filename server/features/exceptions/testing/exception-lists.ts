import { expect } from 'vitest';
import { type Database, platformRows } from '../../../platform/database/database.ts';

/**
 * Exceptions that verdicts name and the list has not, or the other way round, or with other figures. A payment that several files name
 * is one exception, which stands with one of them.
 */
export const namedOtherwise = (db: Database, merchantId: string) =>
  platformRows<object>(
    db,
    `WITH named AS (
       SELECT CASE WHEN e.line IS NULL THEN 0 ELSE e.bank_file_id END AS of_file, coalesce(e.line, e.transaction_id) AS of_row,
              e.outcome, e.difference_minor, e.bank_file_id, e.seq
         FROM bank_files f JOIN bank_entries e ON e.merchant_id = f.merchant_id AND e.bank_file_id = f.id
        WHERE f.merchant_id = $1 AND f.state = 'DONE' AND e.seq <= (f.summary ->> 'exceptionCount')::bigint),
     kept AS (
       SELECT of_file, of_row, outcome, difference_minor, bank_file_id, seq FROM bank_exceptions
        WHERE merchant_id = $1 AND gone IS NULL)
     (SELECT of_file, of_row, outcome, difference_minor, NULL::bigint AS bank_file_id, NULL::bigint AS seq FROM named
      EXCEPT SELECT of_file, of_row, outcome, difference_minor, NULL::bigint, NULL::bigint FROM kept)
     UNION ALL (SELECT * FROM kept EXCEPT SELECT * FROM named)`,
    [merchantId],
  );

/** Open exceptions whose age does not count from their money: the due day of a payment, or when a verdict named them. */
export const agedOtherwise = (db: Database, merchantId: string) =>
  platformRows<object>(
    db,
    `SELECT x.id, x.outcome, x.since_day, x.since_kind, o.due_day FROM bank_exceptions x
       JOIN bank_entries e ON e.merchant_id = $1 AND e.bank_file_id = x.bank_file_id AND e.seq = x.seq
       LEFT JOIN expectations o ON o.merchant_id = $1 AND o.transaction_id = e.transaction_id
            AND x.outcome IN ('missingInBank', 'amountDiffers', 'feeDiffers')
      WHERE x.merchant_id = $1 AND x.gone IS NULL
        AND (x.since_day, x.since_kind) IS DISTINCT FROM
            (coalesce(o.due_day, (x.opened_at AT TIME ZONE 'Asia/Riyadh')::date),
             CASE WHEN o.due_day IS NULL THEN 'NAMED' ELSE 'DUE' END)`,
    [merchantId],
  );

/** Payments that one file's verdict calls missing or waiting, though another file has confirmed them. */
export const missingThoughConfirmed = (db: Database, merchantId: string) =>
  platformRows<object>(
    db,
    `SELECT e.bank_file_id AS file, e.transaction_id AS payment, e.outcome, o.bank_file_id AS "confirmedBy"
       FROM bank_files f JOIN bank_entries e ON e.merchant_id = f.merchant_id AND e.bank_file_id = f.id
       JOIN expectations o ON o.merchant_id = f.merchant_id AND o.transaction_id = e.transaction_id
      WHERE f.merchant_id = $1 AND f.state = 'DONE' AND e.outcome IN ('missingInBank', 'waits')
        AND o.line IN ('agreed', 'differs', 'disputed')`,
    [merchantId],
  );

/**
 * The line that charged 5.00 too much and the later one that says what was agreed are settled with each other while both files are there
 * and came in that order; nothing else ever is. Answers whether they are.
 */
export async function expectSetRight(
  db: Database,
  merchantId: string,
  dear: string | undefined,
  right: string | undefined,
): Promise<boolean> {
  const settled = await platformRows<{ file: string; minor: number }>(
    db,
    `SELECT bank_file_id::text AS file, difference_minor AS minor FROM bank_exceptions
      WHERE merchant_id = $1 AND (state = 'SETTLED' AND gone IS NULL OR settled_with IS NOT NULL) ORDER BY difference_minor`,
    [merchantId],
  );
  const isSetRight = dear !== undefined && right !== undefined && Number(dear) < Number(right);
  const both = [
    { file: dear, minor: -500 },
    { file: right, minor: 500 },
  ];
  expect(settled).toEqual(isSetRight ? both : []);
  return isSetRight;
}

/** Payments that differ on the calendar, and no line that differs is open of them, or the other way round. */
export const differsOtherwise = (db: Database, merchantId: string) =>
  platformRows<object>(
    db,
    `WITH differing AS (
       SELECT e.transaction_id AS payment FROM bank_files f
         JOIN bank_entries e ON e.merchant_id = f.merchant_id AND e.bank_file_id = f.id
         JOIN bank_exceptions x ON x.merchant_id = f.merchant_id AND x.bank_file_id = f.id AND x.seq = e.seq AND x.gone IS NULL
        WHERE f.merchant_id = $1 AND f.state = 'DONE' AND e.outcome IN ('feeDiffers', 'amountDiffers') AND x.state <> 'SETTLED'
          AND (e.claims OR e.reason = 'corrected')),
     told AS (SELECT transaction_id AS payment FROM expectations WHERE merchant_id = $1 AND is_owed AND line = 'differs')
     (SELECT payment, 'agreed' AS told FROM (SELECT * FROM differing EXCEPT SELECT * FROM told) a)
     UNION ALL (SELECT payment, 'differs' FROM (SELECT * FROM told EXCEPT SELECT * FROM differing) b)`,
    [merchantId],
  );
