import type { Tx } from '../../platform/database/database.ts';
import { isFreeSql, isRatedSql, movesMoneySql, signSql } from '../../platform/database/type-sql.ts';
import { withoutLine } from './expectation-state.ts';

/** The statements behind expectations.service.ts. Sums are moved by the statement that changes the rows they count. */

const dayKey = `merchant_id, bank_id, business_day, branch_id, scheme, type, currency, due_day, line, is_missing,
  deposit`;
const places = '1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11';
const sums = [
  'count',
  'gross_minor',
  'fee_minor',
  'vat_minor',
  'net_minor',
  'unjudged_count',
  'unjudged_minor',
];
const added = sums.map((name) => `${name} = expectation_days.${name} + excluded.${name}`).join(', ');

/** Adds signed differences (rows of `source`: an expectation and its sign) to the sums, in one order of rows. */
export const sumUp = (source: string): string => `
  INSERT INTO expectation_days (${dayKey}, ${sums.join(', ')})
  SELECT merchant_id, bank_id, business_day, branch_id, scheme, type, currency, due_day, line, is_missing, deposit,
         sum(sign), sum(sign * gross_minor), coalesce(sum(sign * fee_minor), 0), coalesce(sum(sign * vat_minor), 0),
         coalesce(sum(sign * net_minor), 0), coalesce(sum(sign) FILTER (WHERE net_minor IS NULL), 0),
         coalesce(sum(sign * gross_minor) FILTER (WHERE net_minor IS NULL), 0)
    FROM ${source} GROUP BY ${places} HAVING sum(sign) <> 0 OR sum(sign * gross_minor) <> 0
      OR sum(sign * net_minor) <> 0 OR sum(sign * fee_minor) <> 0 OR sum(sign * vat_minor) <> 0
      OR sum(sign) FILTER (WHERE net_minor IS NULL) <> 0
   ORDER BY ${places}
  ON CONFLICT (${dayKey}) DO UPDATE SET ${added}`;

/** A row with what the sums know of it; `missing` is told by the file that misses it. */
export const summedRow = (
  e: string,
  {
    line,
    missing,
    dueDay,
    deposit = `${e}.deposit`,
  }: { line: string; missing: string; dueDay: string; deposit?: string },
): string =>
  `${e}.merchant_id, ${e}.bank_id, ${e}.business_day, ${e}.branch_id, ${e}.scheme, ${e}.type, ${e}.currency,
   ${dueDay} AS due_day, ${line} AS line, ${missing} IS NOT NULL AS is_missing, ${deposit} AS deposit, ${e}.gross_minor,
   ${e}.fee_minor, ${e}.vat_minor, ${e}.net_minor`;
const row = (e: string, line: string, missing: string): string =>
  summedRow(e, { line, missing, dueDay: `${e}.due_day` });

/** What follows from the agreement with a bank. */
export interface ExpectedAgain {
  transactionId: string;
  bankId: string;
  /** All three, or null where no rate was agreed. */
  feeMinor: number | null;
  vatMinor: number | null;
  netMinor: number | null;
  businessDay: string;
  dueDay: string;
}

/** What is owed for one payment that was just approved; amounts are signed. */
export interface NewExpectation extends ExpectedAgain {
  branchId: string;
  terminalId: string;
  scheme: string;
  type: string;
  currency: string;
  grossMinor: number;
  hostAt: Date;
}

/** One that was owed before and then no more is owed again. */
export const insertExpectation = (tx: Tx, one: NewExpectation): Promise<number> =>
  tx.change(
    `WITH made AS (
       INSERT INTO expectations (merchant_id, transaction_id, bank_id, branch_id, terminal_id, scheme, type, currency,
         gross_minor, fee_minor, vat_minor, net_minor, host_at, business_day, due_day)
       VALUES (tenant_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
       ON CONFLICT (merchant_id, transaction_id) DO UPDATE
         SET bank_id = excluded.bank_id, scheme = excluded.scheme, fee_minor = excluded.fee_minor,
             vat_minor = excluded.vat_minor, net_minor = excluded.net_minor, business_day = excluded.business_day,
             due_day = excluded.due_day, line = 'none', bank_file_id = NULL, bank_line = NULL,
             missing_in_file_id = NULL, is_owed = true, deposit = 'open'
       WHERE NOT expectations.is_owed
       RETURNING *)
     ${sumUp(`(SELECT ${row('m', 'm.line', 'm.missing_in_file_id')}, 1 AS sign FROM made m) AS d`)}`,
    [
      one.transactionId,
      one.bankId,
      one.branchId,
      one.terminalId,
      one.scheme,
      one.type,
      one.currency,
      one.grossMinor,
      one.feeMinor,
      one.vatMinor,
      one.netMinor,
      one.hostAt,
      one.businessDay,
      one.dueDay,
    ],
  );

