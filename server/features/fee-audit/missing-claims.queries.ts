import type { MissingNow } from '@mizan/contract/fee-claims.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import type { Tx } from '../../platform/database/database.ts';
import { earlyDays } from '../expectations/bank-of-file.ts';
import { broughtLines, stateOf, waitingPayments } from '../expectations/expectation-state.ts';

/** The statements behind missing-claims.service.ts: what banks never paid, and what became of it in claims. */

export interface MissingScope {
  today: string;
  currency: Currency;
  from: string;
  to: string;
  scheme: Scheme | null;
  branchId: string | null;
  terminalId: string | null;
}

/** A payment that is due and that no file has, though one should; amounts are signed. */
export interface MissingPayment {
  transactionId: string;
  bankId: string;
  day: string;
  dueDay: string;
  scheme: Scheme;
  tid: string;
  rrn: string | null;
  approvalCode: string | null;
  lastFour: string | null;
  grossMinor: number;
  /** Null where no rate was agreed. */
  feeMinor: number | null;
  vatMinor: number | null;
  netMinor: number | null;
  bankFileId: string | null;
  /** Its line could not be read, or may be one that is there: the bank is not asked for it. */
  isWaiting: boolean;
  /** The claim that has it, where one does. */
  claimId: string | null;
  claimName: string | null;
}

/** Cells of the days from $2 to $3 in a currency ($4) and scheme ($5), with whether a line of them has come. */
const cells = `cells AS (
  SELECT bank_id, business_day, scheme, currency, bool_or(line IN ${broughtLines}) AS has_line,
         sum(net_minor) FILTER (WHERE line IN ${broughtLines}) AS lined_minor
    FROM expectation_days
   WHERE merchant_id = tenant_id() AND count <> 0 AND bank_id <> 0 AND business_day BETWEEN $2::date AND $3::date
     AND currency = $4 AND ($5::text IS NULL OR scheme = $5)
   GROUP BY bank_id, business_day, scheme, currency)`;
const state = (of: string, isMissing: string): string =>
  stateOf({
    line: `${of}.line`,
    dueDay: `${of}.due_day`,
    isMissing,
    hasLine: 'c.has_line',
    today: '$1::date',
  });
const ofCell = (of: string): string =>
  `c.bank_id = ${of}.bank_id AND c.business_day = ${of}.business_day AND c.scheme = ${of}.scheme AND c.currency = ${of}.currency`;

/**
 * What is overdue by the states of the calendar, by bank and day. A purchase and its reversal that are both in no file cancel
 * out, and are neither of them missing. Served by expectations_by_day.
 */
export const selectMissing = (tx: Tx, of: MissingScope, limit: number): Promise<MissingPayment[]> =>
  tx.rows<MissingPayment>(
    `WITH ${cells}, waiting AS MATERIALIZED (${waitingPayments(`$2::date - ${earlyDays}`)})
     SELECT e.transaction_id AS place, e.transaction_id::text AS "transactionId", e.bank_id::text AS "bankId",
            e.business_day::text AS day, e.due_day::text AS "dueDay", e.scheme, t.tid, t.rrn,
            t.approval_code AS "approvalCode", t.last_four AS "lastFour", e.gross_minor AS "grossMinor",
            e.fee_minor AS "feeMinor", e.vat_minor AS "vatMinor", e.net_minor AS "netMinor",
            e.missing_in_file_id::text AS "bankFileId", w.transaction_id IS NOT NULL AS "isWaiting", m.id::text AS "claimId", m.name AS "claimName"
       FROM cells c
       JOIN expectations e ON e.merchant_id = tenant_id() AND e.is_owed AND e.line = 'none' AND ${ofCell('e')}
       JOIN transactions t ON t.merchant_id = tenant_id() AND t.id = e.transaction_id
       LEFT JOIN waiting w ON w.transaction_id = e.transaction_id
       LEFT JOIN missing_claim_lines l ON l.merchant_id = tenant_id() AND l.transaction_id = e.transaction_id AND l.is_live
       LEFT JOIN fee_claims m ON m.merchant_id = tenant_id() AND m.id = l.claim_id
      WHERE ${state('e', 'e.missing_in_file_id IS NOT NULL')} = 'OVERDUE'
        AND ($6::bigint IS NULL OR e.branch_id = $6) AND ($7::bigint IS NULL OR e.terminal_id = $7)
        AND NOT EXISTS (
          SELECT 1 FROM transactions b
            JOIN transactions r ON r.merchant_id = tenant_id() AND r.original_id = b.id AND r.type = 'REVERSAL'
             AND r.status = 'APPROVED' AND r.amount_minor = b.amount_minor
            JOIN expectations o ON o.merchant_id = tenant_id() AND o.is_owed AND o.line = 'none'
             AND o.transaction_id = CASE WHEN e.type = 'REVERSAL' THEN b.id ELSE r.id END
           WHERE b.merchant_id = tenant_id() AND b.id = CASE WHEN e.type = 'REVERSAL' THEN t.original_id ELSE t.id END
             AND e.transaction_id IN (b.id, r.id))
      ORDER BY e.business_day, place LIMIT $8`,
    [...scopeValues(of), of.branchId, of.terminalId, limit],
  );

