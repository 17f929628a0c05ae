import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { activities } from '@mizan/contract/activity.ts';
import { type PlacePreview, placeColumns, placeFileLimits } from '@mizan/contract/district-import.ts';
import { placeKinds } from '@mizan/contract/districts.ts';
import { type Database, inPlatform, type Tx } from '../../platform/database/database.ts';
import { type ExportFile, exportFileName, mediaTypes } from '../../platform/exports/export-file.ts';
import { templateWorkbook } from '../../platform/exports/template-workbook.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure } from '../../platform/failure.ts';
import type { Principal } from '../../platform/http/call.ts';
import { type Language, wordsFor } from '../../platform/words.ts';
import { readFilledFile } from '../filled-files/read-filled-file.ts';
import { type CheckedPlace, checkPlaces, type KnownPlace, type WantedPlace } from './check-places.ts';
import { type DistrictDeps, withNamesFree } from './districts.service.ts';
import { columnText, placeShape, placeWords } from './place-words.ts';
import { holdPlaces, insertPlaces, type NewPlace, updateNames, updateStatus } from './places.queries.ts';

/** Regions, cities and districts out of a file: what is seen before is what is written. */
export interface DistrictImportDeps extends DistrictDeps {
  /** Where a file lies while it is read; what a killed process leaves there is tidied with the exports. */
  readonly folder: string;
}
interface SentFile {
  fileName: string;
  body: Readable;
}

/** `seen` is of all that would be written, also of what a line does not say: its region, the state of a new place. */
const previewOf = (checked: readonly CheckedPlace[]): PlacePreview => ({
  lines: checked.map(({ said }) => said),
  seen: createHash('sha256').update(JSON.stringify(checked)).digest('hex'),
});

const checkedOf = async (tx: Tx, rows: Parameters<typeof checkPlaces>[0]): Promise<CheckedPlace[]> =>
  checkPlaces(rows, await holdPlaces(tx), placeWords);

/** Every line of a file with its verdict; nothing is written. @throws Failure 'unreadableFile', 'tooLarge' */
export async function previewFile({ db, folder }: DistrictImportDeps, file: SentFile): Promise<PlacePreview> {
  const rows = await readFilledFile(folder, file, placeShape);
  return inPlatform(db, async (tx) => previewOf(await checkedOf(tx, rows)));
}

type Told = WantedPlace & { target: KnownPlace };
interface Sent {
  actor: Principal;
  fileName: string;
  at: Date;
}

/** Writes names and state of a place that is there. */
async function changePlace(
  tx: Tx,
  { actor, fileName, at }: Sent,
  { target, nameEn, nameAr, status }: Told,
): Promise<void> {
  const about = { type: 'place', id: target.id } as const;
  if (target.nameEn !== nameEn || target.nameAr !== nameAr) {
    await updateNames(tx, target.id, { nameEn, nameAr });
    await happened(tx, actor, {
      fact: 'districts.renamed',
      at,
      about,
      params: { nameEn, nameAr, fileName },
      was: { nameEn: target.nameEn, nameAr: target.nameAr },
    });
  }
  if (target.status === status) return;
  await updateStatus(tx, target.id, status);
  const fact = status === 'ACTIVE' ? 'districts.activated' : 'districts.deactivated';
  await happened(tx, actor, { fact, at, about, params: { nameEn, nameAr, fileName } });
}

/**
 * Cities before districts, as a district may stand in a city of the same file. That they are of one moment with the entry of the
 * file leads from their records to it (docs/decisions/0492-what-brought-a-place.md).
 */
async function addPlaces(tx: Tx, checked: readonly CheckedPlace[], at: Date): Promise<number> {
  const cityIds = new Map<number, string>();
  let added = 0;
  for (const kind of ['CITY', 'DISTRICT'] as const) {
    const places = checked.flatMap(({ said, wanted }) => {
      if (!wanted?.above || wanted.target || wanted.kind !== kind) return [];
      const parentId = 'id' in wanted.above ? wanted.above.id : cityIds.get(wanted.above.line);
      if (parentId === undefined) throw new Error(`line ${said.line} stands in a city that was not added`);
      const { nameEn, nameAr, status } = wanted;
      return [{ line: said.line, place: { kind, parentId, nameEn, nameAr, status, at } satisfies NewPlace }];
    });
    const ids = await insertPlaces(
      tx,
      places.map(({ place }) => place),
    );
    for (const [index, { line }] of places.entries()) cityIds.set(line, ids[index] ?? '');
    added += places.length;
  }
  return added;
}

