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
  region?: string;
  city?: string;
  district?: string;
  mapUrl?: string | null;
  at: Date;
}

export async function insertBranch(tx: Tx, merchantId: string, branch: NewBranch): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO branches (merchant_id, code, name_en, name_ar, address_en, address_ar, created_at, region, city,
       district, map_url)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id::text`,
    [
      merchantId,
      branch.code,
      branch.nameEn,
      branch.nameAr,
      branch.addressEn,
      branch.addressAr,
      branch.at,
      branch.region ?? '',
      branch.city ?? '',
      branch.district ?? '',
      branch.mapUrl ?? null,
    ],
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

export interface BranchRow extends Required<Omit<NewBranch, 'at'>> {
  name: string;
  status: Activity;
}

export const selectBranchExists = async (tx: Tx, merchantId: string, id: string): Promise<boolean> =>
  (await tx.row(`SELECT FROM branches WHERE merchant_id = $1 AND id = $2`, [merchantId, id])) !== null;

/** Locked until the transaction ends. */
export const readBranch = (tx: Tx, merchantId: string, id: string): Promise<BranchRow | null> =>
  tx.row(
    `SELECT name_en AS name, status, code, name_en AS "nameEn", name_ar AS "nameAr", address_en AS "addressEn",
       address_ar AS "addressAr", region, city, district, map_url AS "mapUrl"
       FROM branches WHERE merchant_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [merchantId, id],
  );

export const updateBranch = (
  tx: Tx,
  merchantId: string,
  id: string,
  branch: Required<Omit<NewBranch, 'at'>>,
): Promise<number> =>
  tx.change(
    `UPDATE branches SET code = $3, name_en = $4, name_ar = $5, address_en = $6, address_ar = $7, region = $8,
       city = $9, district = $10, map_url = $11 WHERE merchant_id = $1 AND id = $2`,
    [
      merchantId,
      id,
      branch.code,
      branch.nameEn,
      branch.nameAr,
      branch.addressEn,
      branch.addressAr,
      branch.region,
      branch.city,
      branch.district,
      branch.mapUrl,
    ],
  );

export const updateBranchStatus = (
  tx: Tx,
  merchantId: string,
  id: string,
  status: Activity,
): Promise<number> =>
  tx.change('UPDATE branches SET status = $3 WHERE merchant_id = $1 AND id = $2', [merchantId, id, status]);

/** Of many: those whose code is free, with their ids. `at` is when all of them were added. */
export const insertBranches = (
  tx: Tx,
  merchantId: string,
  branches: readonly Required<Omit<NewBranch, 'at'>>[],
  at: Date,
): Promise<{ id: string; code: string }[]> =>
  tx.rows(
    `INSERT INTO branches (merchant_id, code, name_en, name_ar, address_en, address_ar, created_at, region, city,
       district, map_url)
     SELECT $1, code, "nameEn", "nameAr", "addressEn", "addressAr", $3, region, city, district, "mapUrl"
       FROM jsonb_to_recordset($2) AS r(code text, "nameEn" text, "nameAr" text, "addressEn" text, "addressAr" text,
         region text, city text, district text, "mapUrl" text)
     ON CONFLICT (merchant_id, code) WHERE code IS NOT NULL DO NOTHING RETURNING id::text, code`,
    [merchantId, JSON.stringify(branches), at],
  );

export const deleteBranches = (tx: Tx, merchantId: string, ids: readonly string[]): Promise<number> =>
  tx.change('DELETE FROM branches WHERE merchant_id = $1 AND id = ANY($2::bigint[])', [merchantId, ids]);
