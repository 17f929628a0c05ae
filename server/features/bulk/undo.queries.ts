import { type BulkKind, bulkKinds } from '@mizan/contract/bulk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { countSeatsTaken, type MovedSeat } from './seats.queries.ts';

/**
 * What a run wrote and what became of it. As the platform, because people have no tenant before they sign in; each names the merchant.
 */

const ofRun = `l.merchant_id = $1 AND l.run_id = $2 AND l.written_at IS NOT NULL`;

/** As it was left, no more: then it was changed or used since. */
const isChanged = {
  branch: `NOT EXISTS (SELECT FROM branches b WHERE b.merchant_id = $1 AND b.id = l.target_id
      AND jsonb_build_object('code', b.code, 'nameEn', b.name_en, 'nameAr', b.name_ar, 'addressEn', b.address_en,
        'addressAr', b.address_ar, 'region', b.region, 'city', b.city, 'district', b.district, 'mapUrl', b.map_url) = l.after)`,
  user: `NOT EXISTS (SELECT FROM users u WHERE u.merchant_id = $1 AND u.id = l.target_id
      AND jsonb_build_object('place', CASE WHEN u.role = 'CASHIER' THEN 'cashier' ELSE coalesce(u.team_role, 'owner') END,
        'fullName', u.full_name, 'branchId', u.branch_id::text) = l.after)`,
  terminal: `NOT EXISTS (SELECT FROM terminals t WHERE t.merchant_id = $1 AND t.id = l.target_id AND t.status = 'ACTIVE'
      AND jsonb_build_object('label', t.label, 'branchId', t.branch_id::text) = l.after)`,
} as const satisfies Record<BulkKind, string>;

const ofKind = (kind: BulkKind): string =>
  `SELECT n.target_id FROM bulk_lines n WHERE n.merchant_id = $1 AND n.run_id = $2 AND n.kind = '${kind}'
      AND n.written_at IS NOT NULL`;

/**
 * Of what is new: somebody came in, a device was paired, a payment began, or others came to stand where it is. Who stands there is
 * asked once and not line by line: of a file of 50,000 lines that would be hundreds of millions of rows.
 */
const isUsed = {
  branch: `l.target_id IN (SELECT t.branch_id FROM terminals t WHERE t.merchant_id = $1 AND t.branch_id IS NOT NULL
               AND t.id NOT IN (${ofKind('terminal')}))
      OR l.target_id IN (SELECT u.branch_id FROM users u WHERE u.merchant_id = $1 AND u.branch_id IS NOT NULL
               AND u.id NOT IN (${ofKind('user')}))`,
  user: `EXISTS (SELECT FROM users u WHERE u.id = l.target_id AND (u.password_hash <> '' OR u.email_verified_at IS NOT NULL))
      OR l.target_id IN (SELECT t.cashier_id FROM terminals t WHERE t.merchant_id = $1 AND t.cashier_id IS NOT NULL
               AND t.id NOT IN (${ofKind('terminal')}))`,
  terminal: `EXISTS (SELECT FROM terminals t WHERE t.merchant_id = $1 AND t.id = l.target_id AND t.connection <> 'NEVER')
      OR EXISTS (SELECT FROM transactions x WHERE x.merchant_id = $1 AND x.terminal_id = l.target_id)`,
} as const satisfies Record<BulkKind, string>;

/** The same, of tables that lie on one machine where those of merchants lie on several: such are asked apart. */
const isUsedApart: Partial<Record<BulkKind, string>> = {
  user: 'SELECT user_id::text AS id FROM sessions WHERE user_id = ANY($1::bigint[])',
  terminal: `SELECT terminal_id::text AS id FROM terminal_directory
              WHERE terminal_id = ANY($1::bigint[]) AND public_key IS NOT NULL`,
};

/** How many of its lines, and of the cashiers whom it moved, cannot go back any more. */
export async function countUsed(
  tx: Tx,
  merchantId: string,
  runId: string,
  seats: readonly MovedSeat[],
): Promise<number> {
  let used = 0;
  for (const kind of bulkKinds) {
    const written = await tx.rows<{ id: string; isNew: boolean; isUsed: boolean }>(
      `SELECT l.target_id::text AS id, l.verdict = 'NEW' AS "isNew",
              ${isChanged[kind]} OR (l.verdict = 'NEW' AND (${isUsed[kind]})) AS "isUsed"
         FROM bulk_lines l WHERE ${ofRun} AND l.kind = '${kind}'`,
      [merchantId, runId],
    );
    const usedIds = new Set(written.filter((line) => line.isUsed).map(({ id }) => id));
    const apart = isUsedApart[kind];
    const newIds = written.filter((line) => line.isNew && !line.isUsed).map(({ id }) => id);
    const others = apart && newIds.length > 0 ? await tx.rows<{ id: string }>(apart, [newIds]) : [];
    for (const { id } of others) usedIds.add(id);
    used += usedIds.size;
  }
  return used + (await countSeatsTaken(tx, merchantId, runId, seats));
}

