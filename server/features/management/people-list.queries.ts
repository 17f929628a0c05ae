import type { Activity } from '@mizan/contract/activity.ts';
import type { getPeopleChoices } from '@mizan/contract/people.ts';
import type { TeamRole } from '@mizan/contract/rights.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import type { Tx } from '../../platform/database/database.ts';

/** As the merchant. People have no policy of branches, so that names stay beside their payments: each query here says it. */

export interface ListedPerson {
  id: string;
  fullName: string;
  signInName: string;
  teamRole: TeamRole;
  branchId: string | null;
  branchNameEn: string | null;
  branchNameAr: string | null;
  terminalId: string | null;
  tid: string | null;
  status: Activity;
  createdAt: Date;
}

export interface PeopleFilter {
  search: string;
  teamRoles: readonly string[] | null;
  branchIds: readonly string[] | null;
  status: readonly Activity[] | null;
  ids: readonly string[] | null;
}

const teamRole = "CASE u.role WHEN 'CASHIER' THEN 'cashier' ELSE coalesce(u.team_role, 'owner') END";
const ofOwnBranch = '(branch_scope() IS NULL OR u.branch_id = branch_scope())';
/** Whom a list may show: who was deleted is no person of the merchant any more. */
const listed = `u.merchant_id = tenant_id() AND u.deleted_at IS NULL AND ${ofOwnBranch}`;
const filtered = `${listed}
  AND ($1 = '' OR strpos(lower(concat_ws(' ', u.full_name, u.email, u.username)), lower($1)) > 0)
  AND ($2::text[] IS NULL OR ${teamRole} = ANY($2)) AND ($3::bigint[] IS NULL OR u.branch_id = ANY($3))
  AND ($4::text[] IS NULL OR u.status = ANY($4)) AND ($5::bigint[] IS NULL OR u.id = ANY($5))`;
const valuesOf = ({ search, teamRoles, branchIds, status, ids }: PeopleFilter): unknown[] => [
  search,
  teamRoles,
  branchIds,
  status,
  ids,
];

/** Oldest first. Sorted by a name that nothing selected has: Citus hands 'ORDER BY u.id' on as the text. */
export const selectPeople = (
  tx: Tx,
  filter: PeopleFilter,
  after: { createdAt: Date; id: string } | null,
  limit: number,
): Promise<ListedPerson[]> =>
  tx.rows<ListedPerson>(
    `SELECT u.id::text, u.full_name AS "fullName", coalesce(u.email, u.username) AS "signInName",
            ${teamRole} AS "teamRole", u.branch_id::text AS "branchId", b.name_en AS "branchNameEn",
            b.name_ar AS "branchNameAr", u.terminal_id::text AS "terminalId", t.tid, u.status,
            u.created_at AS "createdAt"
       FROM (SELECT id, merchant_id, role, team_role, username, email, full_name, status, branch_id, terminal_id,
                    created_at, deleted_at, users.id AS place FROM users) u
       LEFT JOIN branches b ON b.merchant_id = u.merchant_id AND b.id = u.branch_id
       LEFT JOIN terminals t ON t.merchant_id = u.merchant_id AND t.id = u.terminal_id
      WHERE ${filtered}
        AND ($6::timestamptz IS NULL OR (date_trunc('milliseconds', u.created_at), u.place) > ($6, $7::bigint))
      ORDER BY date_trunc('milliseconds', u.created_at), u.place LIMIT $8`,
    [...valuesOf(filter), after?.createdAt ?? null, after?.id ?? null, limit],
  );

export async function countPeople(tx: Tx, filter: PeopleFilter): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `SELECT count(*) FROM users u WHERE ${filtered}`,
    valuesOf(filter),
  );
  return row?.count ?? 0;
}

export async function countAllPeople(tx: Tx): Promise<number> {
  const row = await tx.row<{ count: number }>(`SELECT count(*) FROM users u WHERE ${listed}`);
  return row?.count ?? 0;
}

/**
 * When people were last here and who was never let in, of these alone. As the platform: sessions are nobody's tenant, and no
 * merchant reads passwords; the ids were found as the merchant.
 */
export const selectPresence = (
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<{ id: string; lastUsedAt: Date | null; isInvited: boolean }[]> =>
  tx.rows(
    `SELECT u.id::text, u.password_hash = '' AS "isInvited", max(s.last_active_at) AS "lastUsedAt"
       FROM users u LEFT JOIN sessions s ON s.user_id = u.id AND s.viewer_id IS NULL
      WHERE u.merchant_id = $1 AND u.id = ANY($2::bigint[]) GROUP BY u.id, u.password_hash`,
    [merchantId, ids],
  );

type Choices = RouteOutput<typeof getPeopleChoices>;
export const selectBranchChoices = (tx: Tx): Promise<Choices['branches']> =>
  tx.rows(
    `SELECT id::text, name_en AS "nameEn", name_ar AS "nameAr", status FROM branches
      WHERE merchant_id = tenant_id() ORDER BY code LIMIT 1000`,
  );
export const selectTerminalChoices = (tx: Tx): Promise<Choices['terminals']> =>
  tx.rows(
    `SELECT t.id::text, t.tid, t.branch_id::text AS "branchId", u.full_name AS "cashierName"
       FROM terminals t LEFT JOIN users u ON u.id = t.cashier_id
      WHERE t.merchant_id = tenant_id() AND t.status <> 'RETIRED' ORDER BY t.tid LIMIT 1000`,
  );
