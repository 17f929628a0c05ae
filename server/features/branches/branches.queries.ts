import type { Activity } from '@mizan/contract/activity.ts';
import type { BranchOfMerchant } from '@mizan/contract/suspension.ts';
import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

/** As the platform: who makes and closes branches may be an administrator, who has no tenant. Each names the merchant. */

export interface NewBranch {
  code: string;
  nameEn: string;
  nameAr: string;
  addressEn: string;
  addressAr: string;
  at: Date;
}

export async function insertBranch(tx: Tx, merchantId: string, branch: NewBranch): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO branches (merchant_id, code, name_en, name_ar, address_en, address_ar, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id::text`,
    [merchantId, branch.code, branch.nameEn, branch.nameAr, branch.addressEn, branch.addressAr, branch.at],
  );
  if (!row) throw new Error('an INSERT returns its row');
  return row.id;
}

/** Sorted by a name that nothing selected has: Citus hands 'ORDER BY branches.id' on as 'ORDER BY id', which is the text. */
export const selectBranches = (
  db: Database,
  merchantId: string,
  search: string,
  limit: number,
): Promise<BranchOfMerchant[]> =>
  platformRows<BranchOfMerchant>(
    db,
    `SELECT id::text, code, name_en AS "nameEn", name_ar AS "nameAr", status
       FROM (SELECT *, branches.id AS place FROM branches) branches
      WHERE merchant_id = $1
        AND ($2 = '' OR strpos(lower(concat_ws(' ', code, name_en, name_ar)), lower($2)) > 0)
      ORDER BY place LIMIT $3`,
    [merchantId, search, limit],
  );

export interface BranchRow {
  name: string;
  status: Activity;
}

export const readBranch = (tx: Tx, merchantId: string, id: string): Promise<BranchRow | null> =>
  tx.row(`SELECT name_en AS name, status FROM branches WHERE merchant_id = $1 AND id = $2`, [merchantId, id]);

export const updateBranchStatus = (
  tx: Tx,
  merchantId: string,
  id: string,
  status: Activity,
): Promise<number> =>
  tx.change('UPDATE branches SET status = $3 WHERE merchant_id = $1 AND id = $2', [merchantId, id, status]);
