import * as z from 'zod';
import { idParams, instant, rowId, seqPage, seqPageOf } from './page.ts';
import { defineRoute } from './route.ts';

/** Branches, people and terminals out of one file: checked line by line, then written, and taken back as a whole. */

export const bulkLimits = {
  /** Of a file as it is sent. */
  fileBytes: 16 * 1024 * 1024,
  /** Lines below the names of the columns. */
  lines: 50_000,
  cellChars: 400,
  /** Earlier files that are listed. */
  runsListed: 20,
  /** How long the lines of a file are kept that was never registered. */
  keptDays: 7,
} as const;

export const bulkKinds = ['branch', 'user', 'terminal'] as const;
export type BulkKind = (typeof bulkKinds)[number];

/** The columns of a file, in the order of the template. Each kind of line has its own; the others stay empty. */
export const bulkColumns = [
  'kind',
  'branchCode',
  'nameEn',
  'nameAr',
  'addressEn',
  'addressAr',
  'region',
  'city',
  'district',
  'mapUrl',
  'fullName',
  'role',
  'username',
  'email',
  'terminalId',
  'model',
  'bank',
  'label',
  'cashier',
] as const;
export type BulkColumn = (typeof bulkColumns)[number];

export const columnsOfKind: Readonly<Record<BulkKind, readonly BulkColumn[]>> = {
  branch: [
    'kind',
    'branchCode',
    'nameEn',
    'nameAr',
    'addressEn',
    'addressAr',
    'region',
    'city',
    'district',
    'mapUrl',
  ],
  user: ['kind', 'branchCode', 'fullName', 'role', 'username', 'email'],
  terminal: ['kind', 'branchCode', 'terminalId', 'model', 'bank', 'label', 'cashier'],
};

/** What becomes of a line; every line is exactly one of them. */
export const bulkVerdicts = ['NEW', 'CHANGED', 'SAME', 'REJECTED'] as const;
export type BulkVerdict = (typeof bulkVerdicts)[number];

/** Why a line is rejected, each with the field that it is about. */
const bulkProblems = [
  'missing',
  'unknownKind',
  'otherKind',
  'tooLong',
  'shape',
  'unknown',
  'twice',
  'reference',
  'referenceRejected',
  'taken',
  'oneName',
  'nameOfRole',
  'otherBranch',
  'closedBranch',
  'inactive',
  'seatTwice',
  'fixed',
  'retired',
  'ownersOnly',
  'lastOwner',
  'self',
  'since',
] as const;
export type BulkProblem = (typeof bulkProblems)[number];

const problem = z.object({
  field: z.enum(bulkColumns),
  code: z.enum(bulkProblems),
  value: z.string(),
  /** What comes nearest of what would be right: offered, never taken. */
  nearest: z.string().nullable(),
  /** The other line that it is about. */
  line: z.number().int().nullable(),
});
export type LineProblem = z.infer<typeof problem>;

/** Which text says it: that a cashier works elsewhere names the branch, where it is known. */
export const problemWord = ({ code, nearest }: Pick<LineProblem, 'code' | 'nearest'>) =>
  code === 'otherBranch' && nearest !== null ? 'inBranch' : code;
/** Whether that text names what is near, so that nothing is offered behind it. */
export const saysNearest = (code: LineProblem['code']): boolean => code === 'otherBranch';

const lineChange = z.object({ field: z.enum(bulkColumns), was: z.string(), now: z.string() });
export type LineChange = z.infer<typeof lineChange>;

const bulkLine = z.object({
  /** As a person finds it: the names of the columns stand in an earlier one. */
  line: z.number().int(),
  kind: z.enum(bulkKinds).nullable(),
  verdict: z.enum(bulkVerdicts),
  /** Of a branch in both languages; of others twice the same. */
  nameEn: z.string(),
  nameAr: z.string(),
  code: z.string(),
  changes: z.array(lineChange),
  problems: z.array(problem),
  isWritten: z.boolean(),
});
export type BulkLine = z.infer<typeof bulkLine>;

/**
 * CHECKED: nothing is written yet. RUNNING until DONE, or CANCELED with what was written before. FAILED: nothing of it was written.
 * UNDONE: taken back as a whole.
 */
const bulkStates = ['CHECKED', 'RUNNING', 'DONE', 'CANCELED', 'FAILED', 'UNDONE'] as const;
export type BulkState = (typeof bulkStates)[number];

export const bulkCan = {
  start: (state: BulkState) => state === 'CHECKED',
  cancel: (state: BulkState) => state === 'RUNNING',
  discard: (state: BulkState) => state === 'CHECKED' || state === 'FAILED',
  undo: (state: BulkState) => state === 'DONE' || state === 'CANCELED',
} as const;

const counts = z.object({
  NEW: z.number().int(),
  CHANGED: z.number().int(),
  SAME: z.number().int(),
  REJECTED: z.number().int(),
});
export type BulkCounts = z.infer<typeof counts>;

const bulkRun = z.object({
  id: rowId,
  fileName: z.string(),
  byName: z.string(),
  state: z.enum(bulkStates),
  /** Why it FAILED; null otherwise. */
  failure: z.enum(['changedSince', 'notAllowed', 'broken']).nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  /** How long reading and checking took. */
  readMs: z.number().int(),
  /** By the verdict; they add up to the lines of the file. */
  counts,
  byKind: z.object({ branch: counts, user: counts, terminal: counts }),
  /** Lines that are written; of those to write. */
  written: z.number().int(),
  toWrite: z.number().int(),
  /** New cashiers who have no password yet: their links are a file. */
  linksWaiting: z.number().int(),
});
export type BulkRun = z.infer<typeof bulkRun>;

