import type { AuditSumLine, QuietKind } from '@mizan/contract/fee-audit.ts';
import type { Currency } from '@mizan/contract/money.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isChargeSql } from '../../platform/database/type-sql.ts';
import { blocksOfSpan, chargesInSums, counts, ofSpan } from './audit.queries.ts';

/** A line whose fee is the agreed one, or is not judged. */
export interface QuietRow {
  transactionId: string;
  bankId: string;
  scheme: Scheme;
  day: string;
  kind: QuietKind;
  /** Signed, as the bank's line has it. */
  amountMinor: number;
  agreedFeeMinor: number | null;
  agreedVatMinor: number | null;
  chargedMinor: number | null;
  rrn: string | null;
  lastFour: string | null;
  bankFileId: string;
  claimId: string | null;
  claimName: string | null;
}

export interface BankDay {
  bankId: string;
  scheme: Scheme;
  day: string;
}

export interface QuietFilter {
  kind: QuietKind;
  bankIds: readonly string[];
  currency: Currency;
  scheme: Scheme | null;
  /** Of these days alone; null for all of the span. */
  days: readonly BankDay[] | null;
  /** Payments of which a later file says something else. */
  except: readonly string[];
  /** The last line seen. */
  after: { day: string; id: string } | null;
  limit: number;
}

/**
 * A page of the lines of a span that selectQuietLines adds up, the newest first. Served by expectations_by_day, the keys of blocks and
 * bank_entries_claim.
 */
export const selectQuietRows = (tx: Tx, from: string, to: string, of: QuietFilter): Promise<QuietRow[]> =>
  tx.rows<QuietRow>(
    `SELECT q.transaction_id::text AS "transactionId",
            CASE q.bank_id WHEN 0 THEN '${unknownBank}' ELSE q.bank_id::text END AS "bankId", q.scheme,
            q.business_day::text AS day, q.kind, q.amount AS "amountMinor", q.fee_minor AS "agreedFeeMinor",
            q.vat_minor AS "agreedVatMinor", q.charge AS "chargedMinor", t.rrn, t.last_four AS "lastFour",
            q.bank_file_id::text AS "bankFileId", l.claim_id::text AS "claimId", n.name AS "claimName"
       FROM (
         SELECT o.transaction_id, o.bank_id, o.scheme, o.business_day, o.currency, o.fee_minor, o.vat_minor, w.charge, w.bank_file_id,
                coalesce(w.bank_minor, CASE WHEN ${isChargeSql('o.type')} THEN o.gross_minor ELSE -o.gross_minor END) AS amount,
                CASE WHEN w.is_other THEN 'otherAmount' WHEN o.net_minor IS NULL THEN 'notJudged'
                     WHEN w.charge IS NULL THEN 'unsaid' ELSE 'asAgreed' END AS kind
           FROM (
             SELECT u.transaction_id, u.charge, NULL::bigint AS bank_minor, false AS is_other, f.id AS bank_file_id
               FROM bank_files f
               JOIN bank_entry_blocks b ON b.merchant_id = tenant_id() AND b.bank_file_id = f.id
              CROSS JOIN LATERAL unnest(b.transaction_ids, b.charges) AS u (transaction_id, charge)
              WHERE ${counts} AND ${blocksOfSpan}
             UNION ALL
             SELECT e.transaction_id, e.charge_minor, e.bank_minor, e.outcome NOT IN ('matched', 'otherTerminal'), f.id
               FROM expectations o
               JOIN bank_entries e ON e.merchant_id = tenant_id() AND e.transaction_id = o.transaction_id AND e.claims
               JOIN bank_files f ON f.merchant_id = tenant_id() AND f.id = e.bank_file_id
              WHERE o.merchant_id = tenant_id() AND ${ofSpan} AND ${counts} AND e.line IS NOT NULL
                AND (e.outcome NOT IN ('feeDiffers', 'rounding') OR e.charge_minor IS NULL)
           ) w
           JOIN expectations o ON o.merchant_id = tenant_id() AND o.transaction_id = w.transaction_id
          WHERE ${ofSpan}
       ) q
       JOIN transactions t ON t.merchant_id = tenant_id() AND t.id = q.transaction_id
       LEFT JOIN fee_claim_lines l ON l.merchant_id = tenant_id() AND l.transaction_id = q.transaction_id AND l.is_live
       LEFT JOIN fee_claims n ON n.merchant_id = tenant_id() AND n.id = l.claim_id
      WHERE q.kind = $4 AND q.currency = $5 AND ($6::text IS NULL OR q.scheme = $6)
        AND q.transaction_id <> ALL ($7::bigint[])
        AND ($8::date IS NULL OR (q.business_day, q.transaction_id) < ($8::date, $9::bigint))
        AND ($10::bigint[] IS NULL OR (q.bank_id, q.scheme, q.business_day) IN
             (SELECT r.bank_id, r.scheme, r.day FROM unnest($10::bigint[], $11::text[], $12::date[]) AS r (bank_id, scheme, day)))
      ORDER BY q.business_day DESC, q.transaction_id DESC LIMIT $13`,
    [
      from,
      to,
      of.bankIds,
      of.kind,
      of.currency,
      of.scheme,
      of.except,
      of.after?.day ?? null,
      of.after?.id ?? null,
      of.days?.map(({ bankId }) => (bankId === unknownBank ? '0' : bankId)) ?? null,
      of.days?.map(({ scheme }) => scheme) ?? null,
      of.days?.map(({ day }) => day) ?? null,
      of.limit,
    ],
  );

/** A page of the lines that selectInSums adds up, those of the newest file first. Served by bank_entries_by_outcome. */
export const selectSumLines = (
  tx: Tx,
  from: string,
  to: string,
  {
    currency,
    after,
    limit,
  }: { currency: Currency; after: { fileId: string; seq: string } | null; limit: number },
): Promise<AuditSumLine[]> =>
  tx.rows<AuditSumLine>(
    `SELECT f.id::text AS "bankFileId", f.file_name AS "fileName", e.seq, e.line, e.day::text AS day,
            -e.difference_minor AS "differenceMinor"
       FROM bank_files f
       JOIN bank_entries e ON e.merchant_id = tenant_id() AND e.bank_file_id = f.id
      WHERE ${chargesInSums} AND e.currency = $3
        AND ($4::bigint IS NULL OR (f.id, e.seq) < ($4::bigint, $5::bigint))
      ORDER BY f.id DESC, e.seq DESC LIMIT $6`,
    [from, to, currency, after?.fileId ?? null, after?.seq ?? null, limit],
  );
