import type { Currency } from '@mizan/contract/money.ts';
import type { TransactionType } from '@mizan/contract/transaction-types.ts';
import { noCashier } from '@mizan/contract/transactions.ts';
import { isNoTestSql } from '../../platform/database/type-sql.ts';
import { declineReason } from './decline-reason.ts';
import { type BankScope, bankConditions } from './transaction-bank.queries.ts';

/**
 * The filters of the list as conditions on `transactions t`. A page is read along an index that is already in
 * the list's order, so an alternative ("this or that status", "an RRN or an order reference") is never one
 * condition with OR: each alternative is read by an index of its own and their heads are merged
 * (rules D3; the indexes are named in migrations/0001_ground.sql and 0022 and held by a test).
 */
export interface TransactionFilter {
  createdFrom: Date;
  createdBefore: Date;
  type?: readonly TransactionType[] | undefined;
  bank?: BankScope | undefined;
  status?: readonly string[] | undefined;
  scheme?: readonly string[] | undefined;
  terminalId?: readonly string[] | undefined;
  branchId?: readonly string[] | undefined;
  cashierId?: readonly string[] | undefined;
  startedById?: readonly string[] | undefined;
  currency?: readonly Currency[] | undefined;
  bankFileId?: string | undefined;
  otherBankFileId?: string | undefined;
  /** Declined, for this reason (decline-reasons.ts). */
  reason?: string | undefined;
  /** Its bounds are instants within days, which no rollup knows. */
  isWithinDay: boolean;
  minAmountMinor?: number | undefined;
  maxAmountMinor?: number | undefined;
  /** What the search may mean; empty where it can mean nothing, null where nothing is searched. */
  search: readonly SearchKey[] | null;
  own: OwnScope | null;
}

/** A cashier sees what they took themselves and what was taken on their terminal. */
export interface OwnScope {
  userId: string;
  terminalId: string | null;
}

export interface SearchKey {
  column: 'id' | 'rrn' | 'order_ref' | 'last_four' | 'amount_minor' | 'approval_code' | 'stan' | 'tid';
  value: string | number;
  /** At this terminal alone. */
  tid?: string;
}

export interface Conditions {
  /** All of these hold. */
  readonly every: string[];
  /** At least one of these holds. */
  readonly alternatives: string[];
  readonly values: unknown[];
  /** Adds a parameter and names it: '$3'. */
  readonly bind: (value: unknown) => string;
}

/** The filters of several values, the one that narrows most first: it becomes the alternatives. */
const listFilters = [
  { field: 'terminalId', column: 'terminal_id', type: 'bigint' },
  { field: 'cashierId', column: 'cashier_id', type: 'bigint' },
  { field: 'startedById', column: 'started_by_id', type: 'bigint' },
  { field: 'status', column: 'status', type: 'text' },
  { field: 'branchId', column: 'branch_id', type: 'bigint' },
  { field: 'scheme', column: 'scheme', type: 'text' },
] as const;

/** Written out, so that a plan made without its parameters knows the index of what is no purchase. */
const ofType = (type: TransactionType): string => `t.type = '${type}'`;

/** Likewise for the index of what is not in riyals; those in riyals are most of the list. */
const inCurrency: Readonly<Record<Currency, string>> = {
  SAR: "t.currency = 'SAR'",
  USD: "t.currency = 'USD'",
  EUR: "t.currency = 'EUR'",
  GBP: "t.currency = 'GBP'",
};

interface Alternatives {
  all: string;
  each: string[];
}
const anyOf = (each: string[]): Alternatives => ({
  all: `(${each.map((one) => `(${one})`).join(' OR ')})`,
  each,
});

