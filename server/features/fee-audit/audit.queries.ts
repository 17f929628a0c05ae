import type { Currency } from '@mizan/contract/money.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isChargeSql } from '../../platform/database/type-sql.ts';

/**
 * What bank files say of fees, by the business days of banks. A payment counts by the file that has it; of files that were undone
 * or replaced nothing does.
 */

const bankName = (id: string): string => `CASE ${id} WHEN 0 THEN '${unknownBank}' ELSE ${id}::text END`;

export interface AuditBank {
  id: string;
  nameEn: string;
  nameAr: string;
  iban: string | null;
}
export const selectAuditBanks = (tx: Tx): Promise<AuditBank[]> =>
  tx.rows<AuditBank>(
    `SELECT id::text, name_en AS "nameEn", name_ar AS "nameAr", iban FROM (SELECT *, banks.id AS place FROM banks) banks
      WHERE merchant_id = tenant_id() ORDER BY place`,
  );

export interface RateRecord {
  id: string;
  bankId: string;
  scheme: Scheme;
  mdrBps: number;
  /** Null where it follows the law. */
  ownVatBps: number | null;
  capLimitMinor: number | null;
  processingFeeMinor: number;
  validFrom: string;
  addedAt: Date;
  withdrawnAt: null;
}
/** Every rate that holds or held. */
export const selectStandingRates = (tx: Tx): Promise<RateRecord[]> =>
  tx.rows<RateRecord>(
    `SELECT id::text, bank_id::text AS "bankId", scheme, mdr_bps AS "mdrBps", vat_bps AS "ownVatBps",
            cap_limit_minor AS "capLimitMinor", processing_fee_minor AS "processingFeeMinor",
            valid_from::text AS "validFrom", created_at AS "addedAt", withdrawn_at AS "withdrawnAt"
       FROM (SELECT *, discount_rates.id AS place FROM discount_rates) discount_rates WHERE merchant_id = tenant_id() AND withdrawn_at IS NULL
      ORDER BY valid_from, place`,
  );

/** Whether figures may change in a moment: a file is being judged, or is to be judged again. */
export const isJudging = async (tx: Tx): Promise<boolean> =>
  (await tx.row(
    `SELECT 1 AS one FROM bank_files
      WHERE merchant_id = tenant_id()
        AND (state IN ('RECEIVED', 'READING', 'MATCHING') OR state = 'DONE' AND rejudge_cause IS NOT NULL) LIMIT 1`,
  )) !== null;

/** As SQL: files f that count, and what of a payment's bank and day is asked for. $1 and $2 are days, $3 the banks. */
export const counts = "f.merchant_id = tenant_id() AND f.state = 'DONE'";
export const ofSpan =
  'o.is_owed AND o.business_day BETWEEN $1::date AND $2::date AND o.bank_id = ANY ($3::bigint[])';
/** A payment's own business day may lie a day beside its bank's. */
export const blocksOfSpan = 'b.claims AND b.last_day >= $1::date - 1 AND b.first_day <= $2::date + 1';

/** How many lines the blocks of a span hold, without opening them. Served by the key of bank_entry_blocks. */
export const countLines = async (tx: Tx, from: string, to: string): Promise<number> => {
  const row = await tx.row<{ count: number }>(
    `SELECT coalesce(sum(b.last_seq - b.first_seq + 1), 0)::bigint AS count
       FROM bank_files f
       JOIN bank_entry_blocks b ON b.merchant_id = tenant_id() AND b.bank_file_id = f.id
      WHERE ${counts} AND ${blocksOfSpan}`,
    [from, to],
  );
  return row?.count ?? 0;
};

export interface QuietLines {
  bankId: string;
  scheme: Scheme;
  currency: Currency;
  day: string;
  /** Whether a rate was agreed, and whether the lines say what was taken. */
  isAgreed: boolean;
  isSaid: boolean;
  isOtherAmount: boolean;
  count: number;
  chargedMinor: number;
}
const quietColumns = `${bankName('o.bank_id')} AS "bankId", o.scheme, o.currency, o.business_day::text AS day,
  o.net_minor IS NOT NULL AS "isAgreed"`;

