import type { AgreedScheme } from '@mizan/contract/banks.ts';
import type { PaidWithin } from '@mizan/contract/business-day.ts';
import { type RestatementRow, restatementsMax } from '@mizan/contract/discounts.ts';
import type { Tx } from '../../platform/database/database.ts';

/** The statements behind restatements.service.ts, as the tenant. */
export interface KeptRestatement {
  id: string;
  bankId: string;
  scheme: AgreedScheme;
  mdrBps: number;
  vatBps: number;
  capLimitMinor: number | null;
  processingFeeMinor: number;
  paidWithin: PaidWithin;
  validFrom: string;
  reason: string;
  state: RestatementRow['state'];
  askedById: string;
  askedByName: string;
  askedAt: Date;
  decidedById: string | null;
  decidedByName: string | null;
  decidedAt: Date | null;
  restatedCount: number;
}

const columns = `r.id AS place, r.id::text, bank_id::text AS "bankId", scheme, mdr_bps AS "mdrBps", vat_bps AS "vatBps",
  cap_limit_minor AS "capLimitMinor", processing_fee_minor AS "processingFeeMinor",
  jsonb_build_object('days', paid_within_days, 'kind', paid_within_kind) AS "paidWithin",
  valid_from::text AS "validFrom", reason, state, asked_by_id::text AS "askedById", asked_by_name AS "askedByName",
  asked_at AS "askedAt", decided_by_id::text AS "decidedById", decided_by_name AS "decidedByName",
  decided_at AS "decidedAt", restated_count AS "restatedCount"`;

/** Newest first. */
export const selectRestatements = (tx: Tx): Promise<KeptRestatement[]> =>
  tx.rows<KeptRestatement>(
    `SELECT ${columns} FROM rate_restatements r WHERE merchant_id = tenant_id()
      ORDER BY place DESC LIMIT ${restatementsMax}`,
  );

export const lockRestatement = (tx: Tx, id: string): Promise<KeptRestatement | null> =>
  tx.row<KeptRestatement>(
    `SELECT ${columns} FROM rate_restatements r WHERE merchant_id = tenant_id() AND id = $1 FOR UPDATE`,
    [id],
  );

export type NewRestatement = Omit<
  KeptRestatement,
  'id' | 'state' | 'decidedById' | 'decidedByName' | 'decidedAt' | 'restatedCount'
>;

/** Null where the correction of this rate is asked for already. */
export async function insertRestatement(tx: Tx, one: NewRestatement): Promise<string | null> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO rate_restatements (merchant_id, bank_id, scheme, valid_from, mdr_bps, vat_bps, cap_limit_minor,
       processing_fee_minor, paid_within_days, paid_within_kind, reason, state, asked_by_id, asked_by_name, asked_at)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'ASKED', $11, $12, $13)
     ON CONFLICT DO NOTHING RETURNING id::text`,
    [
      one.bankId,
      one.scheme,
      one.validFrom,
      one.mdrBps,
      one.vatBps,
      one.capLimitMinor,
      one.processingFeeMinor,
      one.paidWithin.days,
      one.paidWithin.kind,
      one.reason,
      one.askedById,
      one.askedByName,
      one.askedAt,
    ],
  );
  return row?.id ?? null;
}

export const updateDecision = (
  tx: Tx,
  { id, state, by, at }: { id: string; state: string; by: { userId: string; fullName: string }; at: Date },
): Promise<number> =>
  tx.change(
    `UPDATE rate_restatements SET state = $2, decided_by_id = $3, decided_by_name = $4, decided_at = $5
      WHERE merchant_id = tenant_id() AND id = $1`,
    [id, state, by.userId, by.fullName, at],
  );

/** So many payments more were charged anew; with `isDone` that was all. */
export const updateProgress = (tx: Tx, id: string, more: number, isDone: boolean): Promise<number> =>
  tx.change(
    `UPDATE rate_restatements
        SET restated_count = restated_count + $2, state = CASE WHEN $3::boolean THEN 'DONE' ELSE state END
      WHERE merchant_id = tenant_id() AND id = $1`,
    [id, more, isDone],
  );

/** A rate that a correction takes the place of holds no more. */
export const replaceRate = (
  tx: Tx,
  { bankId, scheme, validFrom }: Pick<KeptRestatement, 'bankId' | 'scheme' | 'validFrom'>,
  byName: string,
  at: Date,
): Promise<number> =>
  tx.change(
    `UPDATE discount_rates SET withdrawn_at = $4, withdrawn_by_name = $5
      WHERE merchant_id = tenant_id() AND bank_id = $1 AND scheme = $2 AND valid_from = $3 AND withdrawn_at IS NULL`,
    [bankId, scheme, validFrom, at, byName],
  );
