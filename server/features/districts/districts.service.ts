import type { Activity } from '@mizan/contract/activity.ts';
import {
  type exportPlaces,
  type getPlace,
  type listPlaces,
  type PlaceKind,
  type PlaceRow,
  placeKinds,
  type renamePlace,
} from '@mizan/contract/districts.ts';
import { readCursor, writeCursor } from '@mizan/contract/page.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { standsAlready } from '../../platform/as-seen.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform, type Tx } from '../../platform/database/database.ts';
import { violates } from '../../platform/database/violates.ts';
import { listedTable, type NamedTable, pagesOf } from '../../platform/exports/listed-table.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Principal } from '../../platform/http/call.ts';
import type { Reader } from '../../platform/words.ts';
import { selectUses } from './place-uses.queries.ts';
import {
  countByKind,
  countPlaces,
  deleteOne,
  insertPlaces,
  type ListedPlace,
  type LockedPlace,
  lockPlace,
  type PlaceFilter,
  selectPlaces,
  updateNames,
  updateStatus,
} from './places.queries.ts';

/**
 * Regions, cities and districts: the one owner of their table. A place that something names is taken out of use, never
 * deleted (docs/decisions/0139-places-kept-by-administrators.md).
 */
export interface DistrictDeps {
  readonly db: Database;
  readonly clock: Clock;
}

type Asked = Omit<RouteInput<typeof exportPlaces>['query'], 'format' | 'lang'>;
const shown = (row: ListedPlace): PlaceRow => ({ ...row, createdAt: row.createdAt.toISOString() });
const filterOf = ({ kind, search, region, cityId, status }: Asked): PlaceFilter => ({
  kind,
  search: search ?? '',
  region: region ?? null,
  cityId: cityId ?? null,
  status: status ?? null,
  id: null,
});

/** A page of places in the order in which they came. */
export async function pageOfPlaces(
  { db }: DistrictDeps,
  { cursor, limit, ...asked }: RouteInput<typeof listPlaces>['query'],
): Promise<RouteOutput<typeof listPlaces>> {
  const filter = filterOf(asked);
  const after = cursor === undefined ? null : readCursor(cursor);
  const rows = await selectPlaces(db, filter, after, limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    rows: page.map(shown),
    nextCursor: last ? writeCursor(last.createdAt, last.id) : null,
    total: await countPlaces(db, filter),
  };
}

export async function placeCounts({ db }: DistrictDeps): Promise<Record<PlaceKind, number>> {
  const rows = await countByKind(db);
  const of = (kind: PlaceKind): number => rows.find((each) => each.kind === kind)?.count ?? 0;
  return { REGION: of('REGION'), CITY: of('CITY'), DISTRICT: of('DISTRICT') };
}

/** One place with what names it. @throws Failure 'notFound' */
export async function placeDetail({ db }: DistrictDeps, id: string): Promise<RouteOutput<typeof getPlace>> {
  const everything = { kind: null, search: '', region: null, cityId: null, status: null };
  const [row] = await selectPlaces(db, { ...everything, id }, null, 1);
  if (!row) throw notFound();
  const uses = await inPlatform(db, (tx) => selectUses(tx, row));
  return { place: shown(row), uses };
}

const keys = ['places_name_en', 'places_name_ar', 'places_city'];
/** A name that somebody else has just given is refused, not a fault. @throws Failure 'conflict' */
export async function withNamesFree<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (keys.some((key) => violates(error, key))) throw new Failure('conflict', 'The name is taken.');
    throw error;
  }
}

const below: Partial<Record<PlaceKind, PlaceKind>> = { REGION: 'CITY', CITY: 'DISTRICT' };

/** Adds a city to a region, or a district to a city. @throws Failure 'notFound' of the place above, 'conflict' */
async function addUnder(
  tx: Tx,
  actor: Principal,
  { parent, nameEn, nameAr, at }: { parent: LockedPlace; nameEn: string; nameAr: string; at: Date },
): Promise<string> {
  const kind = below[parent.kind];
  if (!kind) throw notFound();
  const [id = ''] = await insertPlaces(tx, [
    { kind, parentId: parent.id, nameEn, nameAr, status: 'ACTIVE', at },
  ]);
  const about = { type: 'place', id } as const;
  await happened(tx, actor, { fact: 'districts.added', at, about, params: { nameEn, nameAr } });
  return id;
}