/** Lines whose fee is the agreed one, is not judged or not said, by bank, card scheme and day. Served by the keys, and by expectations_by_day. */
export const selectQuietLines = (
  tx: Tx,
  from: string,
  to: string,
  bankIds: readonly string[],
): Promise<QuietLines[]> =>
  tx.rows<QuietLines>(
    `SELECT ${quietColumns}, u.charge IS NOT NULL AS "isSaid", false AS "isOtherAmount", count(*) AS count,
            coalesce(sum(u.charge), 0)::bigint AS "chargedMinor"
       FROM bank_files f
       JOIN bank_entry_blocks b ON b.merchant_id = tenant_id() AND b.bank_file_id = f.id
      CROSS JOIN LATERAL unnest(b.transaction_ids, b.charges) AS u (transaction_id, charge)
       JOIN expectations o ON o.merchant_id = tenant_id() AND o.transaction_id = u.transaction_id
      WHERE ${counts} AND ${blocksOfSpan} AND ${ofSpan}
      GROUP BY 1, 2, 3, 4, 5, 6
     UNION ALL
     SELECT ${quietColumns}, e.charge_minor IS NOT NULL, e.outcome NOT IN ('matched', 'otherTerminal'), count(*),
            coalesce(sum(e.charge_minor), 0)::bigint
       FROM expectations o
       JOIN bank_entries e ON e.merchant_id = tenant_id() AND e.transaction_id = o.transaction_id AND e.claims
       JOIN bank_files f ON f.merchant_id = tenant_id() AND f.id = e.bank_file_id
      WHERE o.merchant_id = tenant_id() AND ${ofSpan} AND ${counts} AND e.line IS NOT NULL
        AND (e.outcome NOT IN ('feeDiffers', 'rounding') OR e.charge_minor IS NULL)
      GROUP BY 1, 2, 3, 4, 5, 6, 7`,
    [from, to, bankIds],
  );

export interface DifferingRow {
  transactionId: string;
  bankId: string;
  scheme: Scheme;
  currency: Currency;
  day: string;
  isPurchase: boolean;
  isRounding: boolean;
  /** Whether a later file says it of a payment that an earlier one has. */
  isCorrected: boolean;
  /** Whether a person accepted the difference as it stands. */
  isAccepted: boolean;
  /** Signed, as the bank's line has it. */
  grossMinor: number;
  cashMinor: number;
  chargedMinor: number;
  /** As the judging found it: agreed less charged. */
  judgedMinor: number;
  chargedFeeMinor: number | null;
  chargedVatMinor: number | null;
  /** By the rate of the day, as the portal keeps it. */
  agreedFeeMinor: number;
  agreedVatMinor: number;
  mdrBps: number;
  vatBps: number;
  capLimitMinor: number | null;
  processingFeeMinor: number;
  tid: string;
  rrn: string | null;
  approvalCode: string | null;
  lastFour: string | null;
  bankFileId: string;
  claimId: string | null;
  claimName: string | null;
}

/** As SQL: of a payment o, t, a bank's line `line` and the claim l, n what the audit shows. */
const columnsOf = (line: 'e' | 'c'): string =>
  `o.transaction_id::text AS "transactionId", ${bankName('o.bank_id')} AS "bankId", o.scheme, o.currency,
   o.business_day::text AS day, ${isChargeSql('o.type')} AS "isPurchase", ${line}.bank_minor AS "grossMinor",
   t.cash_minor AS "cashMinor", ${line}.charge_minor AS "chargedMinor",
   (${line}.detail -> 'charged' ->> 'feeMinor')::bigint AS "chargedFeeMinor",
   (${line}.detail -> 'charged' ->> 'vatMinor')::bigint AS "chargedVatMinor",
   coalesce(o.fee_minor, 0) AS "agreedFeeMinor", coalesce(o.vat_minor, 0) AS "agreedVatMinor",
   t.mdr_bps AS "mdrBps", t.vat_bps AS "vatBps", t.cap_limit_minor AS "capLimitMinor",
   t.processing_fee_minor AS "processingFeeMinor", t.tid, t.rrn, t.approval_code AS "approvalCode",
   t.last_four AS "lastFour", l.claim_id::text AS "claimId", n.name AS "claimName",
   x.id IS NOT NULL AS "isAccepted"`;

/** That the difference of a bank's line was accepted. Served by bank_exceptions_by_file. */
const exceptionOf = (line: 'e' | 'c'): string =>
  `LEFT JOIN bank_exceptions x
     ON x.merchant_id = tenant_id() AND x.bank_file_id = ${line}.bank_file_id AND x.state = 'ACCEPTED'
    AND x.seq = ${line}.seq`;

/** Lines whose fee is not the agreed one, the newest first. Served by expectations_by_day and bank_entries_claim. */
export const selectDiffering = (
  tx: Tx,
  from: string,
  to: string,
  { bankIds, limit }: { bankIds: readonly string[]; limit: number },
): Promise<DifferingRow[]> =>
  tx.rows<DifferingRow>(
    `SELECT ${columnsOf('e')}, f.id::text AS "bankFileId", e.outcome = 'rounding' AS "isRounding",
            false AS "isCorrected", e.difference_minor AS "judgedMinor"
       FROM expectations o
       JOIN bank_entries e ON e.merchant_id = tenant_id() AND e.transaction_id = o.transaction_id AND e.claims
       JOIN bank_files f ON f.merchant_id = tenant_id() AND f.id = e.bank_file_id
       JOIN transactions t ON t.merchant_id = tenant_id() AND t.id = o.transaction_id
       LEFT JOIN fee_claim_lines l ON l.merchant_id = tenant_id() AND l.transaction_id = o.transaction_id AND l.is_live
       LEFT JOIN fee_claims n ON n.merchant_id = tenant_id() AND n.id = l.claim_id
       ${exceptionOf('e')}
      WHERE o.merchant_id = tenant_id() AND ${ofSpan} AND ${counts} AND e.line IS NOT NULL
        AND e.outcome IN ('feeDiffers', 'rounding') AND e.charge_minor IS NOT NULL AND e.bank_minor IS NOT NULL
      ORDER BY o.business_day DESC, o.transaction_id DESC LIMIT $4`,
    [from, to, bankIds, limit],
  );

