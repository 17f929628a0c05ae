import { type Currency, currencies } from '@mizan/contract/money.ts';
import { noCashier } from '@mizan/contract/transactions.ts';
import { wholeOrOwnBranch } from '../../platform/database/branch-sql.ts';
import { type Database, tenantRows } from '../../platform/database/database.ts';
import { givesBackSql, isChargeSql, movesMoneySql, signedSql } from '../../platform/database/type-sql.ts';
import { broughtLines, stateOf } from '../expectations/expectation-state.ts';
import type { BankScope } from './transaction-bank.queries.ts';
import { conditionsOf, newestOf, type TransactionFilter } from './transaction-filter.queries.ts';

/** The sums are of approved payments of one currency: others are never added to them. */
export interface Totals {
  count: number;
  salesMinor: number;
  salesCount: number;
  refundedMinor: number;
  refundedCount: number;
  feeMinor: number;
  vatMinor: number;
  /** What is not approved, in the same currency. */
  otherMinor: number;
}

/** The one that is asked for, else riyals. */
export const sumCurrency = ({ currency }: TransactionFilter): Currency =>
  currencies.find((each) => currency?.length === 1 && currency[0] === each) ?? 'SAR';

const sum = (column: string, where: string): string => `coalesce(sum(${column}) FILTER (WHERE ${where}), 0)`;
function figuresOf(filter: TransactionFilter): string {
  const own = `currency = '${sumCurrency(filter)}'`;
  const approved = `status = 'APPROVED' AND ${own}`;
  const sale = `${approved} AND ${isChargeSql()}`;
  const givenBack = `${approved} AND ${givesBackSql()}`;
  return `coalesce(sum(count), 0) AS count,
  ${sum('amount_minor', sale)} AS "salesMinor", ${sum('count', sale)} AS "salesCount",
  ${sum('amount_minor', givenBack)} AS "refundedMinor", ${sum('count', givenBack)} AS "refundedCount",
  ${sum('fee_minor', approved)} AS "feeMinor", ${sum('vat_minor', approved)} AS "vatMinor",
  ${sum('amount_minor', `status <> 'APPROVED' AND ${own} AND ${movesMoneySql()}`)} AS "otherMinor"`;
}
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

/** What is in no line of the bank's, of approved payments; those without a known outcome are in no rollup. */
const ofBank = ({ which }: BankScope): string[] =>
  which === 'OUTCOME_UNKNOWN' ? ['false'] : ["status = 'APPROVED'", 'NOT bank_confirmed', movesMoneySql()];

/** Whether the rollups know what a filter asks of banks: what is open, whole, by days of the calendar. */
export const isInRollups = ({ which, bankId, days, rate }: BankScope): boolean =>
  !bankId?.length &&
  !rate &&
  days === undefined &&
  (which === 'NOT_CONFIRMED' || which === 'OPEN' || which === 'OUTCOME_UNKNOWN');

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
  const dated = (sign: '<' | '>=', instant: Date) =>
    byHour
      ? `hour ${sign} ${bind(instant)}`
      : `day ${sign} (${bind(instant)}::timestamptz AT TIME ZONE 'Asia/Riyadh')::date`;
  const where = [
    dated('>=', filter.createdFrom),
    dated('<', filter.createdBefore),
    ...anyOf('type', filter.type, 'text'),
    ...anyOf('status', filter.status, 'text'),
    ...anyOf('scheme', filter.scheme, 'text'),
    ...anyOf('currency', filter.currency, 'text'),
    ...anyOf('terminal_id', filter.terminalId, 'bigint'),
    // Rollups keep what was no cashier's under 0.
    ...anyOf(
      'cashier_id',
      filter.cashierId?.map((id) => (id === noCashier ? '0' : id)),
      'bigint',
    ),
    ...(filter.bank ? ofBank(filter.bank) : []),
  ];
  if (filter.own) {
    where.push(`(cashier_id = ${bind(filter.own.userId)} OR terminal_id = ${bind(filter.own.terminalId)})`);
  }
  const ofBranches = anyOf('branch_id', filter.branchId, 'bigint');
  // By day all branches together stand as branch 0: whoever is held to one reads its own row.
  where.push(...(ofBranches.length === 0 && !byHour ? [wholeOrOwnBranch] : ofBranches));
  const [totals] = await tenantRows<Totals>(
    db,
    merchantId,
    `SELECT ${figuresOf(filter)} FROM ${table} WHERE ${['merchant_id = tenant_id()', ...where].join(' AND ')}`,
    values,
  );
  return totals ?? nothing;
}

/** What of the sums is of payments with an agreed rate, or without. */
function ofRate(rate: BankScope['rate']): string {
  if (rate === undefined) return 'count, gross_minor';
  if (rate === 'none') return 'unjudged_count AS count, unjudged_minor AS gross_minor';
  return 'count - unjudged_count AS count, gross_minor - unjudged_minor AS gross_minor';
}

/**
 * From the sums of expectations, for a filter by the banks' business days that names neither a person nor a terminal, whom
 * those do not know. Of what no bank owes there is nothing.
 */
export async function selectTotalsOwed(
  db: Database,
  merchantId: string,
  filter: TransactionFilter,
  { which, bankId, days, rate, today }: BankScope & { days: { from: string; to: string } },
): Promise<Totals> {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const anyOf = (column: string, chosen: readonly string[] | undefined, type: string) =>
    chosen?.length ? [`${column} = ANY(${bind(chosen)}::${type}[])`] : [];
  const cells = [
    'merchant_id = tenant_id()',
    'count <> 0',
    `business_day BETWEEN ${bind(days.from)}::date AND ${bind(days.to)}::date`,
    ...anyOf('bank_id', bankId, 'bigint'),
  ];
  const where = [
    ...anyOf('type', filter.type, 'text'),
    ...anyOf('scheme', filter.scheme, 'text'),
    ...anyOf('currency', filter.currency, 'text'),
    ...anyOf('branch_id', filter.branchId, 'bigint'),
    ...(filter.status?.length && !filter.status.includes('APPROVED') ? ['false'] : []),
  ];
  if (which === 'OUTCOME_UNKNOWN') where.push('false');
  else if (which === 'OPEN' || which === 'NOT_CONFIRMED') where.push("line = 'none'");
  else if (which !== undefined) {
    const state = stateOf({
      line: 'line',
      dueDay: 'due_day',
      isMissing: 'is_missing',
      hasLine: 'has_line',
      today: `${bind(today)}::date`,
    });
    where.push(`(${state}) = '${which}'`);
  }
  const [totals] = await tenantRows<Totals>(
    db,
    merchantId,
    `SELECT ${figuresOf(filter)} FROM (
       SELECT *, 'APPROVED' AS status, ${signedSql('gross_minor')} AS amount_minor
         FROM (SELECT currency, type, scheme, branch_id, line, due_day, is_missing, ${ofRate(rate)},
                      ${rate === 'none' ? 0 : 1} * ${signedSql('fee_minor')} AS fee_minor,
                      ${rate === 'none' ? 0 : 1} * ${signedSql('vat_minor')} AS vat_minor,
                      bool_or(line IN ${broughtLines}) OVER (PARTITION BY bank_id, business_day, scheme, currency)
                        AS has_line
                 FROM expectation_days WHERE ${cells.join(' AND ')}) of_cells
        WHERE ${['true', ...where].join(' AND ')}) d`,
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
    `SELECT ${figuresOf(filter)} FROM (${newestOf(conditions, columns, limit)}) t`,
    conditions.values,
  );
  return totals ?? nothing;
}
