import type { ClosedSpan } from '@mizan/contract/business-day.ts';
import { type Database, inPlatform } from '../../server/platform/database/database.ts';
import type { MonthPayment } from '../bank-files/month-plan.ts';
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

/** Days on which banks are closed beside Friday and Saturday, also those that are only proposed. */
export const selectClosedDays = (db: Database): Promise<ClosedSpan[]> =>
  inPlatform(db, (tx) =>
    tx.rows<ClosedSpan>(
      `SELECT from_day::text AS "from", to_day::text AS "to" FROM bank_holidays WHERE state <> 'DROPPED'`,
      [],
    ),
  );

/** Whether a bank file of this name stands at the merchant: judged or on the way to it, and not undone. */
export const isFileThere = async (db: Database, merchantUuid: string, fileName: string): Promise<boolean> =>
  (
    await inPlatform(db, (tx) =>
      tx.rows(
        `SELECT FROM bank_files f JOIN merchants m ON m.id = f.merchant_id
          WHERE m.uuid = $1 AND f.file_name = $2 AND f.state NOT IN ('UNDONE', 'REFUSED') LIMIT 1`,
        [merchantUuid, fileName],
      ),
    )
  ).length > 0;

const paymentColumns = `t.id, t.uuid::text, t.order_ref AS "orderRef", t.tid, t.rrn, t.stan, t.approval_code AS "authCode",
              coalesce(t.first_six, '000000') AS "firstSix", coalesce(t.last_four, '0000') AS "lastFour", t.scheme,
              t.type, t.status, t.amount_minor AS "amountMinor", t.currency, t.business_day AS "businessDay",
              (extract(epoch FROM t.created_at) * 1000)::bigint AS "createdAtMs", t.mdr_bps AS "mdrBps",
              t.vat_bps AS "vatBps", t.cap_limit_minor AS "capLimitMinor", t.fee_minor AS "feeMinor",
              t.vat_minor AS "vatMinor", t.original_id AS "originalId"`;

/** Payments of the business days from one to another (ISO, both included), with their bank and the day they are due. */
export const selectMonthOf = (
  db: Database,
  merchantUuid: string,
  from: string,
  to: string,
): Promise<MonthPayment[]> =>
  inPlatform(db, (tx) =>
    tx.rows<MonthPayment>(
      `SELECT ${paymentColumns}, b.code AS branch, e.due_day::text AS "dueDay",
              CASE WHEN e.bank_id = first.id THEN 'najd' ELSE 'tihama' END AS bank
         FROM transactions t
         JOIN merchants m ON m.id = t.merchant_id
         JOIN expectations e ON e.merchant_id = t.merchant_id AND e.transaction_id = t.id AND e.is_owed
         JOIN branches b ON b.merchant_id = t.merchant_id AND b.id = t.branch_id
         JOIN LATERAL (SELECT min(id) AS id FROM banks WHERE merchant_id = t.merchant_id) first ON true
        WHERE m.uuid = $1 AND t.business_day BETWEEN $2 AND $3
        ORDER BY t.id`,
      [merchantUuid, from, to],
    ),
  );

/** Payments of one business day of the merchant with this uuid; as the platform, because a tool is nobody's session. */
export const selectPaymentsOf = (db: Database, merchantUuid: string, day: string): Promise<KnownPayment[]> =>
  inPlatform(db, (tx) =>
    tx.rows<KnownPayment>(
      `SELECT ${paymentColumns}
         FROM transactions t
         JOIN merchants m ON m.id = t.merchant_id
        WHERE m.uuid = $1 AND t.business_day = $2
        ORDER BY t.id`,
      [merchantUuid, day],
    ),
  );
