import type { Activity } from '@mizan/contract/activity.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isChargeSql } from '../../platform/database/type-sql.ts';

/** As the merchant: whoever is held to one branch reads that one alone, by the policies of the tables. */

export interface ListedBranch {
  id: string;
  code: string;
  nameEn: string;
  nameAr: string;
  addressEn: string;
  addressAr: string;
  region: string;
  city: string;
  district: string;
  mapUrl: string | null;
  status: Activity;
  createdAt: Date;
}

export interface BranchFilter {
  search: string;
  status: readonly Activity[] | null;
  region: readonly string[] | null;
  ids: readonly string[] | null;
}

const columns = `b.id::text, b.code, b.name_en AS "nameEn", b.name_ar AS "nameAr", b.address_en AS "addressEn",
  b.address_ar AS "addressAr", b.region, b.city, b.district, b.map_url AS "mapUrl", b.status,
  b.created_at AS "createdAt"`;

const filtered = `b.merchant_id = tenant_id()
  AND ($1 = '' OR strpos(lower(concat_ws(' ', b.code, b.name_en, b.name_ar, b.city, b.district)), lower($1)) > 0)
  AND ($2::text[] IS NULL OR b.status = ANY($2)) AND ($3::text[] IS NULL OR b.region = ANY($3))
  AND ($4::bigint[] IS NULL OR b.id = ANY($4))`;
const valuesOf = ({ search, status, region, ids }: BranchFilter): unknown[] => [search, status, region, ids];

/** Oldest first. Sorted by a name that nothing selected has: Citus hands 'ORDER BY b.id' on as the text. */
export const selectBranches = (
  tx: Tx,
  filter: BranchFilter,
  after: { createdAt: Date; id: string } | null,
  limit: number,
): Promise<ListedBranch[]> =>
  tx.rows<ListedBranch>(
    `SELECT ${columns} FROM (SELECT *, branches.id AS place FROM branches) b WHERE ${filtered}
        AND ($5::timestamptz IS NULL OR (date_trunc('milliseconds', b.created_at), b.place) > ($5, $6::bigint))
      ORDER BY date_trunc('milliseconds', b.created_at), b.place LIMIT $7`,
    [...valuesOf(filter), after?.createdAt ?? null, after?.id ?? null, limit],
  );

export async function countBranches(tx: Tx, filter: BranchFilter): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `SELECT count(*) FROM branches b WHERE ${filtered}`,
    valuesOf(filter),
  );
  return row?.count ?? 0;
}

export interface BranchTerminal {
  branchId: string;
  tid: string;
  connection: string;
}

/** In service, of these branches. */
export const selectTerminals = (tx: Tx, branchIds: readonly string[]): Promise<BranchTerminal[]> =>
  tx.rows<BranchTerminal>(
    `SELECT branch_id::text AS "branchId", tid, connection FROM terminals
      WHERE merchant_id = tenant_id() AND status <> 'RETIRED' AND branch_id = ANY($1::bigint[]) ORDER BY tid`,
    [branchIds],
  );

/** Asked by itself: the directory lies on one machine of a cluster, and terminals on many. */
export const selectPairedTids = (tx: Tx): Promise<{ tid: string }[]> =>
  tx.rows('SELECT tid FROM terminal_directory WHERE merchant_id = tenant_id() AND public_key IS NOT NULL');

export const countCashiers = (
  tx: Tx,
  branchIds: readonly string[],
): Promise<{ branchId: string; count: number }[]> =>
  tx.rows(
    `SELECT branch_id::text AS "branchId", count(*) FROM users
      WHERE merchant_id = tenant_id() AND role = 'CASHIER' AND status = 'ACTIVE' AND branch_id = ANY($1::bigint[])
      GROUP BY branch_id`,
    [branchIds],
  );

/** Approved purchases of one day in riyals. */
export const sumSales = (
  tx: Tx,
  branchIds: readonly string[],
  day: string,
): Promise<{ branchId: string; amountMinor: number }[]> =>
  tx.rows(
    `SELECT branch_id::text AS "branchId", sum(amount_minor)::bigint AS "amountMinor" FROM transaction_day_rollups
      WHERE merchant_id = tenant_id() AND branch_id = ANY($1::bigint[]) AND day = $2::date AND ${isChargeSql()}
        AND status = 'APPROVED' AND currency = 'SAR' GROUP BY branch_id`,
    [branchIds, day],
  );

/** Who may sign in there now: cashiers and branch managers. */
export async function countPeople(tx: Tx, branchIds: readonly string[]): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `SELECT count(*) FROM users WHERE merchant_id = tenant_id() AND status = 'ACTIVE' AND branch_id = ANY($1::bigint[])
        AND (role = 'CASHIER' OR team_role = 'branchManager')`,
    [branchIds],
  );
  return row?.count ?? 0;
}

/** Payments whose outcome is not known yet. Served by transactions_open. */
export async function countOpenPayments(
  tx: Tx,
  where: { branchIds?: readonly string[]; terminalIds?: readonly string[] },
): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `SELECT count(*) FROM transactions WHERE merchant_id = tenant_id() AND status = 'INITIALIZED'
        AND ($1::bigint[] IS NULL OR branch_id = ANY($1)) AND ($2::bigint[] IS NULL OR terminal_id = ANY($2))`,
    [where.branchIds ?? null, where.terminalIds ?? null],
  );
  return row?.count ?? 0;
}

/** Refunds that wait for a second person. Served by refunds_unsent. */
export async function countWaitingRefunds(
  tx: Tx,
  where: { branchIds?: readonly string[]; askedByIds?: readonly string[] },
): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `SELECT count(*) FROM refunds WHERE merchant_id = tenant_id() AND state = 'WAITING'
        AND ($1::bigint[] IS NULL OR branch_id = ANY($1)) AND ($2::bigint[] IS NULL OR asked_by_id = ANY($2))`,
    [where.branchIds ?? null, where.askedByIds ?? null],
  );
  return row?.count ?? 0;
}
