import type { Tx } from '../../platform/database/database.ts';
import type { Sum } from '../../reconciliation/judge/coverage-summary.ts';
import { withoutLine } from '../expectations/expectation-state.ts';

/** Which payments of a part no line has: as the engine is given its part. */
export interface PartOfBanks {
  bankIds: readonly number[];
  /** Null for all. */
  tids: readonly string[] | null;
  schemes: readonly string[] | null;
}

const ofPart = `
  FROM expectations e
 WHERE e.merchant_id = tenant_id() AND e.line IN ${withoutLine} AND e.is_owed AND e.bank_id = ANY ($1::bigint[])
   AND ($2::text[] IS NULL OR EXISTS (
         SELECT 1 FROM terminals t
          WHERE t.merchant_id = tenant_id() AND t.id = e.terminal_id AND t.tid = ANY ($2::text[])))
   AND ($3::text[] IS NULL OR e.scheme = ANY ($3::text[]))`;
const sums = `e.currency, count(*) AS count, sum(e.gross_minor) AS "amountMinor"`;

/** What the host had before an instant, by currency; served by expectations_open. */
export const selectBefore = (tx: Tx, part: PartOfBanks, before: Date): Promise<Sum[]> =>
  tx.rows<Sum>(`SELECT ${sums} ${ofPart} AND e.host_at < $4 GROUP BY e.currency ORDER BY e.currency`, [
    part.bankIds,
    part.tids,
    part.schemes,
    before,
  ]);

/** What was sold after a business day and until an instant, by the day it is due; served by expectations_by_day. */
export const selectSoldAfter = (
  tx: Tx,
  part: PartOfBanks,
  after: string,
  until: Date,
): Promise<(Sum & { dueDay: string })[]> =>
  tx.rows<Sum & { dueDay: string }>(
    `SELECT e.due_day::text AS "dueDay", ${sums} ${ofPart} AND e.business_day > $4 AND e.host_at <= $5
      GROUP BY e.due_day, e.currency ORDER BY e.due_day, e.currency`,
    [part.bankIds, part.tids, part.schemes, after, until],
  );
