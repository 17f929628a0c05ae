import type { Activity } from '@mizan/contract/activity.ts';
import type { ModelReport } from '@mizan/contract/models.ts';
import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

/** Brands and models of terminals; all of it belongs to no merchant and runs as the platform. */

export interface ListedBrand {
  id: string;
  name: string;
  manufacturer: string;
  status: Activity;
  createdAt: Date;
  models: number;
}
export interface BrandFilter {
  search: string;
  status: readonly Activity[] | null;
}
type After = { createdAt: Date; id: string } | null;

const brandsFiltered = `($1 = '' OR strpos(lower(concat_ws(' ', b.name, b.manufacturer)), lower($1)) > 0)
  AND ($2::text[] IS NULL OR b.status = ANY($2))`;

/** In the order in which they came. */
export const selectBrands = (
  db: Database,
  { search, status }: BrandFilter,
  after: After,
  limit: number,
): Promise<ListedBrand[]> =>
  platformRows<ListedBrand>(
    db,
    `SELECT b.id::text, b.name, b.manufacturer, b.status, b.created_at AS "createdAt",
            (SELECT count(*) FROM terminal_models m WHERE m.brand_id = b.id) AS models
       FROM (SELECT *, terminal_brands.id AS place FROM terminal_brands) b WHERE ${brandsFiltered}
        AND ($3::timestamptz IS NULL OR (b.created_at, b.id) > ($3, $4::bigint))
      ORDER BY b.created_at, place LIMIT $5`,
    [search, status, after?.createdAt ?? null, after?.id ?? null, limit],
  );

export async function countBrands(db: Database, { search, status }: BrandFilter): Promise<number> {
  const [row] = await platformRows<{ count: number }>(
    db,
    `SELECT count(*) FROM terminal_brands b WHERE ${brandsFiltered}`,
    [search, status],
  );
  return row?.count ?? 0;
}

export interface ListedModel {
  id: string;
  brandId: string;
  brand: string;
  manufacturer: string;
  name: string;
  reports: ModelReport[];
  status: Activity;
  pictureVersion: string | null;
  createdAt: Date;
}
export interface ModelFilter {
  search: string;
  status: readonly Activity[] | null;
  brandIds: readonly string[] | null;
  id: string | null;
}
export const everyModel: ModelFilter = { search: '', status: null, brandIds: null, id: null };

const modelsFiltered = `($1 = '' OR strpos(lower(concat_ws(' ', b.name, m.name, b.manufacturer)), lower($1)) > 0)
  AND ($2::text[] IS NULL OR m.status = ANY($2)) AND ($3::bigint[] IS NULL OR m.brand_id = ANY($3))
  AND ($4::bigint IS NULL OR m.id = $4)`;
const modelsJoined = 'terminal_models m JOIN terminal_brands b ON b.id = m.brand_id';
const valuesOf = ({ search, status, brandIds, id }: ModelFilter): unknown[] => [search, status, brandIds, id];

export const selectModels = (
  db: Database,
  filter: ModelFilter,
  after: After,
  limit: number,
): Promise<ListedModel[]> =>
  platformRows<ListedModel>(
    db,
    `SELECT m.id::text, m.brand_id::text AS "brandId", b.name AS brand, b.manufacturer, m.name, m.reports, m.status,
            m.picture_version AS "pictureVersion", m.created_at AS "createdAt"
       FROM ${modelsJoined} WHERE ${modelsFiltered}
        AND ($5::timestamptz IS NULL OR (m.created_at, m.id) > ($5, $6::bigint))
      ORDER BY m.created_at, m.id LIMIT $7`,
    [...valuesOf(filter), after?.createdAt ?? null, after?.id ?? null, limit],
  );

export async function countModels(db: Database, filter: ModelFilter): Promise<number> {
  const [row] = await platformRows<{ count: number }>(
    db,
    `SELECT count(*) FROM ${modelsJoined} WHERE ${modelsFiltered}`,
    valuesOf(filter),
  );
  return row?.count ?? 0;
}

/** Whether a terminal in service has these names, a test terminal too. */
export const isInService = async (
  tx: Tx,
  { brand, model }: { brand: string; model: string | null },
): Promise<boolean> =>
  (await tx.row(
    `SELECT 1 FROM terminals WHERE status <> 'RETIRED' AND brand = $1 AND ($2::text IS NULL OR model = $2) LIMIT 1`,
    [brand, model],
  )) !== null;

