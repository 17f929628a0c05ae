import { riyadhDay, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import type { TransactionType } from '@mizan/contract/transaction-types.ts';
import { wholeOrOwnBranch } from '../../platform/database/branch-sql.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isChargeSql, isNoTestSql } from '../../platform/database/type-sql.ts';
import { aLineOfCell, stateOf } from '../expectations/expectation-state.ts';
import type { DayWindow } from '../transactions/transaction-window.ts';
import type { UnconfirmedPart } from './dashboard-unconfirmed.ts';

/**
 * The figures of the dashboard, all from rollups, so that they cost days and hours and not payments: a member's own,
 * and for the platform those of all merchants. Only riyals are added up.
 */
export interface DashboardScope {
  /** Whether they are told of the bank's files. */
  withFiles: boolean;
  branchId: string | null;
  /** A cashier's own payments and own terminal. */
  own: { userId: string; terminalId: string | null } | null;
}

export const sale = `${isChargeSql()} AND status = 'APPROVED'`;

type Table = 'transaction_day_rollups' | 'transaction_rollups' | 'transactions';

/** Binds the scope's parameters into a condition on a table. By day all branches together stand as branch 0. */
function within({ merchantId }: Tx, scope: DashboardScope, table: Table, values: unknown[]): string {
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ["currency = 'SAR'"];
  if (merchantId !== null) conditions.push('merchant_id = tenant_id()');
  if (scope.branchId) conditions.push(`branch_id = ${bind(scope.branchId)}`);
  else if (table === 'transaction_day_rollups') conditions.push(wholeOrOwnBranch);
  if (scope.own) {
    conditions.push(
      `(cashier_id = ${bind(scope.own.userId)} OR terminal_id = ${bind(scope.own.terminalId)})`,
    );
  }
  return conditions.join(' AND ');
}

/**
 * The rollups of a window, by day where nothing finer is asked for, and what their rows are dated by: a day
 * ('2026-11-24') or the instant of an hour. Which bar that is in Asia/Riyadh is counted here and not by the
 * database, row by row. $1 and $2 are the window's first and last day.
 */
const rollupsOf = (
  scope: DashboardScope,
  unit: 'hour' | 'day',
): { table: Table; date: string; window: string } =>
  unit === 'day' && !scope.own
    ? { table: 'transaction_day_rollups', date: 'day', window: 'day BETWEEN $1::date AND $2::date' }
    : {
        table: 'transaction_rollups',
        date: 'hour',
        window: `hour >= $1::date::timestamp AT TIME ZONE 'Asia/Riyadh'
             AND hour < ($2::date + 1)::timestamp AT TIME ZONE 'Asia/Riyadh'`,
      };

/** The start of the bar that a day or an hour belongs to. */
function barOf(date: string | Date, unit: 'hour' | 'day'): Date {
  if (typeof date === 'string') return startOfRiyadhDay(date);
  return unit === 'hour' ? date : startOfRiyadhDay(riyadhDay(date));
}

/** Either one kind of payment over the whole window (bar null), or the sales of one bar (scheme null). */
export interface FigureRow {
  scheme: string | null;
  type: TransactionType;
  status: string;
  bar: Date | null;
  count: number;
  amountMinor: number;
  feeMinor: number;
  vatMinor: number;
}

interface Sums {
  count: number;
  amountMinor: number;
}

/** The rows of all merchants lie on several machines: Citus groups them in one way there, and sums that up here. */
const summedUp = (table: Table, date: string, where: string): string => `
  WITH summed AS MATERIALIZED (
    SELECT scheme, type, status, ${date}, sum(count) AS count, sum(amount_minor) AS amount_minor,
           sum(fee_minor) AS fee_minor, sum(vat_minor) AS vat_minor
      FROM ${table} WHERE ${where} GROUP BY 1, 2, 3, 4)`;

/** Both in one reading of the rollups. */
export async function selectFigures(
  tx: Tx,
  scope: DashboardScope,
  { from, to }: DayWindow,
  unit: 'hour' | 'day',
): Promise<FigureRow[]> {
  const values: unknown[] = [from, to];
  const { table, window, date } = rollupsOf(scope, unit);
  const where = `${window} AND ${within(tx, scope, table, values)}`;
  const isSpread = tx.distributed && tx.merchantId === null;
  const rows = await tx.rows<Omit<FigureRow, 'bar'> & { date: string | Date | null }>(
    `${isSpread ? summedUp(table, date, where) : ''}
     SELECT scheme, type, status, ${date} AS date, sum(count) AS count, sum(amount_minor) AS "amountMinor",
            sum(fee_minor) AS "feeMinor", sum(vat_minor) AS "vatMinor"
       FROM ${isSpread ? 'summed' : `${table} WHERE ${where}`}
      GROUP BY GROUPING SETS ((scheme, type, status), (${date}, type, status))
     HAVING sum(count) <> 0 AND (${date} IS NULL OR (${sale}))`,
    values,
  );
  return rows.map(({ date: dated, ...row }) => ({ ...row, bar: dated === null ? null : barOf(dated, unit) }));
}

export interface BarRow extends Sums {
  bar: Date;
}

/** The sales of a window, bar by bar; bars without any are absent, and one may come in several rows. */
export async function selectSales(
  tx: Tx,
  scope: DashboardScope,
  { from, to }: DayWindow,
  unit: 'hour' | 'day',
): Promise<BarRow[]> {
  const values: unknown[] = [from, to];
  const { table, window, date } = rollupsOf(scope, unit);
  const rows = await tx.rows<Sums & { date: string | Date }>(
    `SELECT ${date} AS date, sum(count) AS count, sum(amount_minor) AS "amountMinor"
       FROM ${table} WHERE ${window} AND ${sale} AND ${within(tx, scope, table, values)} GROUP BY 1`,
    values,
  );
  return rows.map(({ date: dated, ...row }) => ({ ...row, bar: barOf(dated, unit) }));
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
): Promise<Sums> {
  const values: unknown[] = [dayStart, until];
  // By the hour nothing is summed up beforehand, so the same condition serves both tables.
  const scoped = within(tx, scope, 'transaction_rollups', values);
  const runningHour = `
    UNION ALL
    SELECT amount_minor, 1 FROM transactions
     WHERE created_at >= date_trunc('hour', $2::timestamptz, 'UTC') AND created_at < $2 AND ${sale} AND ${scoped}`;
  const row = await tx.row<Sums>(
    `SELECT coalesce(sum(amount_minor), 0) AS "amountMinor", coalesce(sum(count), 0) AS count FROM (
       SELECT amount_minor, count FROM transaction_rollups
        WHERE hour >= $1 AND hour < date_trunc('hour', $2::timestamptz, 'UTC') AND ${sale} AND ${scoped}
       ${isPlatform ? '' : runningHour}) s`,
    values,
  );
  return row ?? { amountMinor: 0, count: 0 };
}

/**
 * Approved sales of the banks' business days since one that are in no line of theirs, by the state of what is expected:
 * from the sums of what is open, and for each cell of those whether a file knows of it.
 */
export function selectExpected(
  tx: Tx,
  { branchId }: DashboardScope,
  { since, today }: { since: string; today: string },
): Promise<UnconfirmedPart[]> {
  const state = stateOf({
    line: "'none'",
    dueDay: 'o.due_day',
    isMissing: 'o.is_missing',
    hasLine: aLineOfCell('o'),
    today: '$2::date',
  });
  return tx.rows<UnconfirmedPart>(
    `SELECT cause, sum("amountMinor") AS "amountMinor", sum(count) AS count FROM (
       SELECT ${state} AS cause, "amountMinor", count FROM (
         SELECT bank_id, business_day, scheme, currency, due_day, is_missing, sum(gross_minor) AS "amountMinor",
                sum(count) AS count
           FROM expectation_days
          WHERE merchant_id = tenant_id() AND line = 'none' AND count <> 0 AND ${isChargeSql()} AND currency = 'SAR'
            AND business_day >= $1::date AND ($3::bigint IS NULL OR branch_id = $3)
          GROUP BY 1, 2, 3, 4, 5, 6) o) s
      GROUP BY cause`,
    [since, today, branchId],
  );
}

/** The same as one sum, by days of the calendar: for a cashier, and over all merchants. */
export async function selectUnconfirmed(
  tx: Tx,
  scope: DashboardScope,
  since: string,
): Promise<UnconfirmedPart[]> {
  const values: unknown[] = [since];
  const table: Table = scope.own ? 'transaction_rollups' : 'transaction_day_rollups';
  const window = scope.own ? "hour >= $1::date::timestamp AT TIME ZONE 'Asia/Riyadh'" : 'day >= $1::date';
  const scoped = within(tx, scope, table, values);
  return tx.rows<UnconfirmedPart>(
    `SELECT 'OPEN' AS cause, coalesce(sum(amount_minor), 0) AS "amountMinor", coalesce(sum(count), 0) AS count
       FROM ${table} WHERE ${window} AND ${sale} AND NOT bank_confirmed AND ${scoped}`,
    values,
  );
}

/** Whether any payment was ever taken, and whether the bank confirmed a sale since a day: asked where nothing is open. */
export async function selectTaken(
  tx: Tx,
  scope: DashboardScope,
  since: string,
): Promise<{ anyPayment: boolean; confirmedLately: boolean }> {
  const values: unknown[] = [since];
  const table: Table = scope.own ? 'transaction_rollups' : 'transaction_day_rollups';
  const window = scope.own ? "hour >= $1::date::timestamp AT TIME ZONE 'Asia/Riyadh'" : 'day >= $1::date';
  const row = await tx.row<{ anyPayment: boolean; confirmedLately: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM transactions
                     WHERE ${isNoTestSql()} AND ${within(tx, scope, 'transactions', values)}) AS "anyPayment",
            EXISTS (SELECT 1 FROM ${table}
                     WHERE ${window} AND ${sale} AND bank_confirmed AND count > 0
                       AND ${within(tx, scope, table, values)}) AS "confirmedLately"`,
    values,
  );
  return row ?? { anyPayment: false, confirmedLately: false };
}
