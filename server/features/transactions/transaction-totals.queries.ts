import { type Database, tenantRows } from '../../platform/database/database.ts';
import {
  type BankDue,
  conditionsOf,
  newestOf,
  type TransactionFilter,
} from './transaction-filter.queries.ts';

/** The sums are of approved payments in riyals: other currencies are never added to them. */
export interface Totals {
  count: number;
  salesMinor: number;
  salesCount: number;
  refundedMinor: number;
  refundedCount: number;
  feeMinor: number;
  vatMinor: number;
  /** What is not approved, in riyals. */
  otherMinor: number;
}

const approved = "status = 'APPROVED' AND currency = 'SAR'";
const sale = `${approved} AND type = 'PURCHASE'`;
const givenBack = `${approved} AND type <> 'PURCHASE'`;
const sum = (column: string, where: string): string => `coalesce(sum(${column}) FILTER (WHERE ${where}), 0)`;
const figures = `coalesce(sum(count), 0) AS count,
  ${sum('amount_minor', sale)} AS "salesMinor", ${sum('count', sale)} AS "salesCount",
  ${sum('amount_minor', givenBack)} AS "refundedMinor", ${sum('count', givenBack)} AS "refundedCount",
  ${sum('fee_minor', approved)} AS "feeMinor", ${sum('vat_minor', approved)} AS "vatMinor",
  ${sum('amount_minor', "status <> 'APPROVED' AND currency = 'SAR'")} AS "otherMinor"`;
const nothing: Totals = {
  count: 0,
  salesMinor: 0,
  salesCount: 0,
  refundedMinor: 0,
  refundedCount: 0,
  feeMinor: 0,
  vatMinor: 0,
  otherMinor: 0,
};

/** What the bank has not confirmed of approved payments; those without a known outcome are in no rollup. */
function unconfirmed(due: BankDue, date: (instant: Date) => string): string[] {
  const mada = () => date(due.madaOpenSince);
  const others = () => date(due.othersOpenSince);
  const conditions = ["status = 'APPROVED'", 'NOT bank_confirmed'];
  switch (due.which) {
    case 'NOT_CONFIRMED':
      return conditions;
    case 'DUE_NEXT':
      return [...conditions, "scheme = 'Mada'", mada()];
    case 'ON_THE_WAY':
      return [...conditions, "scheme <> 'Mada'", others()];
    case 'OVERDUE':
      return [...conditions, `NOT (CASE WHEN scheme = 'Mada' THEN ${mada()} ELSE ${others()} END)`];
    case 'OUTCOME_UNKNOWN':
      return ['false'];
  }
}

/**
 * From the rollups, for a filter without search, amounts and starter, which no rollup knows: by day where no
 * terminal or cashier is named, else by hour along the index of that terminal or cashier. The window is whole days
 * in Asia/Riyadh on both.
 */
export async function selectTotalsFromRollups(
  db: Database,
  merchantId: string,
  filter: TransactionFilter,
): Promise<Totals> {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const anyOf = (column: string, chosen: readonly string[] | undefined, type: string) =>
    chosen?.length ? [`${column} = ANY(${bind(chosen)}::${type}[])`] : [];
  const byHour = filter.own || filter.terminalId?.length || filter.cashierId?.length;
  const table = byHour ? 'transaction_rollups' : 'transaction_day_rollups';
  const dated = (sign: '<' | '>=') => (instant: Date) =>
    byHour
      ? `hour ${sign} ${bind(instant)}`
      : `day ${sign} (${bind(instant)}::timestamptz AT TIME ZONE 'Asia/Riyadh')::date`;
  const where = [
    dated('>=')(filter.createdFrom),
    dated('<')(filter.createdBefore),
    ...anyOf('type', filter.type, 'text'),
    ...anyOf('status', filter.status, 'text'),
    ...anyOf('scheme', filter.scheme, 'text'),
    ...anyOf('terminal_id', filter.terminalId, 'bigint'),
    ...anyOf('cashier_id', filter.cashierId, 'bigint'),
    ...(filter.bank ? unconfirmed(filter.bank, dated('>=')) : []),
  ];
  if (filter.own) {
    where.push(`(cashier_id = ${bind(filter.own.userId)} OR terminal_id = ${bind(filter.own.terminalId)})`);
  }
  const ofBranches = anyOf('branch_id', filter.branchId, 'bigint');
  // By day all branches together stand as branch 0.
  where.push(...(ofBranches.length === 0 && !byHour ? ['branch_id = 0'] : ofBranches));
  const [totals] = await tenantRows<Totals>(
    db,
    merchantId,
    `SELECT ${figures} FROM ${table} WHERE ${['merchant_id = tenant_id()', ...where].join(' AND ')}`,
    values,
  );
  return totals ?? nothing;
}

/** By reading the payments, newest first, at most `limit` of them. */
export async function countUpTo(
  db: Database,
  merchantId: string,
  filter: TransactionFilter,
  limit: number,
): Promise<Totals> {
  const conditions = conditionsOf(filter);
  const columns = `t.created_at, t.id, t.status, t.type, t.currency, t.amount_minor, t.fee_minor, t.vat_minor,
    1 AS count`;
  const [totals] = await tenantRows<Totals>(
    db,
    merchantId,
    `SELECT ${figures} FROM (${newestOf(conditions, columns, limit)}) t`,
    conditions.values,
  );
  return totals ?? nothing;
}