export interface LockedBrand {
  name: string;
  manufacturer: string;
  status: Activity;
}
export const lockBrand = (tx: Tx, id: string): Promise<LockedBrand | null> =>
  tx.row('SELECT name, manufacturer, status FROM terminal_brands WHERE id = $1 FOR UPDATE', [id]);

const idOf = (row: { id: string } | null): string => {
  if (!row) throw new Error('an INSERT returns its row');
  return row.id;
};

export const insertBrand = async (
  tx: Tx,
  { name, manufacturer, status }: LockedBrand,
  at: Date,
): Promise<string> =>
  idOf(
    await tx.row(
      'INSERT INTO terminal_brands (name, manufacturer, status, created_at) VALUES ($1, $2, $3, $4) RETURNING id::text',
      [name, manufacturer, status, at],
    ),
  );

export const updateBrand = (
  tx: Tx,
  id: string,
  { name, manufacturer, status }: LockedBrand,
): Promise<number> =>
  tx.change('UPDATE terminal_brands SET name = $2, manufacturer = $3, status = $4 WHERE id = $1', [
    id,
    name,
    manufacturer,
    status,
  ]);

export interface LockedModel {
  brandId: string;
  brand: string;
  name: string;
  reports: ModelReport[];
  status: Activity;
}
export const lockModel = (tx: Tx, id: string): Promise<LockedModel | null> =>
  tx.row(
    `SELECT m.brand_id::text AS "brandId", b.name AS brand, m.name, m.reports, m.status
       FROM ${modelsJoined} WHERE m.id = $1 FOR UPDATE OF m`,
    [id],
  );

type ModelValues = Omit<LockedModel, 'brand'>;
export const insertModel = async (
  tx: Tx,
  { brandId, name, reports, status }: ModelValues,
  at: Date,
): Promise<string> =>
  idOf(
    await tx.row(
      `INSERT INTO terminal_models (brand_id, name, reports, status, created_at) VALUES ($1, $2, $3, $4, $5)
       RETURNING id::text`,
      [brandId, name, reports, status, at],
    ),
  );

export const updateModel = (
  tx: Tx,
  id: string,
  { brandId, name, reports, status }: ModelValues,
): Promise<number> =>
  tx.change('UPDATE terminal_models SET brand_id = $2, name = $3, reports = $4, status = $5 WHERE id = $1', [
    id,
    brandId,
    name,
    reports,
    status,
  ]);

const fullName = "b.name || ' ' || m.name";
const isOffered = "m.status = 'ACTIVE' AND b.status = 'ACTIVE'";

/** In use, of a brand in use, as forms name them. */
export const selectOfferedModels = (tx: Tx, limit: number): Promise<{ name: string }[]> =>
  tx.rows(
    `SELECT ${fullName} AS name FROM ${modelsJoined} WHERE ${isOffered} ORDER BY lower(b.name), lower(m.name) LIMIT $1`,
    [limit],
  );

export interface NamedModel {
  id: string;
  /** 'PAX A920'. */
  name: string;
  brand: string;
  manufacturer: string;
  model: string;
  isOffered: boolean;
}
/** In use or not; where two read alike, one that is offered goes before. */
export const selectNamedModels = (tx: Tx, names: readonly string[]): Promise<NamedModel[]> =>
  tx.rows<NamedModel>(
    `SELECT DISTINCT ON (1) ${fullName} AS name, m.id::text AS id, b.name AS brand, b.manufacturer, m.name AS model,
            ${isOffered} AS "isOffered"
       FROM ${modelsJoined} WHERE ${fullName} = ANY($1::text[]) ORDER BY 1, ${isOffered} DESC, m.id`,
    [names],
  );

/** Whether an application that is not decided names a model of this brand; or this one, where it is said. */
export async function isApplied(
  tx: Tx,
  { brand, model }: { brand: string; model: string | null },
): Promise<boolean> {
  const found = await tx.row(
    `SELECT 1 AS found FROM applications a, terminal_models m JOIN terminal_brands b ON b.id = m.brand_id
      WHERE a.state IN ('PENDING', 'CORRECTION') AND b.name = $1 AND ($2::text IS NULL OR m.name = $2)
        AND jsonb_path_exists(a.form, '$.branches[*].terminals[*].model ? (@ == $name)',
              jsonb_build_object('name', ${fullName}))
      LIMIT 1`,
    [brand, model],
  );
  return found !== null;
}
