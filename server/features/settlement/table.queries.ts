import type { Currency } from '@mizan/contract/money.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import type { Tx } from '../../platform/database/database.ts';
import { givesBackSql, isChargeSql } from '../../platform/database/type-sql.ts';

/** The statements behind table.service.ts: a month from the sums. */

const bankName = (id: string): string => `CASE ${id} WHEN 0 THEN '${unknownBank}' ELSE ${id}::text END`;

export interface OwedRow {
  bankId: string;
  scheme: Scheme;
  currency: Currency;
  day: string;
  dueDay: string;
  grossMinor: number;
  refundsMinor: number;
  /** Rate and processing fee together. */
  feeMinor: number;
  vatMinor: number;
  netMinor: number;
  unjudgedCount: number;
  unjudgedMinor: number;
}
/** What is owed for the days from $1 to $2, by cell. */
export const selectOwedRows = (tx: Tx, from: string, to: string): Promise<OwedRow[]> =>
  tx.rows<OwedRow>(
    `SELECT ${bankName('bank_id')} AS "bankId", scheme, currency, business_day::text AS day,
            min(due_day)::text AS "dueDay",
            coalesce(sum(gross_minor - unjudged_minor) FILTER (WHERE ${isChargeSql()}), 0) AS "grossMinor",
            coalesce(sum(gross_minor - unjudged_minor) FILTER (WHERE ${givesBackSql()}), 0) AS "refundsMinor",
            sum(fee_minor) AS "feeMinor", sum(vat_minor) AS "vatMinor", sum(net_minor) AS "netMinor",
            sum(unjudged_count) AS "unjudgedCount", sum(unjudged_minor) AS "unjudgedMinor"
       FROM expectation_days
      WHERE merchant_id = tenant_id() AND count <> 0 AND business_day BETWEEN $1::date AND $2::date
      GROUP BY bank_id, scheme, currency, business_day`,
    [from, to],
  );

/** What of these days was written off, by cell: it stays in the net. */
export interface WrittenOffRow {
  bankId: string;
  scheme: Scheme;
  currency: Currency;
  day: string;
  count: number;
  netMinor: number;
}
export const selectWrittenOff = (tx: Tx, from: string, to: string): Promise<WrittenOffRow[]> =>
  tx.rows<WrittenOffRow>(
    `SELECT ${bankName('bank_id')} AS "bankId", scheme, currency, business_day::text AS day, sum(count) AS count,
            sum(net_minor) AS "netMinor"
       FROM expectation_days
      WHERE merchant_id = tenant_id() AND count <> 0 AND line = 'writtenOff' AND business_day BETWEEN $1::date AND $2::date
      GROUP BY bank_id, scheme, currency, business_day`,
    [from, to],
  );

/** Whether any rate on record has a processing fee: without one, all fees are the rate's. */
export const hasProcessingFee = async (tx: Tx): Promise<boolean> =>
  (await tx.row(
    'SELECT 1 FROM discount_rates WHERE merchant_id = tenant_id() AND processing_fee_minor > 0 LIMIT 1',
  )) !== null;

export interface MdrRow {
  bankId: string;
  scheme: Scheme;
  currency: Currency;
  day: string;
  mdrMinor: number;
}
/** What of the fees is the merchant discount rate, by cell; reads the payments of the days. */
export const selectMdr = (tx: Tx, from: string, to: string): Promise<MdrRow[]> =>
  tx.rows<MdrRow>(
    `SELECT ${bankName('e.bank_id')} AS "bankId", e.scheme, e.currency, e.business_day::text AS day,
            sum(t.mdr_minor) AS "mdrMinor"
       FROM expectations e JOIN transactions t ON t.merchant_id = e.merchant_id AND t.id = e.transaction_id
      WHERE e.merchant_id = tenant_id() AND e.is_owed AND ${isChargeSql('e.type')} AND e.net_minor IS NOT NULL
        AND e.business_day BETWEEN $1::date AND $2::date
      GROUP BY e.bank_id, e.scheme, e.currency, e.business_day`,
    [from, to],
  );