/** What a later file says of a payment in place of the line that has it, beside what that line said. */
export interface Correction extends DifferingRow {
  /** Whether a rate was agreed. */
  isAgreed: boolean;
  /** Whether the later line pays another amount than was sold. */
  isOtherAmount: boolean;
  /** Of the line that has the payment: what it kept back, where it said so, and whether it paid another amount. */
  firstChargedMinor: number | null;
  isFirstOtherAmount: boolean;
}

/**
 * What later files say of payments that an earlier one has, the last word of each. A line that says once more what the first one said is
 * held against the one that corrected it, and is such a word itself (docs/decisions/0104-lines-by-hand-and-by-earlier-file.md); what says
 * the same as the last word is none. Served by bank_entries_by_outcome.
 */
export const corrections = `WITH later AS (
     SELECT k.transaction_id, k.bank_file_id, k.seq, k.outcome, k.bank_minor, k.charge_minor, k.detail
       FROM bank_files g
       JOIN bank_entries k ON k.merchant_id = tenant_id() AND k.bank_file_id = g.id
      WHERE g.merchant_id = tenant_id() AND g.state = 'DONE'
        AND k.outcome IN ('feeDiffers', 'amountDiffers') AND k.outcome <> 'matched'
        AND NOT k.claims AND k.transaction_id IS NOT NULL AND k.charge_minor IS NOT NULL
   )
   SELECT DISTINCT ON (word.transaction_id) word.* FROM later word
    ORDER BY word.transaction_id, word.bank_file_id DESC, word.seq DESC`;

/** The last words of a span. */
export const selectCorrections = (
  tx: Tx,
  from: string,
  to: string,
  { bankIds, limit }: { bankIds: readonly string[]; limit: number },
): Promise<Correction[]> =>
  tx.rows<Correction>(
    `SELECT ${columnsOf('c')}, c.bank_file_id::text AS "bankFileId", false AS "isRounding", true AS "isCorrected", 0 AS "judgedMinor",
            o.net_minor IS NOT NULL AS "isAgreed", c.bank_minor <> o.gross_minor AS "isOtherAmount",
            CASE WHEN e.seq IS NULL THEN (c.detail -> 'params' ->> 'chargeMinor')::bigint
                 ELSE e.charge_minor END AS "firstChargedMinor",
            coalesce(e.outcome NOT IN ('matched', 'otherTerminal', 'feeDiffers', 'rounding'), false)
              AS "isFirstOtherAmount"
       FROM (${corrections}) c
       JOIN expectations o ON o.merchant_id = tenant_id() AND o.transaction_id = c.transaction_id
       JOIN transactions t ON t.merchant_id = tenant_id() AND t.id = c.transaction_id
       LEFT JOIN bank_entries e ON e.merchant_id = tenant_id() AND e.transaction_id = c.transaction_id AND e.claims
       JOIN bank_files f ON f.merchant_id = tenant_id()
        AND f.id = coalesce(e.bank_file_id, (c.detail -> 'params' ->> 'bankFileId')::bigint)
       LEFT JOIN fee_claim_lines l ON l.merchant_id = tenant_id() AND l.transaction_id = c.transaction_id AND l.is_live
       LEFT JOIN fee_claims n ON n.merchant_id = tenant_id() AND n.id = l.claim_id
       ${exceptionOf('c')}
      WHERE ${counts} AND ${ofSpan} AND c.bank_minor IS NOT NULL
      ORDER BY o.business_day DESC, o.transaction_id DESC LIMIT $4`,
    [from, to, bankIds, limit],
  );

export interface SumsRow {
  currency: Currency;
  count: number;
  differenceMinor: number;
}
/** As SQL: of entries e of files f those that charge for several payments at once and differ, by the days $1 to $2. */
export const chargesInSums = `${counts} AND e.outcome IN ('feeDiffers', 'rounding') AND e.outcome <> 'matched'
        AND (e.transaction_id IS NULL OR e.charge_minor IS NULL) AND e.day BETWEEN $1::date AND $2::date`;

/** Lines that charge for several payments at once and differ, charged less agreed. Served by bank_entries_by_outcome. */
export const selectInSums = (tx: Tx, from: string, to: string): Promise<SumsRow[]> =>
  tx.rows<SumsRow>(
    `SELECT e.currency, count(*) AS count, (-sum(e.difference_minor))::bigint AS "differenceMinor"
       FROM bank_files f
       JOIN bank_entries e ON e.merchant_id = tenant_id() AND e.bank_file_id = f.id
      WHERE ${chargesInSums}
      GROUP BY e.currency`,
    [from, to],
  );
