import type { Tx } from '../../platform/database/database.ts';

export interface RateRow {
  mdrBps: number;
  vatBps: number;
  capLimitMinor: number | null;
  processingFeeMinor: number;
}

export interface NewRate {
  scheme: string;
  mdrBps: number;
  vatBps: number;
  capLimitMinor: number | null;
  bankCode: string;
  /** 'YYYY-MM-DD' */
  validFrom: string;
}

/** As the platform, which names the merchant. */
export const insertRate = (tx: Tx, merchantId: string, rate: NewRate): Promise<number> =>
  tx.change(
    `INSERT INTO discount_rates (merchant_id, scheme, mdr_bps, vat_bps, cap_limit_minor, bank_code, valid_from)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [merchantId, rate.scheme, rate.mdrBps, rate.vatBps, rate.capLimitMinor, rate.bankCode, rate.validFrom],
  );

/** The rate of a scheme that was in force on a day: the one that began last. Served by the unique key. */
export const selectRateOn = (tx: Tx, scheme: string, day: string): Promise<RateRow | null> =>
  tx.row<RateRow>(
    `SELECT mdr_bps AS "mdrBps", vat_bps AS "vatBps", cap_limit_minor AS "capLimitMinor",
            processing_fee_minor AS "processingFeeMinor"
       FROM discount_rates
      WHERE merchant_id = tenant_id() AND scheme = $1 AND valid_from <= $2
      ORDER BY valid_from DESC
      LIMIT 1`,
    [scheme, day],
  );
