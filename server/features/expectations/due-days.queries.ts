import type { Tx } from '../../platform/database/database.ts';
import { type DueRow, summedRow, sumUp } from './expectations.queries.ts';

/** The statements behind due-days.service.ts; as the platform, which names the merchant. */

interface Days {
  from: string;
  to: string;
  daysBack: number;
}

/** Sold on one of the days or before, and due on one of them or after: whatever they were, only those can be touched. */
const touched = `count <> 0 AND business_day BETWEEN $1::date - $3::integer AND $2::date AND due_day >= $1::date`;

export const selectMerchantsToReckon = (
  tx: Tx,
  { from, to, daysBack }: Days,
): Promise<{ merchantId: string }[]> =>
  tx.rows(`SELECT DISTINCT merchant_id::text AS "merchantId" FROM expectation_days WHERE ${touched}`, [
    from,
    to,
    daysBack,
  ]);

export const selectCellsToReckon = (
  tx: Tx,
  merchantId: string,
  { from, to, daysBack }: Days,
): Promise<DueRow[]> =>
  tx.rows<DueRow>(
    `SELECT DISTINCT bank_id::text AS "bankId", scheme, business_day AS "businessDay", due_day AS "dueDay"
       FROM expectation_days WHERE merchant_id = $4 AND ${touched}`,
    [from, to, daysBack, merchantId],
  );

/** Expectations of one short transaction: their rows are locked for some hundredths of a second. */
const atOnce = 2_000;

/** Moves some of a cell from one due day to another, with their sums; how many sums that changed, 0 where none is left. */
export const updateDueDay = (
  tx: Tx,
  merchantId: string,
  { bankId, scheme, businessDay, dueDay }: DueRow,
  to: string,
): Promise<number> =>
  tx.change(
    `WITH held AS (
       SELECT transaction_id FROM expectations
        WHERE merchant_id = $1 AND bank_id = $2 AND business_day = $3::date AND scheme = $4 AND due_day = $5::date
          AND is_owed
        ORDER BY transaction_id LIMIT ${atOnce} FOR UPDATE
     ), updated AS (
       UPDATE expectations e SET due_day = $6::date
         FROM held h WHERE e.merchant_id = $1 AND e.transaction_id = h.transaction_id
        RETURNING e.*)
     ${sumUp(`(
       SELECT ${summedRow('u', { line: 'u.line', missing: 'u.missing_in_file_id', dueDay: 'side.due_day' })}, side.sign
         FROM updated u CROSS JOIN LATERAL (VALUES ($5::date, -1), ($6::date, 1)) AS side (due_day, sign)) AS d`)}`,
    [merchantId, bankId, businessDay, scheme, dueDay, to],
  );
