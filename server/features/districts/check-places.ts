import type { Activity } from '@mizan/contract/activity.ts';
import type { PlaceColumn, PlaceLine, PlaceProblem } from '@mizan/contract/district-import.ts';
import { type PlaceKind, placeNameMax } from '@mizan/contract/districts.ts';
import { nearestOf } from '../filled-files/nearest.ts';
import type { FilledRow } from '../filled-files/read-filled-file.ts';

/** What is said of a file of places before anything is written. Pure: the same file against the same places says the same. */

export interface KnownPlace {
  id: string;
  kind: PlaceKind;
  parentId: string | null;
  nameEn: string;
  nameAr: string;
  code: string | null;
  status: Activity;
}
/** A place as a line wants it; what stands above it is one that is there, or the line that adds it. */
export interface WantedPlace {
  kind: PlaceKind;
  target: KnownPlace | null;
  above: Above | null;
  nameEn: string;
  nameAr: string;
  status: Activity;
}
type Above = { id: string } | { line: number };
export interface CheckedPlace {
  said: PlaceLine;
  /** Null of what is rejected or as it was. */
  wanted: WantedPlace | null;
}
/** Words of kinds and states as people may write them, in either language, by `plain`. */
export interface PlaceWords {
  kinds: ReadonlyMap<string, PlaceKind>;
  states: ReadonlyMap<string, Activity>;
  /** The same as people read them: what is offered for a slip. */
  names: Readonly<Record<'kind' | 'status', readonly string[]>>;
}
export type PlaceFileRow = FilledRow<PlaceColumn>;

/** Marks of direction, which nobody sees and Arabic texts are often copied with. */
const marks = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g;
const tidied = (text: string | undefined): string =>
  (text ?? '').normalize('NFC').replaceAll(marks, '').trim().replaceAll(/\s+/g, ' ');
/** By which texts are held against each other: also without the stroke that draws Arabic letters apart. */
export const plain = (text: string): string => tidied(text).replaceAll('\u0640', '').toLowerCase();

/** A city that a district may name: one that is there, or a line of the file. */
interface City {
  above: Above;
  regionId: string;
  names: readonly string[];
}
/** What is known while the file is gone through. */
interface Around {
  words: PlaceWords;
  regions: readonly KnownPlace[];
  /** Places by what they stand in and a name; a name of each language. */
  byName: ReadonlyMap<string, KnownPlace>;
  /** English names of cities, which forms know them by. */
  cityIds: ReadonlyMap<string, string>;
  cities: Map<string, City[]>;
  rejectedCities: Map<string, number>;
  linesOfNames: Map<string, number>;
  linesOfPlaces: Map<string, number>;
}

/** The first thing that is wrong with a line; what follows of it is not said. */
class Wrong extends Error {
  readonly problem: PlaceProblem;
  constructor(cells: PlaceFileRow['cells'], field: PlaceColumn, code: PlaceProblem['code'], more: More = {}) {
    super(code);
    const { value = cells[field] ?? '', nearest = null, line = null } = more;
    this.problem = { field, code, value, nearest, line };
  }
}
type More = { value?: string; nearest?: string | null; line?: number | null };

const aboveKey = (above: Above | null): string =>
  above === null ? 'top' : 'id' in above ? above.id : `line ${above.line}`;
const nameKey = (above: Above | null, language: 'en' | 'ar', name: string): string =>
  `${aboveKey(above)} ${language} ${plain(name)}`;

function regionIn({ cells }: PlaceFileRow, { regions }: Around): KnownPlace | null {
  if (cells.region === undefined) return null;
  const named = plain(cells.region);
  const found = regions.find(({ code, nameEn, nameAr }) =>
    [code ?? '', nameEn, nameAr].some((name) => plain(name) === named),
  );
  if (found) return found;
  const names = regions.flatMap(({ nameEn, nameAr }) => [nameEn, nameAr]);
  throw new Wrong(cells, 'region', 'unknown', { nearest: nearestOf(cells.region, names) });
}

function* cityNames({ cities }: Around): Generator<string> {
  for (const same of cities.values()) for (const { names } of same) yield* names;
}