const common = { allow: ['MERCHANT'], right: 'people.manage' } as const;

export const uploadBulk = defineRoute({
  ...common,
  id: 'bulk.upload',
  method: 'POST',
  path: '/bulk-runs',
  idempotency: 'none',
  summary:
    'Reads a file of branches, people and terminals and gives every line a verdict; nothing is written',
  query: z.strictObject({ fileName: z.string().min(1).max(255) }),
  body: z.unknown(),
  bodyKind: 'upload',
  output: z.object({ id: rowId }),
  successStatus: 201,
  /** unreadableFile {reason}: 'format', 'columns', 'moreSheets', 'empty', 'tooManyRows', or what a bank file is refused for. */
  errors: ['unreadableFile', 'tooLarge'],
});

export const listBulkRuns = defineRoute({
  ...common,
  id: 'bulk.runs',
  method: 'GET',
  path: '/bulk-runs',
  summary: 'The files of the merchant, the newest first',
  output: z.object({ rows: z.array(bulkRun).max(bulkLimits.runsListed) }),
  errors: [],
});

export const getBulkRun = defineRoute({
  ...common,
  id: 'bulk.run',
  method: 'GET',
  path: '/bulk-runs/:id',
  summary: 'One file with how many of its lines are what, and how far they are written',
  params: idParams,
  output: z.object({
    run: bulkRun,
    /** Of what it wrote, how much was used or changed since; then it stays. Null where nothing could be taken back. */
    usedSince: z.number().int().nullable(),
    /** Keys and sign-ins of software that stop: lines to write make somebody else of the owners who made them. */
    softwareStops: z.object({ keys: z.number().int(), credentials: z.number().int() }),
  }),
  errors: ['notFound'],
});

export const listBulkLines = defineRoute({
  ...common,
  id: 'bulk.lines',
  method: 'GET',
  path: '/bulk-runs/:id/lines',
  summary: 'The lines of a file in their order, all of them or those of one verdict',
  params: idParams,
  query: z.object({ ...seqPage, verdict: z.enum(bulkVerdicts).optional() }),
  output: seqPageOf(bulkLine),
  errors: ['notFound'],
});

export const startBulk = defineRoute({
  ...common,
  id: 'bulk.start',
  method: 'POST',
  path: '/bulk-runs/:id/start',
  freshSignIn: true,
  idempotency: 'natural',
  summary:
    'Writes the lines of a file: with "all", every one of them or none, and only where none is rejected; with "valid", those that are not',
  params: idParams,
  body: z.strictObject({ lines: z.enum(['all', 'valid']) }),
  example: { body: { lines: 'valid' } },
  output: z.object({ id: rowId }),
  /** conflict {reason}: 'state', 'nothing', 'rejected', 'running' of another file. */
  errors: ['notFound', 'conflict'],
});

export const cancelBulk = defineRoute({
  ...common,
  id: 'bulk.cancel',
  method: 'POST',
  path: '/bulk-runs/:id/cancel',
  idempotency: 'natural',
  summary:
    'Stops a file that is being written; with "all" nothing of it stays, with "valid" what was written',
  params: idParams,
  output: z.object({ id: rowId }),
  errors: ['notFound', 'conflict'],
});

export const discardBulk = defineRoute({
  ...common,
  id: 'bulk.discard',
  method: 'DELETE',
  path: '/bulk-runs/:id',
  idempotency: 'natural',
  summary: 'Puts a file away of which nothing was written',
  params: idParams,
  output: z.object({}),
  errors: ['notFound', 'conflict'],
});

export const undoBulk = defineRoute({
  ...common,
  id: 'bulk.undo',
  method: 'POST',
  path: '/bulk-runs/:id/undo',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Takes back all that a file wrote, or nothing where something of it was used or changed since',
  params: idParams,
  output: z.object({ id: rowId }),
  /** conflict {reason, used}: 'used', 'state'. */
  errors: ['notFound', 'conflict'],
});

export const downloadBulkErrors = defineRoute({
  ...common,
  id: 'bulk.errors',
  method: 'GET',
  path: '/bulk-runs/:id/file',
  summary:
    'The lines of a file as a workbook with a column of what is wrong, in the language that is asked for',
  params: idParams,
  query: z.object({ lang: z.enum(['en', 'ar']) }),
  output: z.unknown(),
  outputKind: 'file',
  errors: ['notFound', 'rateLimited'],
});

export const downloadBulkLinks = defineRoute({
  ...common,
  id: 'bulk.links',
  method: 'POST',
  path: '/bulk-runs/:id/links',
  freshSignIn: true,
  idempotency: 'none',
  summary:
    'A workbook with a new activation link of each new cashier who has no password yet; links that were made before are void',
  params: idParams,
  query: z.object({ lang: z.enum(['en', 'ar']) }),
  output: z.unknown(),
  outputKind: 'file',
  errors: ['notFound', 'conflict', 'rateLimited'],
});

export const downloadBulkTemplate = defineRoute({
  ...common,
  id: 'bulk.template',
  method: 'GET',
  path: '/bulk-template',
  summary:
    'A workbook to fill in, with example lines and lists to choose from, in the language that is asked for',
  query: z.object({ lang: z.enum(['en', 'ar']) }),
  output: z.unknown(),
  outputKind: 'file',
  errors: [],
});
