import { type BulkColumn, bulkColumns, bulkKinds, bulkLimits } from '@mizan/contract/bulk.ts';
import { placesInTeam } from '@mizan/contract/people.ts';
import { saudiRegions } from '@mizan/contract/saudi-places.ts';
import { type Words, wordsFor } from '../../platform/words.ts';
import { comparableHeader } from '../../reconciliation/read/header-text.ts';
import type { FilledShape } from '../filled-files/read-filled-file.ts';
import { type Known, plain } from './check/known.ts';

/** How columns and values are called in a file, in both languages: a file in either one is read. */
const both: readonly Words[] = [wordsFor('en'), wordsFor('ar')];

/** Columns that the portal adds where it hands a file back: they are passed over when it comes again. */
const ownColumns = ['verdict', 'wrong', 'link'] as const;

const columnsByTitle = new Map<string, BulkColumn | null>([
  ...bulkColumns.map((column) => [comparableHeader(column), column] as const),
  ...both.flatMap(({ text }) =>
    bulkColumns.map((column) => [comparableHeader(text(`bulk:column.${column}`)), column] as const),
  ),
  ...both.flatMap(({ text }) =>
    ownColumns.map((column) => [comparableHeader(text(`bulk:own.${column}`)), null] as const),
  ),
]);

/** How a file of branches, people and terminals is read. */
export const bulkShape: FilledShape<BulkColumn> = {
  titles: columnsByTitle,
  required: 'kind',
  fileBytesMax: bulkLimits.fileBytes,
  linesMax: bulkLimits.lines,
};

type OfferedRegion = Readonly<Record<'code' | 'en' | 'ar', string>>;

const roles = [
  ...placesInTeam.flatMap((place) => [
    [plain(place), place] as const,
    ...both.map(({ text }) => [plain(text(`mails:teamRole.${place}`)), place] as const),
  ]),
  // As shops say it, and nobody else is called that.
  ...both.map(({ text }) => [plain(text('exports:alsoCashier')), 'cashier'] as const),
];

/** Regions by code and by their names in both languages: those of today, and those that earlier templates had. */
const regionWords = (regions: readonly OfferedRegion[]): Known['words']['regions'] =>
  new Map(
    [...saudiRegions, ...regions].flatMap(({ code, en, ar }) =>
      [code, en, ar].map((name) => [plain(name), code] as const),
    ),
  );

export const valueWords = (regions: readonly OfferedRegion[]): Known['words'] => ({
  kinds: new Map(
    bulkKinds.flatMap((kind) => [
      [kind, kind] as const,
      ...both.map(({ text }) => [plain(text(`bulk:kind.${kind}`)), kind] as const),
    ]),
  ),
  roles: new Map(roles),
  regions: regionWords(regions),
});