/** The city of a district, by its name in either language; the region tells cities of one name apart. */
function cityIn(row: PlaceFileRow, around: Around): City {
  const { cells } = row;
  if (cells.city === undefined) throw new Wrong(cells, 'city', 'missing');
  const region = regionIn(row, around);
  const key = plain(cells.city);
  const all = around.cities.get(key) ?? [];
  const found = region ? all.filter(({ regionId }) => regionId === region.id) : all;
  const [city, ...others] = found;
  if (city && others.length === 0) return city;
  if (city) throw new Wrong(cells, 'region', 'ambiguous', { value: cells.city });
  const line = around.rejectedCities.get(key);
  if (line !== undefined) throw new Wrong(cells, 'city', 'referenceRejected', { line });
  throw new Wrong(cells, 'city', 'reference', { nearest: nearestOf(cells.city, cityNames(around)) });
}

function aboveIn(
  row: PlaceFileRow,
  kind: PlaceKind,
  around: Around,
): { above: Above | null; regionId: string } {
  const { cells } = row;
  if (kind === 'DISTRICT') {
    const { above, regionId } = cityIn(row, around);
    return { above, regionId };
  }
  if (cells.city !== undefined) throw new Wrong(cells, 'city', 'otherKind');
  const region = regionIn(row, around);
  if (!region) throw new Wrong(cells, 'region', 'missing');
  return { above: kind === 'CITY' ? { id: region.id } : null, regionId: region.id };
}

function namesIn({ cells }: PlaceFileRow): { nameEn: string; nameAr: string } {
  const names = { nameEn: tidied(cells.nameEn), nameAr: tidied(cells.nameAr) };
  for (const field of ['nameEn', 'nameAr'] as const) {
    if (names[field] === '') throw new Wrong(cells, field, 'missing');
    if (names[field].length > placeNameMax) throw new Wrong(cells, field, 'tooLong');
  }
  return names;
}

/** The place that a line is about: that of its names, of which one may be new; null where both are. */
function targetOf(
  row: PlaceFileRow,
  {
    kind,
    above,
    regionId,
    nameEn,
    nameAr,
  }: Pick<WantedPlace, 'kind' | 'above' | 'nameEn' | 'nameAr'> & { regionId: string },
  around: Around,
): KnownPlace | null {
  const byEn = around.byName.get(nameKey(above, 'en', nameEn));
  const byAr = around.byName.get(nameKey(above, 'ar', nameAr));
  if (kind === 'REGION') {
    const region = around.regions.find(({ id }) => id === regionId) ?? null;
    const other = [byEn, byAr].find((each) => each && each.id !== regionId);
    if (other) throw new Wrong(row.cells, byEn === other ? 'nameEn' : 'nameAr', 'taken');
    return region;
  }
  if (byEn && byAr && byEn.id !== byAr.id) throw new Wrong(row.cells, 'nameAr', 'twoPlaces');
  const target = byEn ?? byAr ?? null;
  const holder = kind === 'CITY' ? around.cityIds.get(plain(nameEn)) : undefined;
  if (holder !== undefined && holder !== target?.id) throw new Wrong(row.cells, 'nameEn', 'taken');
  return target;
}

/** A kind or a state that no word names, with the word that comes nearest. */
function unknownWord(cells: PlaceFileRow['cells'], field: 'kind' | 'status', { names }: PlaceWords): Wrong {
  const value = cells[field];
  if (value === undefined) return new Wrong(cells, field, 'missing');
  return new Wrong(cells, field, 'unknown', { nearest: nearestOf(value, names[field]) });
}

function statusIn({ cells }: PlaceFileRow, kind: PlaceKind, { words }: Around): Activity | null {
  if (cells.status === undefined) return null;
  const status = words.states.get(plain(cells.status));
  if (!status) throw unknownWord(cells, 'status', words);
  if (kind === 'REGION' && status === 'INACTIVE') throw new Wrong(cells, 'status', 'fixed');
  return status;
}

/** One place has one line of a file, and one name. */
function refuseTwice(row: PlaceFileRow, wanted: WantedPlace, around: Around): void {
  const { kind, above, target, nameEn, nameAr } = wanted;
  const keys = [
    ['nameEn', nameKey(above, 'en', nameEn)],
    ['nameAr', nameKey(above, 'ar', nameAr)],
    ...(kind === 'CITY' ? [['nameEn', `city ${plain(nameEn)}`]] : []),
  ] as ['nameEn' | 'nameAr', string][];
  for (const [field, key] of keys) {
    const line = around.linesOfNames.get(key);
    if (line !== undefined) throw new Wrong(row.cells, field, 'twice', { line });
  }
  const line = target ? around.linesOfPlaces.get(target.id) : undefined;
  if (line !== undefined) throw new Wrong(row.cells, 'nameEn', 'twice', { line });
  for (const [, key] of keys) around.linesOfNames.set(key, row.line);
  if (target) around.linesOfPlaces.set(target.id, row.line);
}

