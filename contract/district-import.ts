import * as z from 'zod';
import { bulkVerdicts } from './bulk.ts';
import { placeKinds } from './districts.ts';
import { defineRoute, type RouteOutput } from './route.ts';

/** Regions, cities and districts out of one file: checked line by line, then written as they were seen. */

export const placeFileLimits = {
  /** Of a file as it is sent. */
  fileBytes: 4 * 1024 * 1024,
  /** Lines below the names of the columns: every district of the kingdom, with room. */
  lines: 10_000,
} as const;

/** The columns of a file, in the order of the template; a list that is exported has the same. */
export const placeColumns = ['kind', 'region', 'city', 'nameEn', 'nameAr', 'status'] as const;
export type PlaceColumn = (typeof placeColumns)[number];

/** Why a line is rejected, each with the field that it is about. */
const placeProblems = [
  'missing',
  'unknown',
  'tooLong',
  'otherKind',
  'reference',
  'referenceRejected',
  'ambiguous',
  'twice',
  'twoPlaces',
  'taken',
  'fixed',
] as const;

const problem = z.object({
  field: z.enum(placeColumns),
  code: z.enum(placeProblems),
  value: z.string(),
  /** What comes nearest of what would be right: offered, never taken. */
  nearest: z.string().nullable(),
  /** The other line that it is about. */
  line: z.number().int().nullable(),
});
export type PlaceProblem = z.infer<typeof problem>;

const placeLine = z.object({
  /** As a person finds it: the names of the columns stand in an earlier one. */
  line: z.number().int(),
  kind: z.enum(placeKinds).nullable(),
  verdict: z.enum(bulkVerdicts),
  nameEn: z.string(),
  nameAr: z.string(),
  /** The city of a district, the region of a city, as the file has it. */
  above: z.string(),
  changes: z.array(z.object({ field: z.enum(placeColumns), was: z.string(), now: z.string() })),
  problem: problem.nullable(),
});
export type PlaceLine = z.infer<typeof placeLine>;

const common = {
  allow: ['ADMIN'],
  right: 'districts.change',
  body: z.unknown(),
  bodyKind: 'upload',
} as const;
const fileName = z.string().min(1).max(255);

export const previewPlaces = defineRoute({
  ...common,
  id: 'districts.preview',
  method: 'POST',
  path: '/admin/districts/import/preview',
  idempotency: 'natural',
  summary: 'Reads a file of regions, cities and districts and gives every line a verdict; nothing is written',
  query: z.strictObject({ fileName }),
  output: z.object({
    lines: z.array(placeLine).max(placeFileLimits.lines),
    /** Names these verdicts, so that what is written is what was seen. */
    seen: z.string(),
  }),
  /** unreadableFile {reason}: 'format', 'columns', 'empty', 'tooManyRows', or what a bank file is refused for. */
  errors: ['unreadableFile', 'tooLarge'],
});
export type PlacePreview = RouteOutput<typeof previewPlaces>;

export const importPlaces = defineRoute({
  ...common,
  id: 'districts.import',
  method: 'POST',
  path: '/admin/districts/import',
  idempotency: 'natural',
  summary:
    'Writes the lines of the same file that are not rejected, all of them or none; the same file again changes nothing',
  query: z.strictObject({ fileName, seen: z.string().regex(/^[0-9a-f]{64}$/) }),
  output: z.object({ added: z.number().int(), changed: z.number().int() }),
  /** conflict: places or file are no longer those of the preview. */
  errors: ['unreadableFile', 'tooLarge', 'conflict'],
});

export const downloadPlacesTemplate = defineRoute({
  id: 'districts.template',
  method: 'GET',
  path: '/admin/districts/template',
  allow: ['ADMIN'],
  right: 'districts.change',
  summary:
    'A workbook to fill in, with example lines and lists to choose from, in the language that is asked for',
  query: z.object({ lang: z.enum(['en', 'ar']) }),
  output: z.unknown(),
  outputKind: 'file',
  errors: [],
});
