import type { Tx } from '../../platform/database/database.ts';
import type { DayWindow } from '../transactions/transaction-window.ts';
import type { UnconfirmedDay } from './dashboard-unconfirmed.ts';

/**
 * The figures of the dashboard, all from rollups, so that they cost days and hours and not payments. No
 * statement names a merchant: row-level security gives a member their own, and the platform's role all.
 * Only riyals are added up.
 */
export interface DashboardScope {
  branchId: string | null;
  /** A cashier's own payments and own terminal. */
  own: { userId: string; terminalId: string | null } | null;
}

const sale = "type = 'PURCHASE' AND status = 'APPROVED'";

/** Binds the scope's parameters into a condition on columns branch_id, cashier_id and terminal_id. */
function within(scope: DashboardScope, values: unknown[]): string {
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ["currency = 'SAR'"];
  if (scope.branchId) conditions.push(`branch_id = ${bind(scope.branchId)}`);
  if (scope.own) {
    conditions.push(
      `(cashier_id = ${bind(scope.own.userId)} OR terminal_id = ${bind(scope.own.terminalId)})`,
    );
  }
  return conditions.join(' AND ');
}

/** The rollups of a window: by day where nothing finer is asked for. $1 and $2 are its first and last day. */
const rollupsOf = (scope: DashboardScope, unit: 'hour' | 'day') =>
  unit === 'day' && !scope.own
    ? {
        table: 'transaction_day_rollups',
        window: 'day BETWEEN $1::date AND $2::date',
        bar: "day::timestamp AT TIME ZONE 'Asia/Riyadh'",
      }
    : {
        table: 'transaction_rollups',
        window: `hour >= $1::date::timestamp AT TIME ZONE 'Asia/Riyadh'
             AND hour < ($2::date + 1)::timestamp AT TIME ZONE 'Asia/Riyadh'`,
        bar: unit === 'hour' ? 'hour' : "date_trunc('day', hour, 'Asia/Riyadh')",
      };

/** Either one kind of payment over the whole window (bar null), or the sales of one bar (scheme null). */
export interface FigureRow {
  scheme: string | null;
  type: string;
  status: string;
  bar: Date | null;
  count: number;
  amountMinor: number;
  feeMinor: number;
  vatMinor: number;
}

/** Both in one reading of the rollups. */
export function selectFigures(
  tx: Tx,
  scope: DashboardScope,
  { from, to }: DayWindow,
  unit: 'hour' | 'day',
): Promise<FigureRow[]> {
  const values: unknown[] = [from, to];
  const { table, window, bar } = rollupsOf(scope, unit);
  return tx.rows<FigureRow>(
    `SELECT scheme, type, status, bar, sum(count) AS count, sum(amount_minor) AS "amountMinor",
            sum(fee_minor) AS "feeMinor", sum(vat_minor) AS "vatMinor"
       FROM (SELECT scheme, type, status, ${bar} AS bar, count, amount_minor, fee_minor, vat_minor
               FROM ${table} WHERE ${window} AND ${within(scope, values)}) r
      GROUP BY GROUPING SETS ((scheme, type, status), (bar, type, status))
     HAVING sum(count) <> 0 AND (bar IS NULL OR (${sale}))`,
    values,
  );
}

export interface BarRow {
  bar: Date;
  count: number;
  amountMinor: number;
}

/** The sales of a window, bar by bar; bars without any are absent. */
export function selectSales(
  tx: Tx,
  scope: DashboardScope,
  { from, to }: DayWindow,
  unit: 'hour' | 'day',
): Promise<BarRow[]> {
  const values: unknown[] = [from, to];
  const { table, window, bar } = rollupsOf(scope, unit);
  return tx.rows<BarRow>(
    `SELECT ${bar} AS bar, sum(count) AS count, sum(amount_minor) AS "amountMinor"
       FROM ${table} WHERE ${window} AND ${sale} AND ${within(scope, values)} GROUP BY 1`,
    values,
  );
}

/**
 * The sales of a day from its start until an instant: whole hours from the rollups, the hour that was running
 * then from its payments. The platform's totals leave that last part out: no index serves it over all merchants.
 */
export async function selectSalesUntil(
  tx: Tx,
  scope: DashboardScope,
  dayStart: Date,
  until: Date,
  isPlatform: boolean,
): Promise<number> {
  const values: unknown[] = [dayStart, until];
  const scoped = within(scope, values);
  const runningHour = `
    + (SELECT coalesce(sum(amount_minor), 0) FROM transactions
        WHERE created_at >= date_trunc('hour', $2::timestamptz, 'UTC') AND created_at < $2 AND ${sale} AND ${scoped})`;
  const row = await tx.row<{ salesMinor: number }>(
    `SELECT (SELECT coalesce(sum(amount_minor), 0) FROM transaction_rollups
              WHERE hour >= $1 AND hour < date_trunc('hour', $2::timestamptz, 'UTC') AND ${sale} AND ${scoped})
            ${isPlatform ? '' : runningHour} AS "salesMinor"`,
    values,
  );
  return row?.salesMinor ?? 0;
}

/** Approved sales since a day that no matched bank line confirms, by day. */
export function selectUnconfirmed(tx: Tx, scope: DashboardScope, since: string): Promise<UnconfirmedDay[]> {
  const values: unknown[] = [since];
  const scoped = within(scope, values);
  const [table, day, window] = scope.own
    ? [
        'transaction_rollups',
        "(hour AT TIME ZONE 'Asia/Riyadh')::date",
        "hour >= $1::date::timestamp AT TIME ZONE 'Asia/Riyadh'",
      ]
    : ['transaction_day_rollups', 'day', 'day >= $1::date'];
  return tx.rows<UnconfirmedDay>(
    `SELECT ${day} AS day, scheme = 'Mada' AS "isMada", sum(amount_minor) AS "amountMinor", sum(count) AS count
       FROM ${table}
      WHERE ${window} AND status = 'APPROVED' AND NOT bank_confirmed AND type = 'PURCHASE' AND ${scoped}
      GROUP BY 1, 2 HAVING sum(count) <> 0`,
    values,
  );
}