/** Owed no more; nothing of it is in the sums from now on. */
export const withdrawExpectation = (tx: Tx, transactionId: string): Promise<number> =>
  tx.change(
    `WITH gone AS (
       UPDATE expectations SET is_owed = false WHERE merchant_id = tenant_id() AND transaction_id = $1 AND is_owed
       RETURNING *)
     ${sumUp(`(SELECT ${row('g', 'g.line', 'g.missing_in_file_id')}, -1 AS sign FROM gone g) AS d`)}`,
    [transactionId],
  );

/** What is owed already follows from another agreement: the sums move with it. */
export const updateExpectations = (tx: Tx, rows: readonly ExpectedAgain[]): Promise<number> =>
  tx.change(
    `WITH held AS (
       SELECT e.*, g."bankId" AS new_bank, g."feeMinor" AS new_fee, g."vatMinor" AS new_vat, g."netMinor" AS new_net,
              g."businessDay" AS new_day, g."dueDay" AS new_due
         FROM expectations e
         JOIN json_to_recordset($1::json) AS g ("transactionId" bigint, "bankId" bigint, "feeMinor" bigint,
              "vatMinor" bigint, "netMinor" bigint, "businessDay" date, "dueDay" date)
           ON g."transactionId" = e.transaction_id
        WHERE e.merchant_id = tenant_id() AND e.is_owed
          AND (e.bank_id, e.fee_minor, e.vat_minor, e.net_minor, e.business_day, e.due_day) IS DISTINCT FROM
              (g."bankId", g."feeMinor", g."vatMinor", g."netMinor", g."businessDay", g."dueDay")
        ORDER BY e.transaction_id FOR UPDATE OF e
     ), updated AS (
       UPDATE expectations e
          SET bank_id = h.new_bank, fee_minor = h.new_fee, vat_minor = h.new_vat, net_minor = h.new_net,
              business_day = h.new_day, due_day = h.new_due,
              -- What was paid was another settlement.
              deposit = CASE WHEN (h.bank_id, h.business_day) = (h.new_bank, h.new_day) THEN e.deposit ELSE 'open' END
         FROM held h
        WHERE e.merchant_id = tenant_id() AND e.transaction_id = h.transaction_id
        RETURNING e.*)
     ${sumUp(`(
       SELECT ${row('h', 'h.line', 'h.missing_in_file_id')}, -1 AS sign FROM held h
       UNION ALL SELECT ${row('u', 'u.line', 'u.missing_in_file_id')}, 1 FROM updated u) AS d`)}`,
    [JSON.stringify(rows)],
  );

export const selectOwedByNobody = (
  tx: Tx,
  terminalId: string,
  after: string,
  limit: number,
): Promise<{ id: string }[]> =>
  tx.rows<{ id: string }>(
    `SELECT transaction_id AS place, transaction_id::text AS id FROM expectations
      WHERE merchant_id = tenant_id() AND bank_id = 0 AND is_owed AND terminal_id = $1 AND transaction_id > $2
      ORDER BY place LIMIT $3`,
    [terminalId, after, limit],
  );

export const selectOwedOf = (
  tx: Tx,
  { bankId, scheme, before }: { bankId: string; scheme: string; before: string | null },
  behind: { businessDay: string; id: string },
  limit: number,
): Promise<{ businessDay: string; id: string }[]> =>
  tx.rows<{ businessDay: string; id: string }>(
    `SELECT business_day AS day, transaction_id AS place, business_day::text AS "businessDay", transaction_id::text AS id
       FROM expectations
      WHERE merchant_id = tenant_id() AND bank_id = $1 AND scheme = $2 AND is_owed
        AND ($3::date IS NULL OR business_day < $3) AND business_day >= $4
        AND (business_day, transaction_id) > ($4, $5::bigint)
      ORDER BY day, place LIMIT $6`,
    [bankId, scheme, before, behind.businessDay, behind.id, limit],
  );

const tableName = /^[a-z_]+$/;
function checked(table: string): string {
  if (!tableName.test(table)) throw new Error(`not a table's name: ${table}`);
  return table;
}

/** Before and after of the rows that `updated` returned with what they were: one leaves a sum, one comes to another. */
const moved = `(
  SELECT ${row('u', 'side.line', 'side.missing')}, side.sign
    FROM updated u
   CROSS JOIN LATERAL (VALUES (u.was_line, u.was_missing, -1), (u.line, u.missing_in_file_id, 1))
     AS side (line, missing, sign)) AS d`;

/** As SQL, behind a `held` of rows as they were (was_line, was_missing): sets these anew, and what the sums know of them. */
export const rewriteHeld = (set: string, from = 'held h'): string => `updated AS (
       UPDATE expectations e SET ${set}
         FROM ${from}
        WHERE e.merchant_id = tenant_id() AND e.transaction_id = h.transaction_id
        RETURNING e.*, h.was_line, h.was_missing)
     ${sumUp(moved)}`;

