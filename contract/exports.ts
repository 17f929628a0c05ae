import * as z from 'zod';
import { exportFormats, exportStates } from './export-terms.ts';
import { idParams, instant, rowId } from './page.ts';
import { entryFilters } from './reconciliation.ts';
import { defineRoute } from './route.ts';

/** What can be prepared as a file, each with what it needs; a list that gets an export is one more of these. */
const exportSubject = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('reconciliation.entries'),
    bankFileId: rowId,
    outcome: z.enum(entryFilters),
  }),
]);
export type ExportSubject = z.infer<typeof exportSubject>;

const exportJob = z.object({
  id: rowId,
  subject: exportSubject,
  format: z.enum(exportFormats),
  state: z.enum(exportStates),
  fileName: z.string(),
  rowsDone: z.number().int(),
  rowsTotal: z.number().int(),
  /** Null until it is DONE. */
  sizeBytes: z.number().int().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  /** Until when a file that is DONE can be downloaded. */
  expiresAt: instant.nullable(),
});
export type ExportJob = z.infer<typeof exportJob>;

export const askExport = defineRoute({
  id: 'exports.ask',
  method: 'POST',
  path: '/exports',
  allow: ['MERCHANT'],
  // Of bank files alone so far: a list of another kind brings its own right.
  right: 'bankFiles.read',
  idempotency: 'none',
  summary: 'Prepares a file of any size; who asked follows its progress and downloads it for a day',
  body: z.strictObject({
    subject: exportSubject,
    format: z.enum(exportFormats),
    lang: z.enum(['en', 'ar']),
  }),
  output: exportJob,
  successStatus: 201,
  errors: ['notFound', 'bankFileNotReady', 'tooLarge', 'conflict'],
});

export const getExport = defineRoute({
  id: 'exports.get',
  method: 'GET',
  path: '/exports/:id',
  allow: ['MERCHANT'],
  right: 'bankFiles.read',
  summary: 'How far a file is that one asked for',
  params: idParams,
  output: exportJob,
  errors: ['notFound'],
});

export const cancelExport = defineRoute({
  id: 'exports.cancel',
  method: 'DELETE',
  path: '/exports/:id',
  allow: ['MERCHANT'],
  right: 'bankFiles.read',
  idempotency: 'natural',
  summary: 'Stops the writing of a file, or gives a finished one back; what is over already stays as it is',
  params: idParams,
  output: exportJob,
  errors: ['notFound'],
});

export const downloadExport = defineRoute({
  id: 'exports.download',
  method: 'GET',
  path: '/exports/:id/file',
  allow: ['MERCHANT'],
  right: 'bankFiles.read',
  summary: 'A file that is DONE',
  params: idParams,
  output: z.unknown(),
  outputKind: 'file',
  errors: ['notFound', 'conflict'],
});
