import type { Tx } from '../../platform/database/database.ts';
import { sale } from './dashboard.queries.ts';

/** From the first instant of a window until before another. */
export interface Span {
  from: Date;
  before: Date;
}

/** The sales of both spans by one thing: of the five names one is set, and zero is the cashier of nobody. */
export interface ComparedRow {
  branchId: string | null;
  terminalId: string | null;
  cashierId: string | null;
  scheme: string | null;
  hour: Date | null;
  nowCount: number;
  nowMinor: number;
  beforeCount: number;
  beforeMinor: number;
}

/** Both spans in one reading of the rollups by hour, along their key (insights-plan.test.ts). */
export const comparedStatement = (branchId: string | null, now: Span, before: Span) => ({
  text: `SELECT branch_id::text AS "branchId", terminal_id::text AS "terminalId", cashier_id::text AS "cashierId",
                scheme, hour,
                coalesce(sum(count) FILTER (WHERE hour >= $1), 0) AS "nowCount",
                coalesce(sum(amount_minor) FILTER (WHERE hour >= $1), 0) AS "nowMinor",
                coalesce(sum(count) FILTER (WHERE hour < $4), 0) AS "beforeCount",
                coalesce(sum(amount_minor) FILTER (WHERE hour < $4), 0) AS "beforeMinor"
           FROM transaction_rollups
          WHERE merchant_id = tenant_id() AND hour >= $3 AND hour < $2 AND (hour >= $1 OR hour < $4)
            AND ${sale} AND currency = 'SAR' AND ($5::bigint IS NULL OR branch_id = $5)
          GROUP BY GROUPING SETS ((branch_id), (terminal_id), (cashier_id), (scheme), (hour))
         HAVING sum(count) <> 0`,
  values: [now.from, now.before, before.from, before.before, branchId] as unknown[],
});

export const selectCompared = (
  tx: Tx,
  branchId: string | null,
  now: Span,
  before: Span,
): Promise<ComparedRow[]> => {
  const { text, values } = comparedStatement(branchId, now, before);
  return tx.rows<ComparedRow>(text, values);
};

/** How many sales a branch had in each of these hours. */
export const hoursStatement = (branchId: string | null, hours: readonly Date[]) => ({
  text: `SELECT branch_id::text AS "branchId", hour, sum(count) AS count FROM transaction_rollups
          WHERE merchant_id = tenant_id() AND hour = ANY($1::timestamptz[]) AND ${sale} AND currency = 'SAR'
            AND ($2::bigint IS NULL OR branch_id = $2)
          GROUP BY 1, 2`,
  values: [hours, branchId] as unknown[],
});

export const selectHours = (
  tx: Tx,
  branchId: string | null,
  hours: readonly Date[],
): Promise<{ branchId: string; hour: Date; count: number }[]> => {
  const { text, values } = hoursStatement(branchId, hours);
  return tx.rows(text, values);
};

/** On which of these days a branch sold anything at all: on the others it was closed. */
export const selectOpenDays = (
  tx: Tx,
  branchId: string | null,
  days: readonly string[],
): Promise<{ branchId: string; day: string }[]> =>
  tx.rows(
    `SELECT branch_id::text AS "branchId", day FROM transaction_day_rollups
      WHERE merchant_id = tenant_id() AND day = ANY($1::date[]) AND branch_id <> 0 AND ${sale} AND currency = 'SAR'
        AND ($2::bigint IS NULL OR branch_id = $2)
      GROUP BY branch_id, day HAVING sum(count) > 0`,
    [days, branchId],
  );

export interface BranchName {
  id: string;
  nameEn: string;
  nameAr: string;
  active: boolean;
  /** Terminals in use that are not connected. */
  terminalsAway: number;
}

export const selectBranchNames = (tx: Tx): Promise<BranchName[]> =>
  tx.rows<BranchName>(
    `SELECT b.id::text, b.name_en AS "nameEn", b.name_ar AS "nameAr", b.status = 'ACTIVE' AS active,
            (SELECT count(*) FROM terminals t
              WHERE t.merchant_id = tenant_id() AND t.branch_id = b.id AND t.status = 'ACTIVE'
                AND NOT t.is_test AND t.connection NOT IN ('CONNECTED', 'NEVER')) AS "terminalsAway"
       FROM branches b WHERE b.merchant_id = tenant_id()`,
  );

/** The names of terminals and people, whatever became of them. */
export const selectTids = (tx: Tx, ids: readonly string[]): Promise<{ id: string; tid: string }[]> =>
  tx.rows('SELECT id::text, tid FROM terminals WHERE merchant_id = tenant_id() AND id = ANY($1::bigint[])', [
    ids,
  ]);

export const selectPeople = (tx: Tx, ids: readonly string[]): Promise<{ id: string; fullName: string }[]> =>
  tx.rows('SELECT id::text, full_name AS "fullName" FROM users WHERE id = ANY($1::bigint[])', [ids]);