/** Lines of a file and the payments that they hold, as columns. */
export interface HeldLines {
  transactionIds: string[];
  bankLines: string[];
  lines: string[];
}

/**
 * What stands in `table` (temporary: transaction_id bigint, bank_line bigint, line text). Read first and handed on,
 * because a distributed database cannot lock rows beside a table that is there alone.
 */
export const selectHeldLines = async (tx: Tx, table: string): Promise<HeldLines> => {
  const row = await tx.row<HeldLines>(
    `SELECT coalesce(array_agg(transaction_id::text), '{}') AS "transactionIds",
            coalesce(array_agg(bank_line::text), '{}') AS "bankLines", coalesce(array_agg(line), '{}') AS lines
       FROM ${checked(table)}`,
  );
  return row ?? { transactionIds: [], bankLines: [], lines: [] };
};

/** What the lines of a file say of payments is written into their expectations where no file holds them yet. */
export const setLines = (tx: Tx, of: HeldLines, bankFileId: string): Promise<number> =>
  tx.change(
    `WITH held AS (
       SELECT e.transaction_id, e.line AS was_line, e.missing_in_file_id AS was_missing, c.line, c.bank_line
         FROM expectations e
         JOIN unnest($2::bigint[], $3::bigint[], $4::text[]) AS c (transaction_id, bank_line, line)
           ON c.transaction_id = e.transaction_id
        WHERE e.merchant_id = tenant_id() AND e.is_owed
        ORDER BY e.transaction_id FOR UPDATE OF e
     ), ${rewriteHeld('line = h.line, bank_line = h.bank_line, bank_file_id = $1, missing_in_file_id = NULL')}`,
    [bankFileId, of.transactionIds, of.bankLines, of.lines],
  );

/** Takes back what a file's lines said of these payments. */
export const clearLines = (
  tx: Tx,
  { transactionIds }: Pick<HeldLines, 'transactionIds'>,
  bankFileId: string,
): Promise<number> =>
  tx.change(
    `WITH held AS (
       SELECT e.transaction_id, e.line AS was_line, e.missing_in_file_id AS was_missing
         FROM expectations e
        WHERE e.merchant_id = tenant_id() AND e.bank_file_id = $1 AND e.is_owed
          AND e.transaction_id = ANY ($2::bigint[])
        ORDER BY e.transaction_id FOR UPDATE OF e
     ), ${rewriteHeld("line = 'none', bank_line = NULL, bank_file_id = NULL")}`,
    [bankFileId, transactionIds],
  );

/** Takes back that these payments are confirmed, where no file's word says so. */
export const clearUnsaid = (tx: Tx, { transactionIds }: Pick<HeldLines, 'transactionIds'>): Promise<number> =>
  tx.change(
    `WITH held AS (
       SELECT e.transaction_id, e.line AS was_line, e.missing_in_file_id AS was_missing
         FROM expectations e
        WHERE e.merchant_id = tenant_id() AND e.line = 'agreed' AND e.bank_file_id IS NULL AND e.is_owed
          AND e.transaction_id = ANY ($1::bigint[])
        ORDER BY e.transaction_id FOR UPDATE OF e
     ), ${rewriteHeld("line = 'none'")}`,
    [transactionIds],
  );

/** Outcomes of entries by which a file says that it covers a payment and has no line of it. */
const missingOutcomes = ['missingInBank', 'waits'] as const;

/**
 * Says anew which payments a file covers without a line: those of its entries where it is there, none where it was taken
 * back. One that a load called confirmed by no file's word has no line either. Few, where there are any.
 */
export const setMissing = (tx: Tx, bankFileId: string, isThere: boolean): Promise<number> =>
  tx.change(
    `WITH wanted AS (
       SELECT transaction_id FROM bank_entries
        WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND outcome = ANY ($2::text[]) AND outcome <> 'matched'
          AND transaction_id IS NOT NULL
     ), held AS (
       SELECT e.transaction_id, e.line AS was_line, e.missing_in_file_id AS was_missing,
              w.transaction_id IS NOT NULL AS is_wanted
         FROM expectations e LEFT JOIN wanted w ON w.transaction_id = e.transaction_id
        WHERE e.merchant_id = tenant_id() AND (e.line IN ${withoutLine} OR e.line = 'agreed' AND e.bank_file_id IS NULL) AND e.is_owed
          AND (w.transaction_id IS NOT NULL AND e.missing_in_file_id IS NULL
               OR w.transaction_id IS NULL AND e.missing_in_file_id = $1)
        ORDER BY e.transaction_id FOR UPDATE OF e
     ), still_named AS (
       -- By another file, which found the payment to be this one's when it was judged.
       SELECT n.transaction_id, min(n.bank_file_id) AS bank_file_id
         FROM bank_entries n JOIN bank_files f ON f.merchant_id = n.merchant_id AND f.id = n.bank_file_id
        WHERE n.merchant_id = tenant_id() AND f.state = 'DONE' AND f.id <> $1 AND n.outcome <> 'matched'
          AND n.outcome IN (${missingOutcomes.map((outcome) => `'${outcome}'`).join(', ')})
          AND n.transaction_id IN (SELECT transaction_id FROM held WHERE NOT is_wanted)
        GROUP BY n.transaction_id
     ), ${rewriteHeld(
       `missing_in_file_id = CASE WHEN h.is_wanted THEN $1::bigint ELSE s.bank_file_id END,
              line = CASE WHEN h.was_line = 'agreed' THEN 'none' ELSE h.was_line END`,
       'held h LEFT JOIN still_named s ON s.transaction_id = h.transaction_id',
     )}`,
    [bankFileId, isThere ? missingOutcomes : []],
  );

