import type { RefundEffect } from '@mizan/contract/refunds.ts';
import type { Tx } from '../../platform/database/database.ts';

export type OriginalFigures = Omit<RefundEffect['original'], 'createdAt'> & {
  createdAt: Date;
  type: string;
  status: string;
  terminalId: string;
  cashMinor: number;
  feeMinor: number;
  vatMinor: number;
  firstSix: string | null;
};

/** A purchase with what its bank charges for it; null where there is none. */
export const selectOriginalFigures = (tx: Tx, id: string): Promise<OriginalFigures | null> =>
  tx.row<OriginalFigures>(
    `SELECT t.id::text, t.type, t.status, t.amount_minor AS "amountMinor", t.currency, t.scheme,
            t.first_six AS "firstSix", t.last_four AS "lastFour", t.rrn, t.created_at AS "createdAt", t.tid,
            t.terminal_id::text AS "terminalId", b.name_en AS "branchNameEn", b.name_ar AS "branchNameAr",
            t.cashier_name AS "cashierName", t.mdr_bps AS "mdrBps", t.vat_bps AS "vatBps",
            t.cash_minor AS "cashMinor", t.fee_minor AS "feeMinor", t.vat_minor AS "vatMinor",
            coalesce(e.fee_minor IS NOT NULL, false) AS "isRateKnown"
       FROM transactions t
       JOIN branches b ON b.merchant_id = t.merchant_id AND b.id = t.branch_id
       LEFT JOIN expectations e ON e.merchant_id = t.merchant_id AND e.transaction_id = t.id
      WHERE t.merchant_id = tenant_id() AND t.id = $1`,
    [id],
  );

export const selectTerminal = (tx: Tx, id: string): Promise<RefundEffect['terminal'] | null> =>
  tx.row(
    `SELECT t.id::text, t.tid, t.status = 'RETIRED' AS "isRetired",
            t.status <> 'RETIRED' AND t.connection IN ('CONNECTED', 'RECONNECTING') AS "isConnected",
            m.status = 'ACTIVE' AND b.status = 'ACTIVE' AS "isInService"
       FROM terminals t
       JOIN merchants m ON m.id = t.merchant_id
       JOIN branches b ON b.merchant_id = t.merchant_id AND b.id = t.branch_id
      WHERE t.merchant_id = tenant_id() AND t.id = $1`,
    [id],
  );

/** What a bank owes for a due day, in riyals; `unknown` is how many payments have no agreed rate. By the days' sums. */
export const selectOwedFor = async (
  tx: Tx,
  bankId: string,
  dueDay: string,
): Promise<{ netMinor: number; unknown: number }> =>
  (await tx.row<{ netMinor: number; unknown: number }>(
    `SELECT coalesce(sum(net_minor), 0)::bigint AS "netMinor", coalesce(sum(unjudged_count), 0)::bigint AS unknown
       FROM expectation_days
      WHERE merchant_id = tenant_id() AND bank_id = $1 AND due_day = $2::date AND currency = 'SAR'
        AND business_day BETWEEN $2::date - 60 AND $2::date`,
    [bankId, dueDay],
  )) ?? { netMinor: 0, unknown: 0 };
