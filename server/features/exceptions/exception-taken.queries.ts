import type { Currency } from '@mizan/contract/money.ts';
import type { Tx } from '../../platform/database/database.ts';
import { signedSql } from '../../platform/database/type-sql.ts';
import { pagePayments } from '../reconciliation/claim-pages.ts';
import type { PaymentRecord } from './exception-near.queries.ts';

/** Payments that have a line already, near what an exception is about; and that line. */

export interface Spot {
  tid: string;
  amountMinor: number;
  currency: Currency;
  day: string;
  /** The payment that is looked for itself; null of a line. */
  exceptId: string | null;
}

/** As the engine's suggestions: further apart nothing comes near (judge/suggest.ts). */
const daysApart = 7;

/** Held payments of a terminal with the same amount, the nearest day first. Served by transactions_by_amount. */
export const selectHeldBeside = (tx: Tx, spot: Spot, limit: number): Promise<PaymentRecord[]> =>
  tx.rows<PaymentRecord>(
    `SELECT t.id::text, t.tid, t.rrn, t.approval_code AS "authCode", t.last_four AS "lastFour", t.business_day AS day,
            t.currency, ${signedSql('t.amount_minor', 't.type')} AS "amountMinor", true AS "isHeld"
       FROM transactions t
       JOIN bank_claims c ON c.merchant_id = tenant_id() AND c.page = t.id / ${pagePayments}
        AND get_bit(c.held, (t.id % ${pagePayments})::integer) = 1
      WHERE t.merchant_id = tenant_id() AND t.amount_minor = abs($1::bigint) AND t.tid = $2 AND t.currency = $3
        AND ${signedSql('t.amount_minor', 't.type')} = $1::bigint
        AND t.business_day BETWEEN $4::date - ${daysApart} AND $4::date + ${daysApart}
        AND t.created_at BETWEEN $4::date - ${daysApart + 2} AND $4::date + ${daysApart + 2}
        AND ($5::bigint IS NULL OR t.id <> $5)
      ORDER BY abs(t.business_day - $4::date), t.id LIMIT $6`,
    [spot.amountMinor, spot.tid, spot.currency, spot.day, spot.exceptId, limit],
  );

export interface Holder {
  transactionId: string;
  bankFileId: string;
  fileName: string;
  line: number;
}
/** The line that has each of some payments. Served by bank_entries_claim and bank_entry_blocks_claim. */
export const selectHolders = (tx: Tx, transactionIds: readonly string[]): Promise<Holder[]> =>
  tx.rows<Holder>(
    `SELECT h.transaction_id::text AS "transactionId", h.bank_file_id::text AS "bankFileId", f.file_name AS "fileName", h.line
       FROM (
         SELECT e.transaction_id, e.bank_file_id, e.line
           FROM bank_entries e
          WHERE e.merchant_id = tenant_id() AND e.claims AND e.transaction_id = ANY ($1::bigint[])
         UNION ALL
         SELECT w.id, b.bank_file_id, b.lines[array_position(b.transaction_ids, w.id)]
           FROM unnest($1::bigint[]) AS w (id)
           JOIN bank_entry_blocks b ON b.merchant_id = tenant_id() AND b.claims AND b.last_id >= w.id AND b.first_id <= w.id
            AND w.id = ANY (b.transaction_ids)
       ) h
       JOIN bank_files f ON f.merchant_id = tenant_id() AND f.id = h.bank_file_id
      WHERE f.state = 'DONE' AND h.line IS NOT NULL`,
    [transactionIds],
  );
