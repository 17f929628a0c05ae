import type { Activity } from '@mizan/contract/activity.ts';
import type { VendorBody, VendorRow } from '@mizan/contract/vendors.ts';
import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

/** Vendors belong to no merchant: all of it runs as the platform. */

export type ListedVendor = Omit<VendorRow, 'createdAt' | 'terminals' | 'misfits' | 'models'> & {
  createdAt: Date;
  modelIds: string[];
};
export interface VendorFilter {
  search: string;
  /** Codes of banks whose names hold what is searched for. */
  namedBanks: readonly string[];
  banks: readonly string[] | null;
  modelIds: readonly string[] | null;
  status: readonly Activity[] | null;
  id: string | null;
}

const columns = `v.id::text, v.name_en AS "nameEn", v.name_ar AS "nameAr", v.contact_name AS "contactName",
  v.contact_mobile AS "contactMobile", v.contact_email AS "contactEmail", v.banks,
  v.model_ids::text[] AS "modelIds", v.packages, v.status`;
const filtered = `($1 = '' OR v.banks && $2::text[] OR strpos(lower(concat_ws(' ', v.name_en, v.name_ar, v.contact_name,
    v.contact_mobile, v.contact_email)), lower($1)) > 0)
  AND ($3::text[] IS NULL OR v.banks && $3) AND ($4::bigint[] IS NULL OR v.model_ids && $4)
  AND ($5::text[] IS NULL OR v.status = ANY($5)) AND ($6::bigint IS NULL OR v.id = $6)`;
const valuesOf = (filter: VendorFilter): unknown[] => [
  filter.search,
  filter.namedBanks,
  filter.banks,
  filter.modelIds,
  filter.status,
  filter.id,
];

/** In the order in which they came. */
export const selectVendors = (
  db: Database,
  filter: VendorFilter,
  after: { createdAt: Date; id: string } | null,
  limit: number,
): Promise<ListedVendor[]> =>
  platformRows<ListedVendor>(
    db,
    `SELECT ${columns}, v.created_at AS "createdAt" FROM (SELECT *, vendors.id AS place FROM vendors) v WHERE ${filtered}
        AND ($7::timestamptz IS NULL OR (v.created_at, v.id) > ($7, $8::bigint))
      ORDER BY v.created_at, place LIMIT $9`,
    [...valuesOf(filter), after?.createdAt ?? null, after?.id ?? null, limit],
  );

export async function countVendors(db: Database, filter: VendorFilter): Promise<number> {
  const [row] = await platformRows<{ count: number }>(
    db,
    `SELECT count(*) FROM vendors v WHERE ${filtered}`,
    valuesOf(filter),
  );
  return row?.count ?? 0;
}

export const selectVendorNames = async (db: Database): Promise<string[]> =>
  (await platformRows<{ name: string }>(db, 'SELECT name_en AS name FROM vendors')).map(({ name }) => name);

/** The id of the vendor of this name; null for none. */
export const selectVendorNamed = async (tx: Tx, nameEn: string): Promise<string | null> =>
  (await tx.row<{ id: string }>('SELECT id::text FROM vendors WHERE name_en = $1', [nameEn]))?.id ?? null;

/** Locked, as a change says it was before. */
export const lockVendor = (tx: Tx, id: string): Promise<VendorBody | null> =>
  tx.row<VendorBody>(
    `SELECT name_en AS "nameEn", name_ar AS "nameAr", contact_name AS "contactName", contact_mobile AS "contactMobile",
            contact_email AS "contactEmail", banks, model_ids::text[] AS "modelIds", packages, status
       FROM vendors WHERE id = $1 FOR UPDATE`,
    [id],
  );

const valuesOfVendor = (body: VendorBody): unknown[] => [
  body.nameEn,
  body.nameAr,
  body.contactName,
  body.contactMobile,
  body.contactEmail,
  body.banks,
  body.modelIds,
  body.packages,
  body.status,
];

export async function insertVendor(tx: Tx, body: VendorBody, at: Date): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO vendors (name_en, name_ar, contact_name, contact_mobile, contact_email, banks, model_ids, packages,
       status, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id::text`,
    [...valuesOfVendor(body), at],
  );
  if (!row) throw new Error('an INSERT returns its row');
  return row.id;
}

export const updateVendor = (tx: Tx, id: string, body: VendorBody): Promise<number> =>
  tx.change(
    `UPDATE vendors SET name_en = $1, name_ar = $2, contact_name = $3, contact_mobile = $4, contact_email = $5,
       banks = $6, model_ids = $7, packages = $8, status = $9 WHERE id = $10`,
    [...valuesOfVendor(body), id],
  );

/** Of these models and packages those that are kept, as people call them. */
export const selectKept = async (
  tx: Tx,
  { modelIds, packages }: Pick<VendorBody, 'modelIds' | 'packages'>,
): Promise<{ models: string[]; packages: string[] }> => ({
  models: await namesOf(
    tx,
    `SELECT b.name || ' ' || m.name AS name FROM terminal_models m JOIN terminal_brands b ON b.id = m.brand_id
      WHERE m.id = ANY($1::bigint[]) ORDER BY 1`,
    modelIds,
  ),
  packages: await namesOf(
    tx,
    'SELECT name FROM mada_packages WHERE name = ANY($1::text[]) ORDER BY 1',
    packages,
  ),
});
const namesOf = async (tx: Tx, text: string, values: readonly string[]): Promise<string[]> =>
  (await tx.rows<{ name: string }>(text, [values])).map(({ name }) => name);

/** Whether a terminal, or an application that is not decided, names this vendor. */
export async function isNamed(tx: Tx, nameEn: string): Promise<boolean> {
  const terminal = await tx.row('SELECT 1 AS found FROM terminals WHERE msp = $1 LIMIT 1', [nameEn]);
  if (terminal) return true;
  const application = await tx.row(
    `SELECT 1 AS found FROM applications a WHERE a.state IN ('PENDING', 'CORRECTION')
        AND jsonb_path_exists(a.form, '$.branches[*].terminals[*].msp ? (@ == $name)', jsonb_build_object('name', $1::text))
      LIMIT 1`,
    [nameEn],
  );
  return application !== null;
}

/** In use, as forms offer them. */
export const selectOfferedVendors = (tx: Tx, limit: number): Promise<{ en: string; ar: string }[]> =>
  tx.rows(
    `SELECT name_en AS en, name_ar AS ar FROM vendors WHERE status = 'ACTIVE' ORDER BY lower(name_en) LIMIT $1`,
    [limit],
  );