/** A terminal's payments are in the order of the list by its row, not by its number. */
function searchedFor({ column, value, tid }: SearchKey, bind: (value: unknown) => string): string {
  if (column === 'tid') {
    return `t.terminal_id = (SELECT k.id FROM terminals k WHERE k.merchant_id = tenant_id() AND k.tid = ${bind(value)})`;
  }
  const found = `t.${column} = ${bind(value)}`;
  return tid === undefined ? found : `${found} AND t.tid = ${bind(tid)}`;
}

/** The conditions of a filter; `every` and `alternatives` are both to be met. */
export function conditionsOf(filter: TransactionFilter): Conditions {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const every = [
    't.merchant_id = tenant_id()',
    `t.created_at >= ${bind(filter.createdFrom)}`,
    `t.created_at < ${bind(filter.createdBefore)}`,
  ];
  if (filter.minAmountMinor !== undefined && filter.minAmountMinor === filter.maxAmountMinor) {
    every.push(`t.amount_minor = ${bind(filter.minAmountMinor)}`);
  } else {
    if (filter.minAmountMinor !== undefined) every.push(`t.amount_minor >= ${bind(filter.minAmountMinor)}`);
    if (filter.maxAmountMinor !== undefined) every.push(`t.amount_minor <= ${bind(filter.maxAmountMinor)}`);
  }
  if (filter.bankFileId) every.push(`t.bank_file_id = ${bind(filter.bankFileId)}`);
  if (filter.otherBankFileId) every.push(`t.bank_file_id <> ${bind(filter.otherBankFileId)}`);
  // The state written out, so that the index of declined payments is known to serve it.
  if (filter.reason) every.push(`t.status = 'DECLINED'`, `${declineReason('t')} = ${bind(filter.reason)}`);
  const sets: Alternatives[] = [];
  if (filter.search) {
    sets.push(anyOf(filter.search.map((key) => searchedFor(key, bind))));
  }
  if (filter.own) {
    const each = [`t.cashier_id = ${bind(filter.own.userId)}`];
    if (filter.own.terminalId) each.push(`t.terminal_id = ${bind(filter.own.terminalId)}`);
    sets.push(anyOf(each));
  }
  for (const { field, column, type } of listFilters) {
    const chosen = filter[field];
    if (!chosen?.length) continue;
    const is = (value: string): string =>
      value === noCashier ? `t.${column} IS NULL` : `t.${column} = ${bind(value)}::${type}`;
    if (chosen.length === 1) every.push(...chosen.map(is));
    else sets.push(anyOf(chosen.map(is)));
  }
  if (filter.bank) {
    const ofBank = bankConditions(filter.bank, bind);
    every.push(...ofBank.every);
    if (ofBank.alternatives) sets.push(anyOf(ofBank.alternatives));
  }
  const money = filter.currency?.map((currency) => inCurrency[currency]) ?? [];
  if (money.length === 1) every.push(...money);
  else if (money.length > 1) sets.push(anyOf(money));
  if (filter.type?.length) sets.push(anyOf(filter.type.map(ofType)));
  // Tests stand among payments for whoever asks for them.
  else every.push(isNoTestSql('t.type'));
  // The first set is split into alternatives, the others filter inside each.
  const [driving, ...others] = sets;
  every.push(...others.map(({ all }) => all));
  return { every, alternatives: driving ? driving.each : ['true'], values, bind };
}

/** The rows that meet the conditions, newest first, each once, at most `limit` of them. */
export function newestOf(conditions: Conditions, columns: string, limit: number): string {
  const { every, alternatives } = conditions;
  if (alternatives.length === 0) return `SELECT ${columns} FROM transactions t WHERE false`;
  const heads = alternatives.map(
    (alternative) => `SELECT ${columns} FROM transactions t
      WHERE ${[...every, alternative].join(' AND ')}
      ORDER BY t.created_at DESC, t.id DESC LIMIT ${limit}`,
  );
  if (heads.length === 1) return heads[0] ?? '';
  return `SELECT DISTINCT ON (created_at, id) * FROM (
      ${heads.map((head) => `(${head})`).join(' UNION ALL ')}) h
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
}