const scopeValues = ({ today, from, to, currency, scheme }: MissingScope): unknown[] => [
  today,
  from,
  to,
  currency,
  scheme,
];

interface WithoutFile {
  bankId: string;
  count: number;
  netMinor: number;
}
/** Past its due day, and nothing of its cell has come: whether it was paid, no file says. From the sums alone. */
export const selectWithoutFile = (tx: Tx, of: MissingScope): Promise<WithoutFile[]> =>
  tx.rows<WithoutFile>(
    `WITH ${cells}
     SELECT d.bank_id::text AS "bankId", sum(d.count)::bigint AS count, sum(d.net_minor)::bigint AS "netMinor"
       FROM cells c JOIN expectation_days d ON d.merchant_id = tenant_id() AND d.count <> 0 AND ${ofCell('d')}
      WHERE ${state('d', 'd.is_missing')} = 'NO_FILE' AND ($6::bigint IS NULL OR d.branch_id = $6)
      GROUP BY d.bank_id`,
    [...scopeValues(of), of.branchId],
  );

export interface ArrivedOfCell {
  bankId: string;
  day: string;
  scheme: Scheme;
  /** What deposits brought more than the net of the payments that lines are of; below 0 where they brought less. */
  moreMinor: number;
}
/** Cells of which more or less arrived than the payments come to that have a line. */
export const selectArrived = (tx: Tx, of: MissingScope): Promise<ArrivedOfCell[]> =>
  tx.rows<ArrivedOfCell>(
    `WITH ${cells}, arrived AS (
       SELECT s.bank_id, s.business_day, s.scheme, s.currency, sum(s.amount_minor) AS minor
         FROM deposit_shares s
        WHERE s.merchant_id = tenant_id() AND s.undone_at IS NULL AND s.business_day BETWEEN $2::date AND $3::date
        GROUP BY s.bank_id, s.business_day, s.scheme, s.currency)
     SELECT c.bank_id::text AS "bankId", c.business_day::text AS day, c.scheme,
            (coalesce(a.minor, 0) - coalesce(c.lined_minor, 0))::bigint AS "moreMinor"
       FROM cells c LEFT JOIN arrived a ON ${ofCell('a')}
      WHERE coalesce(a.minor, 0) <> coalesce(c.lined_minor, 0) AND $1::date IS NOT NULL`,
    scopeValues(of),
  );

export interface UnmatchedDeposit {
  bankId: string;
  valueDate: string;
  /** What of it pays nothing that anybody said. */
  restMinor: number;
}
/** Deposits since the first of the days of which nobody said what all of them pays. */
export const selectUnmatched = (tx: Tx, { currency, from }: MissingScope): Promise<UnmatchedDeposit[]> =>
  tx.rows<UnmatchedDeposit>(
    `SELECT bank_id::text AS "bankId", value_date::text AS "valueDate", (amount_minor - shared_minor)::bigint AS "restMinor"
       FROM bank_deposits
      WHERE merchant_id = tenant_id() AND undone_at IS NULL AND currency = $1 AND value_date >= $2::date
        AND shared_minor <> amount_minor`,
    [currency, from],
  );

