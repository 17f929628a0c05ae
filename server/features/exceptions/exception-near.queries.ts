import type { Candidate } from '@mizan/contract/bank-file-entry.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type { Tx } from '../../platform/database/database.ts';
import { signedSql } from '../../platform/database/type-sql.ts';
import { pagePayments } from '../reconciliation/claim-pages.ts';

/** What stands on either side of an exception, as it says itself. */

export interface PaymentRecord {
  id: string;
  tid: string | null;
  rrn: string | null;
  authCode: string | null;
  lastFour: string | null;
  day: string;
  currency: Currency;
  amountMinor: number;
  isHeld: boolean;
}

export const selectPayments = (tx: Tx, ids: readonly string[]): Promise<PaymentRecord[]> =>
  tx.rows<PaymentRecord>(
    `SELECT t.id::text, t.tid, t.rrn, t.approval_code AS "authCode", t.last_four AS "lastFour",
            t.business_day AS day, t.currency,
            ${signedSql('t.amount_minor', 't.type')} AS "amountMinor",
            coalesce(get_bit(c.held, (t.id % ${pagePayments})::integer) = 1, false) AS "isHeld"
       FROM transactions t
       LEFT JOIN bank_claims c ON c.merchant_id = tenant_id() AND c.page = t.id / ${pagePayments}
      WHERE t.merchant_id = tenant_id() AND t.id = ANY ($1::bigint[])`,
    [ids],
  );

export interface LineRecord {
  bankFileId: string;
  fileName: string;
  line: number;
  tid: string | null;
  rrn: string | null;
  authCode: string | null;
  lastFour: string | null;
  day: string | null;
  currency: Currency;
  amountMinor: number | null;
  candidates: Candidate[] | null;
}

/** How many lines without a payment of files around a payment's day are looked through for it. */
const linesLookedAtMax = 5_000;
/** As the engine's suggestions: further apart nothing comes near (judge/suggest.ts). */
const daysApart = 7;

/**
 * Lines without a payment, of any judged file around a payment's day, to which the engine found it near. Files by
 * bank_files_days, their lines by bank_entries_by_outcome, so many of them at most.
 */
export const selectLinesNear = (
  tx: Tx,
  transactionId: string,
  day: string,
  limit: number,
): Promise<LineRecord[]> =>
  tx.rows<LineRecord>(
    `SELECT l.* FROM (
       SELECT e.bank_file_id::text AS "bankFileId", f.file_name AS "fileName", e.line, e.tid, e.rrn,
              e.detail #>> '{own,authCode}' AS "authCode", e.last_four AS "lastFour", e.day, e.currency,
              e.bank_minor AS "amountMinor", e.detail -> 'candidates' AS candidates
         FROM bank_files f
         JOIN bank_entries e ON e.merchant_id = tenant_id() AND e.bank_file_id = f.id
        WHERE f.merchant_id = tenant_id() AND f.state = 'DONE'
          AND f.last_day >= $2::date - ${daysApart} AND f.first_day <= $2::date + ${daysApart}
          AND e.outcome = 'missingInPortal' AND e.outcome <> 'matched' AND e.line IS NOT NULL
        LIMIT ${linesLookedAtMax}) AS l
      WHERE l.candidates @> jsonb_build_array(jsonb_build_object('transactionId', $1::text))
      LIMIT $3`,
    [transactionId, day, limit],
  );
