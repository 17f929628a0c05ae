import type { Currency } from '@mizan/contract/money.ts';
import { type CellParams, storedBankId } from '@mizan/contract/settlement.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Recorded, recordedOf } from './recorded.ts';

/** What arrived, from the shares that count. */

export interface ArrivedRow {
  bankId: string;
  scheme: Scheme;
  currency: Currency;
  day: string;
  arrivedMinor: number;
  /** The last value date among its deposits. */
  arrivedOn: string;
  /** Each once, in order. */
  valueDates: string[];
}
/** Of the business days from $1 to $2, by cell. */
export const selectArrivedOf = (tx: Tx, from: string, to: string): Promise<ArrivedRow[]> =>
  tx.rows<ArrivedRow>(
    `SELECT s.bank_id::text AS "bankId", s.scheme, s.currency, s.business_day::text AS day,
            sum(s.amount_minor) AS "arrivedMinor", max(d.value_date)::text AS "arrivedOn",
            array_agg(DISTINCT d.value_date::text ORDER BY d.value_date::text) AS "valueDates"
       FROM deposit_shares s
       JOIN bank_deposits d ON d.merchant_id = tenant_id() AND d.id = s.deposit_id
      WHERE s.merchant_id = tenant_id() AND s.undone_at IS NULL AND s.business_day BETWEEN $1::date AND $2::date
      GROUP BY s.bank_id, s.scheme, s.currency, s.business_day`,
    [from, to],
  );

/** The months, 'YYYY-MM', with business days of which a deposit of the value date $1 paid something, the oldest first. */
export const selectMonthsPaidOn = async (tx: Tx, valueDate: string): Promise<string[]> => {
  const rows = await tx.rows<{ month: string }>(
    `SELECT DISTINCT to_char(s.business_day, 'YYYY-MM') AS month
       FROM deposit_shares s
       JOIN bank_deposits d ON d.merchant_id = tenant_id() AND d.id = s.deposit_id
      WHERE s.merchant_id = tenant_id() AND s.undone_at IS NULL AND d.value_date = $1::date
      ORDER BY month`,
    [valueDate],
  );
  return rows.map(({ month }) => month);
};

/** From and until which value date deposits of a bank and currency are on record, and which day they pay first. */
export interface RecordedRow extends Recorded {
  bankId: string;
  currency: Currency;
}
export const selectRecorded = (tx: Tx): Promise<RecordedRow[]> =>
  tx.rows<RecordedRow>(
    `SELECT d.bank_id::text AS "bankId", d.currency, ${recordedOf}
       FROM bank_deposits d WHERE d.merchant_id = tenant_id() AND d.undone_at IS NULL
      GROUP BY d.bank_id, d.currency`,
  );

export interface CellDepositRow {
  depositId: string;
  reference: string;
  valueDate: string;
  /** What it pays of the cell. */
  amountMinor: number;
  depositMinor: number;
}
/** The deposits that pay a cell, by value date. */
export const selectDepositsOfCell = (tx: Tx, cell: CellParams): Promise<CellDepositRow[]> =>
  tx.rows<CellDepositRow>(
    `SELECT d.id AS place, d.id::text AS "depositId", d.reference, d.value_date::text AS "valueDate",
            s.amount_minor AS "amountMinor", d.amount_minor AS "depositMinor"
       FROM deposit_shares s
       JOIN bank_deposits d ON d.merchant_id = tenant_id() AND d.id = s.deposit_id
      WHERE s.merchant_id = tenant_id() AND s.undone_at IS NULL AND s.bank_id = $1 AND s.business_day = $2::date
        AND s.scheme = $3 AND s.currency = $4
      ORDER BY d.value_date, place`,
    [storedBankId(cell.bankId), cell.day, cell.scheme, cell.currency],
  );
