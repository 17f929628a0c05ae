import type { Activity } from '@mizan/contract/activity.ts';
import type { PlaceKind, PlaceRow } from '@mizan/contract/districts.ts';
import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';
import type { KnownPlace } from './check-places.ts';

/** The statements behind the services of this folder; all of it belongs to no merchant and runs as the platform. */

export type ListedPlace = Omit<PlaceRow, 'createdAt'> & { createdAt: Date };
export interface PlaceFilter {
  kind: PlaceKind | null;
  search: string;
  region: readonly string[] | null;
  cityId: string | null;
  status: readonly Activity[] | null;
  id: string | null;
}

const columns = `p.id::text, p.kind, p.name_en AS "nameEn", p.name_ar AS "nameAr", p.code, p.status,
  p.created_at AS "createdAt", p.parent_id::text AS "parentId", up.name_en AS "parentEn", up.name_ar AS "parentAr",
  r.code AS "regionCode", r.name_en AS "regionEn", r.name_ar AS "regionAr"`;
/** The region of a district stands two above it, of a city one, of a region nowhere but in itself. */
const joined = `places p LEFT JOIN places up ON up.id = p.parent_id
  JOIN places r ON r.id = coalesce(up.parent_id, up.id, p.id)`;
const filtered = `($1::text IS NULL OR p.kind = $1)
  AND ($2 = '' OR strpos(lower(concat_ws(' ', p.code, p.name_en, p.name_ar, up.name_en, up.name_ar)), lower($2)) > 0)
  AND ($3::text[] IS NULL OR r.code = ANY($3)) AND ($4::bigint IS NULL OR p.parent_id = $4)
  AND ($5::text[] IS NULL OR p.status = ANY($5)) AND ($6::bigint IS NULL OR p.id = $6)`;
const valuesOf = ({ kind, search, region, cityId, status, id }: PlaceFilter): unknown[] => [
  kind,
  search,
  region,
  cityId,
  status,
  id,
];

/** In the order in which they came. Served by places_list. */
export const selectPlaces = (
  db: Database,
  filter: PlaceFilter,
  after: { createdAt: Date; id: string } | null,
  limit: number,
): Promise<ListedPlace[]> =>
  platformRows<ListedPlace>(
    db,
    `SELECT ${columns} FROM ${joined} WHERE ${filtered}
        AND ($7::timestamptz IS NULL OR (p.created_at, p.id) > ($7, $8::bigint))
      ORDER BY p.created_at, p.id LIMIT $9`,
    [...valuesOf(filter), after?.createdAt ?? null, after?.id ?? null, limit],
  );

export async function countPlaces(db: Database, filter: PlaceFilter): Promise<number> {
  const [row] = await platformRows<{ count: number }>(
    db,
    `SELECT count(*) FROM ${joined} WHERE ${filtered}`,
    valuesOf(filter),
  );
  return row?.count ?? 0;
}

export const countByKind = (db: Database): Promise<{ kind: PlaceKind; count: number }[]> =>
  platformRows(db, 'SELECT kind, count(*) FROM places GROUP BY kind');

export interface LockedPlace {
  id: string;
  kind: PlaceKind;
  nameEn: string;
  nameAr: string;
  code: string | null;
  status: Activity;
  parentEn: string | null;
  parentAr: string | null;
}

export const lockPlace = (tx: Tx, id: string): Promise<LockedPlace | null> =>
  tx.row<LockedPlace>(
    `SELECT p.id::text, p.kind, p.name_en AS "nameEn", p.name_ar AS "nameAr", p.code, p.status,
            up.name_en AS "parentEn", up.name_ar AS "parentAr"
       FROM places p LEFT JOIN places up ON up.id = p.parent_id WHERE p.id = $1 FOR UPDATE OF p`,
    [id],
  );

export interface NewPlace {
  kind: PlaceKind;
  parentId: string;
  nameEn: string;
  nameAr: string;
  status: Activity;
  at: Date;
}

/** The ids in the order of the places, which an INSERT of many does not promise to answer in. */
export async function insertPlaces(tx: Tx, places: readonly NewPlace[]): Promise<string[]> {
  if (places.length === 0) return [];
  const column = <K extends keyof NewPlace>(key: K): NewPlace[K][] => places.map((each) => each[key]);
  const rows = await tx.rows<{ id: string; parentId: string; nameEn: string }>(
    `INSERT INTO places (kind, parent_id, name_en, name_ar, status, created_at)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
     RETURNING id::text, parent_id::text AS "parentId", name_en AS "nameEn"`,
    [column('kind'), column('parentId'), column('nameEn'), column('nameAr'), column('status'), column('at')],
  );
  const ids = new Map(rows.map((row) => [`${row.parentId} ${row.nameEn}`, row.id]));
  return places.map(({ parentId, nameEn }) => ids.get(`${parentId} ${nameEn}`) ?? '');
}

/** All of them, held until the transaction ends, so that what a file is checked against is what it is written to. */
export const holdPlaces = (tx: Tx): Promise<KnownPlace[]> =>
  tx.rows<KnownPlace>(
    `SELECT id::text, kind, parent_id::text AS "parentId", name_en AS "nameEn", name_ar AS "nameAr", code, status
       FROM places ORDER BY places.id FOR UPDATE`,
  );

export interface OfferedPlace {
  en: string;
  ar: string;
}

/** Regions of the list, whatever else is in use: they are always offered. */
export const selectRegions = (tx: Tx): Promise<(OfferedPlace & { code: string })[]> =>
  tx.rows(`SELECT code, name_en AS en, name_ar AS ar FROM places WHERE kind = 'REGION' ORDER BY code`);

export const selectOfferedCities = (tx: Tx, limit: number): Promise<(OfferedPlace & { region: string })[]> =>
  tx.rows(
    `SELECT r.code AS region, p.name_en AS en, p.name_ar AS ar FROM places p JOIN places r ON r.id = p.parent_id
      WHERE p.kind = 'CITY' AND p.status = 'ACTIVE' ORDER BY p.id LIMIT $1`,
    [limit],
  );

/** The city named in either language. */
export const selectOfferedDistricts = (tx: Tx, city: string, limit: number): Promise<OfferedPlace[]> =>
  tx.rows(
    `SELECT p.name_en AS en, p.name_ar AS ar FROM places p JOIN places c ON c.id = p.parent_id
      WHERE p.kind = 'DISTRICT' AND p.status = 'ACTIVE' AND c.kind = 'CITY'
        AND (lower(c.name_en) = lower($1) OR c.name_ar = $1)
      ORDER BY p.id LIMIT $2`,
    [city, limit],
  );

export const selectIsCity = async (tx: Tx, nameEn: string): Promise<boolean> =>
  (await tx.row(`SELECT 1 FROM places WHERE kind = 'CITY' AND name_en = $1`, [nameEn])) !== null;

export const updateNames = (
  tx: Tx,
  id: string,
  { nameEn, nameAr }: { nameEn: string; nameAr: string },
): Promise<number> =>
  tx.change('UPDATE places SET name_en = $2, name_ar = $3 WHERE id = $1', [id, nameEn, nameAr]);

export const updateStatus = (tx: Tx, id: string, status: Activity): Promise<number> =>
  tx.change('UPDATE places SET status = $2 WHERE id = $1', [id, status]);

export const deleteOne = (tx: Tx, id: string): Promise<number> =>
  tx.change('DELETE FROM places WHERE id = $1', [id]);