/** From here on districts of the file may name the city. */
function offerCity(
  { cities }: Around,
  line: number,
  { target, nameEn, nameAr }: WantedPlace,
  regionId: string,
): void {
  const above: Above = target ? { id: target.id } : { line };
  for (const name of new Set([nameEn, nameAr].map(plain))) {
    const others = (cities.get(name) ?? []).filter((each) => aboveKey(each.above) !== aboveKey(above));
    cities.set(name, [...others, { above, regionId, names: [nameEn, nameAr] }]);
  }
}

function changesTo({ target, nameEn, nameAr, status }: WantedPlace): PlaceLine['changes'] {
  // A new one that no form would offer says so.
  if (!target) return status === 'ACTIVE' ? [] : [{ field: 'status', was: '', now: status }];
  const all = [
    { field: 'nameEn', was: target.nameEn, now: nameEn },
    { field: 'nameAr', was: target.nameAr, now: nameAr },
    { field: 'status', was: target.status, now: status },
  ] as const;
  return all.filter(({ was, now }) => was !== now);
}

function checkLine(row: PlaceFileRow, kind: PlaceKind | undefined, around: Around): CheckedPlace {
  const { line, cells } = row;
  const named = {
    line,
    kind: kind ?? null,
    nameEn: tidied(cells.nameEn),
    nameAr: tidied(cells.nameAr),
    above: tidied((kind === 'DISTRICT' ? cells.city : undefined) ?? cells.region),
  };
  try {
    if (!kind) throw unknownWord(cells, 'kind', around.words);
    const names = namesIn(row);
    const { above, regionId } = aboveIn(row, kind, around);
    const target = targetOf(row, { kind, above, regionId, ...names }, around);
    const status = statusIn(row, kind, around) ?? target?.status ?? 'ACTIVE';
    const wanted = { kind, target, above, ...names, status };
    refuseTwice(row, wanted, around);
    if (kind === 'CITY') offerCity(around, line, wanted, regionId);
    const changes = changesTo(wanted);
    const verdict = !target ? 'NEW' : changes.length > 0 ? 'CHANGED' : 'SAME';
    return {
      said: { ...named, verdict, changes, problem: null },
      wanted: verdict === 'SAME' ? null : wanted,
    };
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    if (kind === 'CITY')
      for (const name of [named.nameEn, named.nameAr]) around.rejectedCities.set(plain(name), line);
    return { said: { ...named, verdict: 'REJECTED', changes: [], problem: error.problem }, wanted: null };
  }
}

function aroundOf(known: readonly KnownPlace[], words: PlaceWords): Around {
  const regions = known.filter(({ kind }) => kind === 'REGION');
  const around: Around = {
    words,
    regions,
    byName: new Map(
      known.flatMap((each) => {
        const above = each.parentId === null ? null : { id: each.parentId };
        return [
          [nameKey(above, 'en', each.nameEn), each] as const,
          [nameKey(above, 'ar', each.nameAr), each] as const,
        ];
      }),
    ),
    cityIds: new Map(
      known.filter(({ kind }) => kind === 'CITY').map((each) => [plain(each.nameEn), each.id]),
    ),
    cities: new Map(),
    rejectedCities: new Map(),
    linesOfNames: new Map(),
    linesOfPlaces: new Map(),
  };
  for (const city of known) {
    if (city.kind === 'CITY')
      offerCity(around, 0, { ...city, target: city, above: null }, city.parentId ?? '');
  }
  return around;
}

const rank: Readonly<Record<PlaceKind, number>> = { REGION: 0, CITY: 1, DISTRICT: 2 };

/** Every line with its verdict, in the order of the file; a city may stand anywhere in it. */
export function checkPlaces(
  rows: readonly PlaceFileRow[],
  known: readonly KnownPlace[],
  words: PlaceWords,
): CheckedPlace[] {
  const around = aroundOf(known, words);
  const kindOf = ({ cells }: PlaceFileRow) => words.kinds.get(plain(cells.kind ?? ''));
  return rows
    .map((row) => ({ row, kind: kindOf(row) }))
    .toSorted((a, b) => rank[a.kind ?? 'REGION'] - rank[b.kind ?? 'REGION'])
    .map(({ row, kind }) => checkLine(row, kind, around))
    .toSorted((a, b) => a.said.line - b.said.line);
}
