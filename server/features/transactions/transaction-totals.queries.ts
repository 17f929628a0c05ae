import { type Database, tenantRows } from '../../platform/database/database.ts';
import { conditionsOf, newestOf, type TransactionFilter } from './transaction-filter.queries.ts';

export interface Totals {
  count: number;
  approvedMinor: number;
}

/** Approved purchases in riyals: other currencies are never added to them. */
const approvedSales = "status = 'APPROVED' AND type = 'PURCHASE' AND currency = 'SAR'";

/**
 * From the rollups, for a filter without search, amounts and starter, which no rollup knows: by day where no terminal or cashier is named, else
 * by hour along the index of that terminal or cashier. The window is whole days in Asia/Riyadh on both.
 */
export async function selectTotalsFromRollups(
  db: Database,
  merchantId: string,
  filter: TransactionFilter,
): Promise<Totals> {
  const values: unknown[] = [filter.createdFrom, filter.createdBefore];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const anyOf = (column: string, chosen: readonly string[] | undefined, type: string) =>
    chosen?.length ? [`${column} = ANY(${bind(chosen)}::${type}[])`] : [];
  const where = [
    ...anyOf('status', filter.status, 'text'),
    ...anyOf('scheme', filter.scheme, 'text'),
    ...anyOf('terminal_id', filter.terminalId, 'bigint'),
    ...anyOf('cashier_id', filter.cashierId, 'bigint'),
  ];
  if (filter.own) {
    where.push(`(cashier_id = ${bind(filter.own.userId)} OR terminal_id = ${bind(filter.own.terminalId)})`);
  }
  const byHour = filter.own || filter.terminalId?.length || filter.cashierId?.length;
  const ofBranches = anyOf('branch_id', filter.branchId, 'bigint');
  // By day all branches together stand as branch 0.
  where.push(...(ofBranches.length === 0 && !byHour ? ['branch_id = 0'] : ofBranches));
  const [table, from, before] = byHour
    ? ['transaction_rollups', 'hour >= $1', 'hour < $2']
    : [
        'transaction_day_rollups',
        "day >= ($1::timestamptz AT TIME ZONE 'Asia/Riyadh')::date",
        "day < ($2::timestamptz AT TIME ZONE 'Asia/Riyadh')::date",
      ];
  const [totals] = await tenantRows<Totals>(
    db,
    merchantId,
    `SELECT coalesce(sum(count), 0) AS count,
            coalesce(sum(amount_minor) FILTER (WHERE ${approvedSales}), 0) AS "approvedMinor"
       FROM ${table} WHERE ${[from, before, ...where].join(' AND ')}`,
    values,
  );
  return totals ?? { count: 0, approvedMinor: 0 };
}

/** By reading the payments, newest first, at most `limit` of them. */
export async function countUpTo(
  db: Database,
  merchantId: string,
  filter: TransactionFilter,
  limit: number,
): Promise<Totals> {
  const conditions = conditionsOf(filter);
  const columns = 't.created_at, t.id, t.status, t.type, t.currency, t.amount_minor';
  const [totals] = await tenantRows<Totals>(
    db,
    merchantId,
    `SELECT count(*) AS count, coalesce(sum(amount_minor) FILTER (WHERE ${approvedSales}), 0) AS "approvedMinor"
       FROM (${newestOf(conditions, columns, limit)}) t`,
    conditions.values,
  );
  return totals ?? { count: 0, approvedMinor: 0 };
}
