import type { Tx } from '../../platform/database/database.ts';
import type { LockedPlace } from './places.queries.ts';

/** What names a place: forms keep the code of a region and names of cities and districts, as they were chosen or typed. */
export interface PlaceUses {
  places: number;
  branches: number;
  merchants: number;
  applications: number;
}

/** Which columns of a branch name the place, each in either language. */
function ofBranches({ kind }: LockedPlace): string {
  const city = 'lower(b.city) IN (lower($2), $3)';
  if (kind === 'REGION') return 'b.region = $1';
  if (kind === 'CITY') return `$1::text IS NULL AND ${city}`;
  return `$1::text IS NULL AND lower(b.district) IN (lower($2), $3) AND lower(b.city) IN (lower($4), $5)`;
}
function ofApplications({ kind }: LockedPlace): string {
  if (kind === 'REGION') return "a.form->'business'->>'region' = $1";
  const city = "lower(a.form->'business'->>'city')";
  if (kind === 'CITY') return `$1::text IS NULL AND ${city} IN (lower($2), $3)`;
  return `$1::text IS NULL AND lower(a.form->'business'->>'district') IN (lower($2), $3) AND ${city} IN (lower($4), $5)`;
}

const counted = async (tx: Tx, text: string, values: readonly unknown[]): Promise<number> =>
  (await tx.row<{ count: number }>(text, values))?.count ?? 0;

/** Counted one after the other: they are asked seldom, and of few rows. */
export async function selectUses(tx: Tx, place: LockedPlace): Promise<PlaceUses> {
  const { id, kind, code, nameEn, nameAr, parentEn, parentAr } = place;
  const names = kind === 'DISTRICT' ? [nameEn, nameAr, parentEn, parentAr] : [nameEn, nameAr];
  const values = kind === 'REGION' ? [code] : [null, ...names];
  return {
    places: await counted(tx, 'SELECT count(*) FROM places WHERE parent_id = $1', [id]),
    branches: await counted(tx, `SELECT count(*) FROM branches b WHERE ${ofBranches(place)}`, values),
    merchants: await counted(
      tx,
      `SELECT count(DISTINCT b.merchant_id) FROM branches b WHERE ${ofBranches(place)}`,
      values,
    ),
    applications: await counted(
      tx,
      `SELECT count(*) FROM applications a WHERE a.state <> 'REJECTED' AND ${ofApplications(place)}`,
      values,
    ),
  };
}