export const addOne = (
  { db, clock }: DistrictDeps,
  actor: Principal,
  { parentId, nameEn, nameAr }: { parentId: string; nameEn: string; nameAr: string },
): Promise<{ id: string }> =>
  withNamesFree(() =>
    inPlatform(db, async (tx) => {
      const parent = await lockPlace(tx, parentId);
      if (!parent) throw notFound();
      return { id: await addUnder(tx, actor, { parent, nameEn, nameAr, at: clock.now() }) };
    }),
  );

/** @throws Failure 'notFound', 'conflict' where the name is taken, 'changedMeanwhile' */
export const renameOne = (
  { db, clock }: DistrictDeps,
  actor: Principal,
  id: string,
  { seen, ...names }: RouteInput<typeof renamePlace>['body'],
): Promise<{ id: string }> =>
  withNamesFree(() =>
    inPlatform(db, async (tx) => {
      const before = await lockPlace(tx, id);
      if (!before) throw notFound();
      const { nameEn, nameAr } = before;
      if (standsAlready({ nameEn, nameAr }, names, seen)) return { id };
      await updateNames(tx, id, names);
      await happened(tx, actor, {
        fact: 'districts.renamed',
        at: clock.now(),
        about: { type: 'place', id },
        params: names,
        was: { nameEn, nameAr },
      });
      return { id };
    }),
  );

/** @throws Failure 'notFound', 'conflict' of a region, which is always offered */
export const setStatus = (
  { db, clock }: DistrictDeps,
  actor: Principal,
  id: string,
  status: Activity,
): Promise<{ id: string }> =>
  inPlatform(db, async (tx) => {
    const place = await lockPlace(tx, id);
    if (!place) throw notFound();
    if (place.kind === 'REGION') throw new Failure('conflict', 'A region is always offered.');
    if (place.status === status) return { id };
    await updateStatus(tx, id, status);
    await happened(tx, actor, {
      fact: status === 'ACTIVE' ? 'districts.activated' : 'districts.deactivated',
      at: clock.now(),
      about: { type: 'place', id },
      params: { nameEn: place.nameEn, nameAr: place.nameAr },
    });
    return { id };
  });

/** @throws Failure 'notFound', 'conflict' of a region and of what something names */
export const deletePlaceOf = (
  { db, clock }: DistrictDeps,
  actor: Principal,
  id: string,
): Promise<{ id: string }> =>
  inPlatform(db, async (tx) => {
    const place = await lockPlace(tx, id);
    if (!place) throw notFound();
    const uses = await selectUses(tx, place);
    if (place.kind === 'REGION' || Object.values(uses).some((count) => count > 0)) {
      throw new Failure('conflict', 'Something names this place.');
    }
    await deleteOne(tx, id);
    await happened(tx, actor, {
      fact: 'districts.deleted',
      at: clock.now(),
      about: { type: 'place', id },
      params: { nameEn: place.nameEn, nameAr: place.nameAr },
    });
    return { id };
  });

/** The places of a filter as a table for a file; its columns are those that an import reads. */
export async function placesTable(deps: DistrictDeps, asked: Asked, reader: Reader): Promise<NamedTable> {
  const filter = filterOf(asked);
  return listedTable(deps, reader, {
    key: `districts.${placeKinds.find((kind) => kind === asked.kind) ?? 'DISTRICT'}`,
    columns: {
      kind: { kind: 'text', letters: 9 },
      region: { kind: 'text', letters: 10 },
      city: { kind: 'text', letters: 18 },
      nameEn: { kind: 'text', letters: 20 },
      nameAr: { kind: 'text', letters: 20 },
      status: { kind: 'text', letters: 9 },
    },
    cells: (row: ListedPlace, { text }) => ({
      kind: text(`districts:one.${row.kind}`),
      region: row.regionCode,
      city: row.kind === 'DISTRICT' ? row.parentEn : null,
      nameEn: row.nameEn,
      nameAr: row.nameAr,
      status: text(`branches:status.${row.status.toLowerCase()}`),
    }),
    pages: pagesOf((after, limit) => selectPlaces(deps.db, filter, after, limit)),
    rowsTotal: await countPlaces(deps.db, filter),
  });
}