const hasTarget = (wanted: WantedPlace | null): wanted is Told => Boolean(wanted?.target);

/**
 * Writes the lines of a file that are not rejected, all or none. The verdicts have to be those that were seen: whoever sends
 * another file, or comes after somebody else, is told to look again.
 * @throws Failure 'unreadableFile', 'tooLarge', 'conflict'
 */
export async function importFile(
  { db, clock, folder }: DistrictImportDeps,
  actor: Principal,
  { seen, ...file }: SentFile & { seen: string },
): Promise<{ added: number; changed: number }> {
  const rows = await readFilledFile(folder, file, placeShape);
  return withNamesFree(() =>
    inPlatform(db, async (tx) => {
      const checked = await checkedOf(tx, rows);
      if (previewOf(checked).seen !== seen) {
        throw new Failure('conflict', 'The places are no longer those that the file was checked against.');
      }
      const at = clock.now();
      const sent = { actor, fileName: file.fileName, at };
      const changes = checked.map(({ wanted }) => wanted).filter(hasTarget);
      for (const wanted of changes) await changePlace(tx, sent, wanted);
      const told = { added: await addPlaces(tx, checked, at), changed: changes.length };
      if (told.added + told.changed > 0) {
        const params = { fileName: file.fileName, ...told };
        await happened(tx, actor, { fact: 'districts.imported', at, params });
      }
      return told;
    }),
  );
}

/** The workbook to fill in: an example of each kind, and the regions to choose from. */
export async function placesTemplate(db: Database, lang: Language): Promise<ExportFile> {
  const words = wordsFor(lang);
  const { text } = words;
  const known = await inPlatform(db, (tx) => holdPlaces(tx));
  const nameIn = ({ nameEn, nameAr }: KnownPlace): string => ({ en: nameEn, ar: nameAr })[lang];
  const regions = known.filter(({ kind }) => kind === 'REGION');
  const districts = new Map(
    known.filter(({ kind }) => kind === 'DISTRICT').map((district) => [district.parentId, district]),
  );
  const cities = known.filter(({ kind, status }) => kind === 'CITY' && status === 'ACTIVE');
  // Of the examples, each lies in the one before: a city that has a district comes first.
  const city = cities.find(({ id }) => districts.has(id)) ?? cities[0];
  const district = city && districts.get(city.id);
  const region = regions.find(({ id }) => id === city?.parentId) ?? regions[0];
  const active = text('branches:status.active');
  const kind = (each: KnownPlace): string => text(`districts:one.${each.kind}`);
  const rows = [
    region && [kind(region), region.code ?? '', '', region.nameEn, region.nameAr, active],
    city && [kind(city), region ? nameIn(region) : '', '', city.nameEn, city.nameAr, active],
    district && [
      kind(district),
      region ? nameIn(region) : '',
      city ? nameIn(city) : '',
      district.nameEn,
      district.nameAr,
      active,
    ],
  ];
  const choices: Partial<Record<(typeof placeColumns)[number], readonly string[]>> = {
    kind: placeKinds.map((each) => text(`districts:one.${each}`)),
    region: regions.map(nameIn),
    status: activities.map((each) => text(`branches:status.${each.toLowerCase()}`)),
  };
  return {
    name: exportFileName(text('districts:import.templateName'), 'xlsx'),
    mediaType: mediaTypes.xlsx,
    content: templateWorkbook({
      columns: placeColumns.map((column) => ({
        name: columnText(words, 'DISTRICT', column),
        letters: 20,
        choices: choices[column] ?? [],
      })),
      sheets: [text('bulk:template.fill'), text('bulk:template.example')],
      examples: rows.filter((each) => each !== undefined),
      isRightToLeft: words.direction === 'rtl',
      rowsMax: placeFileLimits.lines,
    }),
  };
}
