import type { PaidWithin } from '@mizan/contract/business-day.ts';
import { ratesMax } from '@mizan/contract/discounts.ts';
import type { Tx } from '../../platform/database/database.ts';

export interface NewRate {
  scheme: string;
  mdrBps: number;
  /** As it was said; null where the law's is meant. */
  vatBps: number | null;
  capLimitMinor: number | null;
  processingFeeMinor: number;
  bankId: string;
  paidWithin: PaidWithin;
  /** 'YYYY-MM-DD' */
  validFrom: string;
}

/** Who said so, and how it came. */
export interface Added {
  note?: string;
  by?: { userId: string; fullName: string };
  at?: Date;
  importedCount?: number | null;
  restatementId?: string | null;
}

/** What is kept: null is the law's. */
type KeptVat = Omit<NewRate, 'vatBps'> & { ownVatBps: number | null };

/** As the platform, which names the merchant, or as the merchant itself. Answers its id. */
export async function insertRate(
  tx: Tx,
  merchantId: string,
  rate: KeptVat,
  added: Added = {},
): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO discount_rates (merchant_id, bank_id, scheme, mdr_bps, vat_bps, cap_limit_minor, processing_fee_minor,
       paid_within_days, paid_within_kind, valid_from, note, added_by_id, added_by_name, created_at, imported_count,
       restatement_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, coalesce($14::timestamptz, now()), $15, $16)
     RETURNING id::text`,
    [
      merchantId,
      rate.bankId,
      rate.scheme,
      rate.mdrBps,
      rate.ownVatBps,
      rate.capLimitMinor,
      rate.processingFeeMinor,
      rate.paidWithin.days,
      rate.paidWithin.kind,
      rate.validFrom,
      added.note ?? '',
      added.by?.userId ?? null,
      added.by?.fullName ?? null,
      added.at ?? null,
      added.importedCount ?? null,
      added.restatementId ?? null,
    ],
  );
  if (!row) throw new Error('an INSERT returns its row');
  return row.id;
}

export interface KeptRate extends KeptVat {
  id: string;
  note: string;
  addedByName: string | null;
  addedAt: Date;
  importedCount: number | null;
  withdrawnAt: Date | null;
  withdrawnByName: string | null;
  restatementId: string | null;
}

/** As the tenant, from here on: every rate that was ever said, by bank and scheme, the latest day first. */
export const selectRates = (tx: Tx): Promise<KeptRate[]> =>
  tx.rows<KeptRate>(
    `SELECT r.id AS place, r.bank_id AS bank, r.id::text, r.bank_id::text AS "bankId", scheme, mdr_bps AS "mdrBps",
            vat_bps AS "ownVatBps", cap_limit_minor AS "capLimitMinor", processing_fee_minor AS "processingFeeMinor",
            jsonb_build_object('days', paid_within_days, 'kind', paid_within_kind) AS "paidWithin",
            valid_from::text AS "validFrom", note, added_by_name AS "addedByName", created_at AS "addedAt",
            imported_count AS "importedCount", withdrawn_at AS "withdrawnAt",
            withdrawn_by_name AS "withdrawnByName", restatement_id::text AS "restatementId"
       FROM discount_rates r WHERE merchant_id = tenant_id()
      ORDER BY bank, scheme, "validFrom" DESC, place DESC LIMIT ${ratesMax}`,
  );

/** False where it was taken back meanwhile. */
export const updateWithdrawn = async (tx: Tx, id: string, byName: string, at: Date): Promise<boolean> =>
  (await tx.change(
    `UPDATE discount_rates SET withdrawn_at = $2, withdrawn_by_name = $3
      WHERE merchant_id = tenant_id() AND id = $1 AND withdrawn_at IS NULL`,
    [id, at, byName],
  )) > 0;