/** A pair of scheme and business day whose payments are owed by a bank until a day. */
export interface DueRow {
  bankId: string;
  scheme: string;
  businessDay: string;
  dueDay: string;
}

/** The banks, schemes and days of approved payments of a span that are not expected yet. */
export const selectDaysToExpect = (
  tx: Tx,
  merchantId: string,
  from: Date,
  until: Date,
): Promise<Omit<DueRow, 'dueDay'>[]> =>
  tx.rows<Omit<DueRow, 'dueDay'>>(
    `SELECT DISTINCT coalesce(t.bank_id, 0)::text AS "bankId", t.scheme, t.business_day::text AS "businessDay"
       FROM transactions t
      WHERE t.merchant_id = $1 AND t.created_at >= $2 AND t.created_at < $3 AND t.status = 'APPROVED'
        AND ${movesMoneySql('t.type')}`,
    [merchantId, from, until],
  );

/**
 * Expects the approved payments of a span in bulk, by the bank, business day and charges that stand on them and the due
 * days handed in; what is expected already stays. For loads that nobody paid one by one; as the platform.
 */
export const insertExpectations = (
  tx: Tx,
  merchantId: string,
  { from, until, due }: { from: Date; until: Date; due: readonly DueRow[] },
): Promise<number> =>
  tx.change(
    `WITH made AS (
       INSERT INTO expectations (merchant_id, transaction_id, bank_id, branch_id, terminal_id, scheme, type, currency,
         gross_minor, fee_minor, vat_minor, net_minor, host_at, business_day, due_day, line, bank_file_id)
       SELECT t.merchant_id, t.id, coalesce(t.bank_id, 0), t.branch_id, t.terminal_id, t.scheme, t.type, t.currency,
              s.sign * t.amount_minor, s.judged * s.sign * t.fee_minor, s.judged * s.sign * t.vat_minor,
              CASE WHEN s.judged = 1 THEN s.sign * t.net_minor END, t.created_at, t.business_day, d."dueDay",
              CASE WHEN t.bank_confirmed_at IS NULL THEN 'none' ELSE 'agreed' END, t.bank_file_id
         FROM transactions t
         JOIN json_to_recordset($4::json) AS d ("bankId" bigint, scheme text, "businessDay" date, "dueDay" date)
           ON d."bankId" = coalesce(t.bank_id, 0) AND d.scheme = t.scheme AND d."businessDay" = t.business_day
        CROSS JOIN LATERAL (
          SELECT ${signSql('t.type')} AS sign,
                 CASE WHEN ${isFreeSql('t.type')}
                        OR ${isRatedSql('t.type')} AND (t.mdr_bps > 0 OR t.processing_fee_minor > 0) THEN 1 END AS judged) s
        WHERE t.merchant_id = $1 AND t.created_at >= $2 AND t.created_at < $3 AND t.status = 'APPROVED'
          AND ${movesMoneySql('t.type')}
       ON CONFLICT DO NOTHING RETURNING *)
     ${sumUp(`(SELECT ${row('m', 'm.line', 'm.missing_in_file_id')}, 1 AS sign FROM made m) AS d`)}`,
    [merchantId, from, until, JSON.stringify(due)],
  );

/** Terms of a bank that decide due days, for bulk loads. */
export interface TermRow {
  bankId: string;
  scheme: string;
  validFrom: string;
  days: number;
  kind: 'WORKING' | 'CALENDAR';
}

export const selectTerms = (tx: Tx, merchantId: string): Promise<TermRow[]> =>
  tx.rows<TermRow>(
    `SELECT bank_id::text AS "bankId", scheme, valid_from::text AS "validFrom", paid_within_days AS days,
            paid_within_kind AS kind
       FROM discount_rates WHERE merchant_id = $1 AND withdrawn_at IS NULL ORDER BY valid_from`,
    [merchantId],
  );
