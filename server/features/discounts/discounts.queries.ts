import type { PaidWithin } from '@mizan/contract/business-day.ts';
import type { Tx } from '../../platform/database/database.ts';

export interface NewRate {
  scheme: string;
  mdrBps: number;
  vatBps: number;
  capLimitMinor: number | null;
  processingFeeMinor: number;
  bankId: string;
  paidWithin: PaidWithin;
  /** 'YYYY-MM-DD' */
  validFrom: string;
}

/** As the platform, which names the merchant. */
export const insertRate = (tx: Tx, merchantId: string, rate: NewRate): Promise<number> =>
  tx.change(
    `INSERT INTO discount_rates (merchant_id, bank_id, scheme, mdr_bps, vat_bps, cap_limit_minor, processing_fee_minor,
       paid_within_days, paid_within_kind, valid_from)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      merchantId,
      rate.bankId,
      rate.scheme,
      rate.mdrBps,
      rate.vatBps,
      rate.capLimitMinor,
      rate.processingFeeMinor,
      rate.paidWithin.days,
      rate.paidWithin.kind,
      rate.validFrom,
    ],
  );
