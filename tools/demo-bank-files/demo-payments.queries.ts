import { type Database, inPlatform } from '../../server/platform/database/database.ts';
import type { KnownPayment } from '../bank-files/settlement-line.ts';

/** Of these payments those that are not to be paid before a day. */
export const selectNotDue = async (
  db: Database,
  ids: readonly number[],
  day: string,
): Promise<Set<number>> => {
  const rows = await inPlatform(db, (tx) =>
    tx.rows<{ id: number }>(
      'SELECT transaction_id AS id FROM expectations WHERE transaction_id = ANY ($1) AND due_day >= $2',
      [ids, day],
    ),
  );
  return new Set(rows.map(({ id }) => id));
};

/** Payments of one business day of the merchant with this uuid; as the platform, because a tool is nobody's session. */
export const selectPaymentsOf = (db: Database, merchantUuid: string, day: string): Promise<KnownPayment[]> =>
  inPlatform(db, (tx) =>
    tx.rows<KnownPayment>(
      `SELECT t.id, t.uuid::text, t.order_ref AS "orderRef", t.tid, t.rrn, t.stan, t.approval_code AS "authCode",
              coalesce(t.first_six, '000000') AS "firstSix", coalesce(t.last_four, '0000') AS "lastFour", t.scheme,
              t.type, t.status, t.amount_minor AS "amountMinor", t.currency, t.business_day AS "businessDay",
              (extract(epoch FROM t.created_at) * 1000)::bigint AS "createdAtMs", t.mdr_bps AS "mdrBps",
              t.vat_bps AS "vatBps", t.cap_limit_minor AS "capLimitMinor", t.fee_minor AS "feeMinor",
              t.vat_minor AS "vatMinor", t.original_id AS "originalId"
         FROM transactions t
         JOIN merchants m ON m.id = t.merchant_id
        WHERE m.uuid = $1 AND t.business_day = $2
        ORDER BY t.id`,
      [merchantUuid, day],
    ),
  );
