import * as z from 'zod';
import { entryParts } from './entry-parts.ts';
import { exportFormats, exportStates, exportsFor, fileFormats } from './export-terms.ts';
import { exportedBranches } from './management.ts';
import { idParams, instant, rowId } from './page.ts';
import { exportedPeople } from './people.ts';
import { entryFilters } from './reconciliation.ts';
import { exportedRefunds } from './refunds.ts';
import { defineRoute } from './route.ts';
import { exportedShifts } from './shifts.ts';
import { exportedTerminals } from './terminals.ts';
import { exportedFilter } from './transactions.ts';
import { viewColumns } from './views.ts';

/** What can be prepared as a file, each with what it needs; a list that gets an export is one more of these. */
const exportSubject = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('reconciliation.entries'),
    bankFileId: rowId,
    outcome: z.enum(entryFilters),
    ...entryParts,
  }),
  z.strictObject({
    kind: z.literal('transactions'),
    filter: exportedFilter,
    /** Those of the list that were chosen; all where nobody chose. What tells payments apart stands in every file. */
    columns: z.array(z.enum(viewColumns)).max(viewColumns.length).optional(),
  }),
  z.strictObject({ kind: z.literal('refunds'), filter: exportedRefunds }),
  z.strictObject({ kind: z.literal('shifts'), filter: exportedShifts }),
  z.strictObject({ kind: z.literal('branches'), filter: exportedBranches }),
  z.strictObject({ kind: z.literal('people'), filter: exportedPeople }),
  z.strictObject({ kind: z.literal('terminals'), filter: exportedTerminals }),
]);
export type ExportSubject = z.infer<typeof exportSubject>;

/** What a prepared file is of: a list, or everything that the merchant owns. */
const fileSubject = z.union([exportSubject, z.strictObject({ kind: z.literal('everything') })]);
export type FileSubject = z.infer<typeof fileSubject>;

export const exportJob = z.object({
  id: rowId,
  subject: fileSubject,
  format: z.enum(fileFormats),
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
  ...exportsFor,
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

export const listExports = defineRoute({
  id: 'exports.list',
  method: 'GET',
  path: '/exports',
  allow: ['MERCHANT'],
  right: 'bankFiles.read',
  summary: 'The newest files that one asked for of one kind, with how far each is',
  query: z.strictObject({
    kind: z.enum([
      'reconciliation.entries',
      'transactions',
      'refunds',
      'shifts',
      'branches',
      'people',
      'terminals',
    ]),
  }),
  example: { query: { kind: 'transactions' } },
  output: z.object({ rows: z.array(exportJob) }),
  errors: [],
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
