import { type Activity, activities } from '@mizan/contract/activity.ts';
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

/** A kind as lists call it, and as people write it: without its Arabic article. */
const kindNames = ({ text }: Words, kind: PlaceKind): string[] => {
  const name = text(`districts:one.${kind}`);
  return [name, name.replace(/^\u0627\u0644/, '')];
};
const stateName = ({ text }: Words, status: Activity): string =>
  text(`branches:status.${status.toLowerCase()}`);
/** By the words of people and by the codes of the contract. */
const readAs = <Code extends string>(codes: readonly Code[], names: (code: Code) => string[]) =>
  new Map(codes.flatMap((code) => [code, ...names(code)].map((name) => [plain(name), code] as const)));

const namesOfKind = (kind: PlaceKind): string[] => both.flatMap((words) => kindNames(words, kind));
const namesOfState = (status: Activity): string[] => both.map((words) => stateName(words, status));

export const placeWords: PlaceWords = {
  kinds: readAs(placeKinds, namesOfKind),
  states: readAs(activities, namesOfState),
  names: { kind: placeKinds.flatMap(namesOfKind), status: activities.flatMap(namesOfState) },
};
