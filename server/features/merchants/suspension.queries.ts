import type { MerchantStatus } from '@mizan/contract/merchants.ts';
import type { Activity, BranchOfMerchant, PersonOfMerchant } from '@mizan/contract/suspension.ts';
import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

/** Sorted by a name that nothing selected has: Citus hands 'ORDER BY users.id' on as 'ORDER BY id', which is the text. */
const numbered = (table: string): string => `(SELECT *, ${table}.id AS place FROM ${table}) ${table}`;

/** Who may work, as the platform: administrators have no tenant. Every statement names the merchant. */
export const selectBranches = (
  db: Database,
  merchantId: string,
  search: string,
  limit: number,
): Promise<BranchOfMerchant[]> =>
  platformRows<BranchOfMerchant>(
    db,
    `SELECT id::text, code, name_en AS "nameEn", name_ar AS "nameAr", status
       FROM ${numbered('branches')}
      WHERE merchant_id = $1
        AND ($2 = '' OR strpos(lower(concat_ws(' ', code, name_en, name_ar)), lower($2)) > 0)
      ORDER BY place LIMIT $3`,
    [merchantId, search, limit],
  );

export const selectPeople = (
  db: Database,
  merchantId: string,
  search: string,
  limit: number,
): Promise<PersonOfMerchant[]> =>
  platformRows<PersonOfMerchant>(
    db,
    `SELECT id::text, full_name AS "fullName", coalesce(email, username) AS "signInName", role,
       branch_id::text AS "branchId", status
       FROM ${numbered('users')}
      WHERE merchant_id = $1
        AND ($2 = '' OR strpos(lower(concat_ws(' ', full_name, email, username)), lower($2)) > 0)
      ORDER BY role DESC, place LIMIT $3`,
    [merchantId, search, limit],
  );

/** Locked until the transaction ends: whoever changes who may work at one merchant takes turns. */
export const lockMerchant = (
  tx: Tx,
  merchantId: string,
): Promise<{ name: string; status: MerchantStatus } | null> =>
  tx.row(`SELECT name_en AS name, status FROM merchants WHERE id = $1 FOR NO KEY UPDATE`, [merchantId]);

export const readBranch = (
  tx: Tx,
  merchantId: string,
  id: string,
): Promise<{ name: string; status: Activity } | null> =>
  tx.row(`SELECT name_en AS name, status FROM branches WHERE merchant_id = $1 AND id = $2`, [merchantId, id]);

export const readPerson = (
  tx: Tx,
  merchantId: string,
  id: string,
): Promise<{ name: string; status: Activity; role: PersonOfMerchant['role'] } | null> =>
  tx.row(`SELECT full_name AS name, status, role FROM users WHERE merchant_id = $1 AND id = $2`, [
    merchantId,
    id,
  ]);

/** Owners who may sign in, besides this one. */
export async function countOtherOwners(tx: Tx, merchantId: string, id: string): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `SELECT count(*) FROM users
      WHERE merchant_id = $1 AND id <> $2 AND role = 'MERCHANT' AND status = 'ACTIVE'`,
    [merchantId, id],
  );
  return row?.count ?? 0;
}

export const storeMerchantStatus = (tx: Tx, merchantId: string, status: MerchantStatus): Promise<number> =>
  tx.change('UPDATE merchants SET status = $2 WHERE id = $1', [merchantId, status]);

export const storeBranchStatus = (
  tx: Tx,
  merchantId: string,
  id: string,
  status: Activity,
): Promise<number> =>
  tx.change('UPDATE branches SET status = $3 WHERE merchant_id = $1 AND id = $2', [merchantId, id, status]);

export const storePersonStatus = (
  tx: Tx,
  merchantId: string,
  id: string,
  status: Activity,
): Promise<number> =>
  tx.change('UPDATE users SET status = $3 WHERE merchant_id = $1 AND id = $2', [merchantId, id, status]);

/** Whose sessions end: everybody's, a branch's cashiers', or one person's. */
export type Concerned = { kind: 'merchant' } | { kind: 'branch' | 'user'; id: string };

const whose = {
  merchant: '$3::bigint IS NULL',
  branch: `users.role = 'CASHIER' AND users.branch_id = $3`,
  user: 'users.id = $3',
} as const;

/** Ends them for good: whoever is let in again signs in again. Answers how many. */
export const endSessionsOfConcerned = (
  tx: Tx,
  merchantId: string,
  concerned: Concerned,
  at: Date,
): Promise<number> =>
  tx.change(
    `UPDATE sessions SET ended_at = $2 FROM users
      WHERE users.id = sessions.user_id AND users.merchant_id = $1 AND sessions.ended_at IS NULL
        AND ${whose[concerned.kind]}`,
    [merchantId, at, 'id' in concerned ? concerned.id : null],
  );