/** Holds what a run wrote and whom it moved, so that nobody begins to use it while that is being looked at. */
export async function lockTargets(
  tx: Tx,
  merchantId: string,
  runId: string,
  seats: readonly MovedSeat[],
): Promise<void> {
  const moved = {
    branches: [],
    users: seats.map(({ cashierId }) => cashierId),
    terminals: seats.flatMap(({ terminalId }) => terminalId ?? []),
  } as const;
  for (const table of ['branches', 'users', 'terminals'] as const) {
    await tx.rows(
      `SELECT 1 FROM ${table} WHERE merchant_id = $1
          AND (id = ANY($3::bigint[]) OR id IN (SELECT target_id FROM bulk_lines l WHERE ${ofRun}))
        ORDER BY ${table}.id FOR UPDATE`,
      [merchantId, runId, moved[table]],
    );
  }
  await tx.rows(
    `SELECT 1 FROM terminal_directory WHERE merchant_id = $1 AND terminal_id IN (${ofKind('terminal')}) FOR UPDATE`,
    [merchantId, runId],
  );
}

export interface WrittenBefore {
  line: number;
  targetId: string;
  before: Record<string, unknown> | null;
}

/** Lines to be taken back, the last of the file first. */
export const selectWritten = (
  tx: Tx,
  merchantId: string,
  runId: string,
  of: { kind: BulkKind; verdict: 'NEW' | 'CHANGED' },
): Promise<WrittenBefore[]> =>
  tx.rows<WrittenBefore>(
    `SELECT line, target_id::text AS "targetId", before FROM bulk_lines l
      WHERE ${ofRun} AND l.kind = $3 AND l.verdict = $4 ORDER BY line DESC`,
    [merchantId, runId, of.kind, of.verdict],
  );

export const clearWritten = (tx: Tx, merchantId: string, runId: string): Promise<number> =>
  tx.change(`UPDATE bulk_lines l SET written_at = NULL WHERE ${ofRun}`, [merchantId, runId]);

export interface WaitingCashier {
  line: number;
  id: string;
  fullName: string;
  username: string;
  branchNameEn: string;
  branchNameAr: string;
}

const waiting = `FROM bulk_lines l JOIN users u ON u.id = l.target_id AND u.merchant_id = l.merchant_id
      WHERE ${ofRun} AND l.kind = 'user' AND l.verdict = 'NEW' AND u.role = 'CASHIER' AND u.password_hash = ''
        AND u.status = 'ACTIVE'`;

/**
 * Person by person: right after a run PostgreSQL has no statistics of what it wrote, and would compare each person with each line.
 */
export const countWaiting = async (tx: Tx, merchantId: string, runId: string): Promise<number> =>
  (
    await tx.row<{ count: number }>(
      `SELECT count(*) FROM bulk_lines l
        WHERE ${ofRun} AND l.kind = 'user' AND l.verdict = 'NEW'
          AND (SELECT u.role = 'CASHIER' AND u.password_hash = '' AND u.status = 'ACTIVE'
                 FROM users u WHERE u.merchant_id = l.merchant_id AND u.id = l.target_id)`,
      [merchantId, runId],
    )
  )?.count ?? 0;

/** New cashiers of a run who have no password yet, in the order of the file. */
export const selectWaiting = (
  tx: Tx,
  merchantId: string,
  runId: string,
  { after, limit }: { after: number; limit: number },
): Promise<WaitingCashier[]> =>
  tx.rows<WaitingCashier>(
    `SELECT l.line, u.id::text, u.full_name AS "fullName", u.username,
            (SELECT name_en FROM branches b WHERE b.merchant_id = $1 AND b.id = u.branch_id) AS "branchNameEn",
            (SELECT name_ar FROM branches b WHERE b.merchant_id = $1 AND b.id = u.branch_id) AS "branchNameAr"
       ${waiting} AND l.line > $3 ORDER BY l.line LIMIT $4`,
    [merchantId, runId, after, limit],
  );