/** Payments as they stand; one that is in another claim fails missing_claim_lines_once, and the transaction. */
export const insertMissingLines = (
  tx: Tx,
  claimId: string,
  lines: readonly MissingPayment[],
): Promise<number> =>
  tx.change(
    `INSERT INTO missing_claim_lines (merchant_id, claim_id, transaction_id, bank_file_id, day, due_day, scheme, tid, rrn,
       approval_code, last_four, gross_minor, fee_minor, vat_minor, net_minor)
     SELECT tenant_id(), $1, "transactionId", "bankFileId", day, "dueDay", scheme, tid, rrn, "approvalCode", "lastFour",
            "grossMinor", "feeMinor", "vatMinor", "netMinor"
       FROM json_to_recordset($2::json) AS line
            ("transactionId" bigint, "bankFileId" bigint, day date, "dueDay" date, scheme text, tid text, rrn text,
             "approvalCode" text, "lastFour" text, "grossMinor" bigint, "feeMinor" bigint, "vatMinor" bigint,
             "netMinor" bigint)
     ${tx.distributed ? 'ON CONFLICT (merchant_id, claim_id, transaction_id) DO NOTHING' : ''}`,
    [claimId, JSON.stringify(lines)],
  );

/** A payment of a claim as it stood. */
export interface MissingLine {
  transactionId: string;
  day: string;
  dueDay: string;
  scheme: Scheme;
  tid: string;
  rrn: string | null;
  approvalCode: string | null;
  lastFour: string | null;
  grossMinor: number;
  feeMinor: number;
  vatMinor: number;
  netMinor: number;
}
/** Its payments by number, after one of them. */
export const selectMissingLines = (
  tx: Tx,
  claimId: string,
  { after, limit }: { after: string; limit: number },
): Promise<MissingLine[]> =>
  tx.rows<MissingLine>(
    `SELECT transaction_id::text AS "transactionId", day::text, due_day::text AS "dueDay", scheme, tid, rrn,
            approval_code AS "approvalCode", last_four AS "lastFour", gross_minor AS "grossMinor",
            fee_minor AS "feeMinor", vat_minor AS "vatMinor", net_minor AS "netMinor"
       FROM missing_claim_lines
      WHERE merchant_id = tenant_id() AND claim_id = $1 AND transaction_id > $2
      ORDER BY missing_claim_lines.transaction_id LIMIT $3`,
    [claimId, after, limit],
  );

/** Of a claim of any kind. */
export const selectPaymentsOf = async (tx: Tx, claimId: string): Promise<string[]> =>
  (
    await tx.rows<{ id: string }>(
      'SELECT transaction_id::text AS id FROM missing_claim_lines WHERE merchant_id = tenant_id() AND claim_id = $1',
      [claimId],
    )
  ).map(({ id }) => id);

/** What became of the payments of a claim. Each is counted once, by the first that holds. */
export const selectMissingNow = async (tx: Tx, claimId: string): Promise<MissingNow> => {
  const row = await tx.row<MissingNow>(
    `SELECT count(*) FILTER (WHERE w.now = 'arrived') AS "arrivedCount",
            coalesce(sum(l.net_minor) FILTER (WHERE w.now = 'arrived'), 0)::bigint AS "arrivedMinor",
            count(*) FILTER (WHERE w.now = 'notOwed') AS "notOwedCount",
            count(*) FILTER (WHERE w.now = 'accepted') AS "acceptedCount",
            count(*) FILTER (WHERE w.now = 'otherNet') AS "otherNetCount",
            coalesce(sum(l.net_minor) FILTER (WHERE w.now IN ('open', 'otherNet')), 0)::bigint AS "openMinor"
       FROM missing_claim_lines l
       LEFT JOIN expectations e ON e.merchant_id = tenant_id() AND e.transaction_id = l.transaction_id
       LEFT JOIN bank_exceptions x ON x.merchant_id = tenant_id() AND x.of_file = 0 AND x.of_row = l.transaction_id
         AND x.state = 'ACCEPTED'
      CROSS JOIN LATERAL (
        SELECT CASE WHEN e.is_owed IS NOT TRUE THEN 'notOwed'
                    WHEN e.line IN ${broughtLines} THEN 'arrived'
                    WHEN x.id IS NOT NULL THEN 'accepted'
                    WHEN e.net_minor IS DISTINCT FROM l.net_minor THEN 'otherNet'
                    ELSE 'open' END AS now) w
      WHERE l.merchant_id = tenant_id() AND l.claim_id = $1`,
    [claimId],
  );
  if (!row) throw new Error('a sum is a row');
  return row;
};
