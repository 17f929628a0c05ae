import type { ClosedSpan, PaidWithin } from '@mizan/contract/business-day.ts';
import type { Rate } from '@mizan/contract/money.ts';
import type { Tx } from '../../platform/database/database.ts';

/** What is on record for a card scheme on a terminal at a moment. */
export interface AgreementRow {
  /** '0' where nobody said with which bank the terminal is. */
  bankId: string;
  /** The bank's business day, 'YYYY-MM-DD'. */
  businessDay: string;
  rate: Rate | null;
  /** VAT of the law on that day. */
  vatBps: number;
  paidWithin: PaidWithin | null;
  /** Spans that may move the due day. */
  closed: ClosedSpan[];
}

/** No agreement waits longer; holidays further away do not move a due day. */
const dueDaysMax = 120;

/**
 * A terminal's bank at a moment ($1 terminal, $2 scheme, $3 moment): its scheme's own row before the one of all, or else
 * the merchant's bank where there is only one. The bank's cut-off decides the business day as `businessDayOf` does, and
 * that day the rate.
 */
export const selectAgreement = (
  tx: Tx,
  terminalId: string,
  scheme: string,
  at: Date,
): Promise<AgreementRow | null> =>
  tx.row<AgreementRow>(
    `SELECT bank.id::text AS "bankId", day.day::text AS "businessDay",
            CASE WHEN rate.mdr_bps IS NOT NULL THEN jsonb_build_object('mdrBps', rate.mdr_bps, 'vatBps', coalesce(rate.vat_bps, law.vat_bps),
              'capLimitMinor', rate.cap_limit_minor, 'processingFeeMinor', rate.processing_fee_minor) END AS rate,
            law.vat_bps AS "vatBps",
            CASE WHEN rate.mdr_bps IS NOT NULL THEN jsonb_build_object('days', rate.paid_within_days,
              'kind', rate.paid_within_kind) END AS "paidWithin",
            (SELECT coalesce(jsonb_agg(jsonb_build_object('from', h.from_day, 'to', h.to_day)), '[]')
               FROM bank_holidays h
              WHERE h.state <> 'DROPPED' AND h.to_day >= day.day AND h.from_day <= day.day + ${dueDaysMax}) AS closed
       FROM (SELECT coalesce(
               (SELECT b.bank_id FROM terminal_banks b
                 WHERE b.merchant_id = tenant_id() AND b.terminal_id = $1 AND b.scheme IN ($2, '')
                   AND b.valid_from <= ($3::timestamptz AT TIME ZONE 'Asia/Riyadh')::date
                 ORDER BY b.scheme <> '' DESC, b.valid_from DESC LIMIT 1),
               (SELECT CASE WHEN count(*) = 1 THEN min(o.id) END FROM banks o WHERE o.merchant_id = tenant_id()),
               0) AS id) bank
      CROSS JOIN LATERAL (
        SELECT (($3::timestamptz AT TIME ZONE 'Asia/Riyadh') - coalesce(
                 (SELECT CASE WHEN c.cutoff >= '12:00' THEN c.cutoff::interval - interval '24 hours'
                              ELSE c.cutoff::interval END
                    FROM bank_cutoffs c
                   WHERE c.merchant_id = tenant_id() AND c.bank_id = bank.id
                     AND c.valid_from <= ($3::timestamptz AT TIME ZONE 'Asia/Riyadh')::date
                   ORDER BY c.valid_from DESC LIMIT 1),
                 interval '0'))::date AS day) day
      CROSS JOIN LATERAL (SELECT (SELECT v.vat_bps FROM vat_rates v WHERE v.withdrawn_at IS NULL AND v.valid_from <= day.day
                                   ORDER BY v.valid_from DESC LIMIT 1) AS vat_bps) law
       LEFT JOIN LATERAL (
        SELECT mdr_bps, vat_bps, cap_limit_minor, processing_fee_minor, paid_within_days, paid_within_kind
          FROM discount_rates r
         WHERE r.merchant_id = tenant_id() AND r.bank_id = bank.id AND r.scheme = $2 AND r.valid_from <= day.day
           AND r.withdrawn_at IS NULL
         ORDER BY r.valid_from DESC LIMIT 1) rate ON true`,
    [terminalId, scheme, at],
  );

/** All that agreements of the tenant are told by; days as 'YYYY-MM-DD', oldest first. */
export interface AgreedRow {
  bankId: string;
  scheme: string;
  validFrom: string;
  withdrawnAt: null;
  mdrBps: number;
  /** Null where it follows the law. */
  ownVatBps: number | null;
  capLimitMinor: number | null;
  processingFeeMinor: number;
  paidWithin: PaidWithin;
}

export const selectAgreedRates = (tx: Tx): Promise<AgreedRow[]> =>
  tx.rows<AgreedRow>(
    `SELECT bank_id::text AS "bankId", scheme, valid_from::text AS "validFrom", NULL AS "withdrawnAt",
            mdr_bps AS "mdrBps", vat_bps AS "ownVatBps", cap_limit_minor AS "capLimitMinor",
            processing_fee_minor AS "processingFeeMinor",
            jsonb_build_object('days', paid_within_days, 'kind', paid_within_kind) AS "paidWithin"
       FROM discount_rates WHERE merchant_id = tenant_id() AND withdrawn_at IS NULL ORDER BY valid_from`,
  );

export const selectClosedSpans = (tx: Tx): Promise<ClosedSpan[]> =>
  tx.rows<ClosedSpan>(
    `SELECT from_day::text AS "from", to_day::text AS "to" FROM bank_holidays WHERE state <> 'DROPPED' ORDER BY from_day`,
  );
