import { activities } from '@mizan/contract/activity.ts';
import { type PlaceColumn, placeColumns, placeFileLimits } from '@mizan/contract/district-import.ts';
import { type PlaceKind, placeKinds } from '@mizan/contract/districts.ts';
import { type Words, wordsFor } from '../../platform/words.ts';
import { comparableHeader } from '../../reconciliation/read/header-text.ts';
import type { FilledShape } from '../filled-files/read-filled-file.ts';
import { type PlaceWords, plain } from './check-places.ts';

/** How columns and values are called in a file of places, in both languages: a file in either one is read. */
const both: readonly Words[] = [wordsFor('en'), wordsFor('ar')];

export const columnText = ({ text }: Words, kind: PlaceKind, column: PlaceColumn): string =>
  text(`exports:districts.${kind}.column.${column}`);

export const placeShape: FilledShape<PlaceColumn> = {
  titles: new Map(
    placeColumns.flatMap((column) => [
      [comparableHeader(column), column] as const,
      ...both.flatMap((words) =>
        placeKinds.map((kind) => [comparableHeader(columnText(words, kind, column)), column] as const),
      ),
    ]),
  ),
  required: 'kind',
  fileBytesMax: placeFileLimits.fileBytes,
  linesMax: placeFileLimits.lines,
};

export const placeWords: PlaceWords = {
  kinds: new Map(
    placeKinds.flatMap((kind) => [
      [plain(kind), kind] as const,
      ...both.map(({ text }) => [plain(text(`districts:one.${kind}`)), kind] as const),
    ]),
  ),
  states: new Map(
    activities.flatMap((status) => [
      [plain(status), status] as const,
      ...both.map(({ text }) => [plain(text(`branches:status.${status.toLowerCase()}`)), status] as const),
    ]),
  ),
};
