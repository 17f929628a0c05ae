import * as z from 'zod';
import { bankFileEntry } from './bank-file-entry.ts';
import { confirmedPart, filePart } from './bank-file-part.ts';
import { fileRows, layoutProposal, lineNote, lineNoteKinds, saidReading } from './bank-file-reading.ts';
import { bankNames } from './bank-names.ts';
import { claim } from './claim.ts';
import {
  entryParts,
  type FigureFilter,
  figureFilters,
  type MendedFilter,
  mendedFilters,
} from './entry-parts.ts';
import { exportFormats } from './export-terms.ts';
import { currencies } from './money.ts';
import { day, idParams, instant, pageOf, pageQuery, rowId, seqPage, seqPageOf } from './page.ts';
import { bankFileCoverage } from './reconciliation-coverage.ts';
import {
  bankFields,
  differenceGroups,
  fileErrors,
  judgementCauses,
  type Outcome,
  outcomes,
  schemeNames,
} from './reconciliation-terms.ts';
import { defineRoute } from './route.ts';
import { type EntryGroup, entryGroupSum, hole } from './verdict-parts.ts';
import { absentKinds, verdicts } from './verdicts.ts';

/** The way of a bank file. WAITING_LAYOUT waits for a person; a corrected file took the place of one that is REPLACED; the first two and MATCHING run by themselves. */
export const bankFileStates = [
  'RECEIVED',
  'READING',
  'WAITING_LAYOUT',
  'MATCHING',
  'DONE',
  'REFUSED',
  'UNDONE',
  'REPLACED',
] as const;
export type BankFileState = (typeof bankFileStates)[number];
export const runningStates: readonly BankFileState[] = ['RECEIVED', 'READING', 'MATCHING'];

/** What may be done with a bank file in which state: the button and the server ask the same table. */
export const bankFileCan = {
  /** A judged file is judged again, read as it is confirmed then. */
  confirmLayout: (state: BankFileState) => state === 'WAITING_LAYOUT' || state === 'DONE',
  open: (state: BankFileState) => state === 'DONE',
  export: (state: BankFileState) => state === 'DONE',
  undo: (state: BankFileState) => !['REFUSED', 'UNDONE', 'REPLACED'].includes(state),
  answer: (state: BankFileState) => state === 'DONE',
  replace: (state: BankFileState) => state === 'DONE',
} as const;

/** The work in its order; what the progress of a bank file names. */
export const bankFileStages = ['read', 'match', 'judge', 'save'] as const;
export type BankFileStage = (typeof bankFileStages)[number];

const minor = z.number().int();
const count = z.number().int();

/**
 * Why a whole file is refused. After the last three, which are no fault of the file, it may be uploaded again:
 * `internal` is a fault of ours, `gone` a file that the portal lost before it was read, `diskFull` one that it had no
 * room for.
 */
export const refusalCodes = [...fileErrors, 'internal', 'gone', 'diskFull'] as const;
const bankFileRefusal = z.object({
  code: z.enum(refusalCodes),
  maxBytes: z.number().int().nullable(),
  maxRows: z.number().int().nullable(),
  field: z.enum(bankFields).nullable(),
});
export type BankFileRefusal = z.infer<typeof bankFileRefusal>;

/** What the bank paid against what was expected, of one currency. */
const currencyDifference = z.object({
  currency: z.enum(currencies),
  expectedMinor: minor,
  bankMinor: minor,
  differenceMinor: minor,
});

/** A bank file in the list. */
export const bankFileRow = z.object({
  id: rowId,
  fileName: z.string(),
  sizeBytes: z.number().int(),
  state: z.enum(bankFileStates),
  stage: z.enum(bankFileStages).nullable(),
  /** Done and in all, bytes while reading and rows after that; null where the stage cannot tell. */
  stagePart: z.number().int().nullable(),
  stageTotal: z.number().int().nullable(),
  refusal: bankFileRefusal.nullable(),
  bankName: z.string(),
  /** The shop's bank that is called so in either language; null where none is, and the name stays as it was written. */
  bank: bankNames.nullable(),
  uploadedByName: z.string(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  linesRead: count,
  linesRejected: count,
  /** The business days of the file's lines. */
  firstDay: day.nullable(),
  lastDay: day.nullable(),
  verdict: z.enum(verdicts).nullable(),
  /** How many entries ask for a person. */
  exceptionCount: count,
  differences: z.array(currencyDifference),
  /** What is to be claimed, less what later files brought; empty until there is a verdict. */
  toClaim: z.array(claim),
  /** Whether it waits for a person to say which confirmed part of its layout it is. */
  asksPart: z.boolean(),
  /** Whether it asks for a person: its columns wait, or something that it left open is neither settled nor undone. */
  isOpen: z.boolean(),
});
export type BankFileRow = z.infer<typeof bankFileRow>;

/** A bar of the bridge from the portal's total to the bank's. */
const bridgeBars = [
  'portalTotal',
  'broughtBefore',
  'charges',
  'notJudged',
  'expected',
  'bankTotal',
  ...outcomes,
] as const;
export type BridgeBar = (typeof bridgeBars)[number];
const bridgeStep = z.object({
  bar: z.enum(bridgeBars),
  /** A total stands on the ground; a step hangs where the one before it ended, with a signed amount. */
  isTotal: z.boolean(),
  amountMinor: minor,
  count,
  group: z.enum(differenceGroups).nullable(),
  /** Of a step of what waits: the numbers of its holes in the list, from 1, as a span. */
  holes: z.object({ from: count, to: count }).optional(),
});
export type BridgeStep = z.infer<typeof bridgeStep>;

const currencyVerdict = currencyDifference.extend({
  groups: z.object({ toClaim: minor, notDueYet: minor, paidTooMuch: minor }),
  /** How many entries figures are of; files of before do not say so of each, and have no `notJudged` beside `charges`. */
  groupCounts: z.partialRecord(z.enum(figureFilters), count).optional(),
  steps: z.array(bridgeStep),
});
export type CurrencyVerdict = z.infer<typeof currencyVerdict>;

const bankFileResult = z.object({
  verdict: z.enum(verdicts),
  /** What an INCOMPLETE file leaves out. */
  absent: z.array(z.object({ kind: z.enum(absentKinds), value: z.string(), count })),
  /** The same one by one, with what waits because of it, the largest first; files of before know of none. */
  holes: z.array(hole).optional(),
  /** Holes without anything that waits which are not in the list. */
  hiddenHoles: count.optional(),
  /** Entries by what becomes of them; files of before know of none, and their entries are not numbered so. */
  groups: z.array(entryGroupSum).optional(),
  /** Null where no line has a payment, or its part is not known; files of before know of none. */
  coverage: bankFileCoverage.nullable().optional(),
  /** Of a paid line at least it does not say what was kept: of these the gross amounts alone are compared. */
  isGrossOnly: z.boolean().optional(),
  /** And of other lines it does; files of before do not say so. */
  isGrossInPart: z.boolean().optional(),
  /** One bridge for each currency; they are never mixed. */
  currencies: z.array(currencyVerdict),
  outcomes: z.array(
    z.object({
      outcome: z.enum(outcomes),
      currency: z.enum(currencies),
      count,
      portalMinor: minor,
      bankMinor: minor,
      differenceMinor: minor,
    }),
  ),
  /** Entries that ask for a person; they are numbered first. */
  exceptionCount: count,
  /** Payments that the file ought to pay, and those of them that a line has. */
  portalCount: count,
  matchedCount: count,
  warningCount: count,
  /** Lines and payments that a person matched, and the entries of both; files of before know of none. */
  byHand: z.object({ lines: count, transactions: count, entries: count.optional() }).optional(),
  /** All rows: `count` = the heading + lines read + lines rejected + those of `notCounted`, by what they are. */
  rows: fileRows.optional(),
});
export type BankFileResult = z.infer<typeof bankFileResult>;

const judgementCause = z.object({
  kind: z.enum(judgementCauses),
  /** The other file. */
  bankFileId: rowId.optional(),
  fileName: z.string().optional(),
  /** The due day that passed, or the first day of the rate that was corrected. */
  day: day.optional(),
  /** The payment that was approved, or the reversal. */
  transactionId: rowId.optional(),
  /** Who said so, of what a person decided. */
  byName: z.string().optional(),
  /** Of the rate that was corrected. */
  scheme: z.enum(schemeNames).optional(),
  /** The number of the terminal whose bank was said. */
  tid: z.string().optional(),
  /** It should be judged again and cannot be: the portal has its bytes no more. */
  isStuck: z.boolean().optional(),
});
export type JudgementCause = z.infer<typeof judgementCause>;

/** A verdict that a file had; the first of the list is the one that it has. */
const judgementRow = z.object({
  seq: z.number().int(),
  verdict: z.enum(verdicts),
  cause: judgementCause,
  /** Who asked for it; null where it came by itself. */
  byName: z.string().nullable(),
  at: instant,
  exceptionCount: count,
  differences: z.array(currencyDifference),
});
export type JudgementRow = z.infer<typeof judgementRow>;

const bankFileDetail = bankFileRow.extend({
  proposal: layoutProposal.nullable(),
  /**
   * Of a judged file another way of reading it, which is tried beside its verdict; null where none is. While one is tried
   * `isRunning` is true, also of a file that waits.
   */
  trial: z.object({ isRunning: z.boolean(), proposal: layoutProposal.nullable() }).nullable(),
  /** What was confirmed that files of its layout hold. */
  parts: z.array(confirmedPart),
  result: bankFileResult.nullable(),
  /** Every verdict that it had, the newest first. */
  history: z.array(judgementRow),
  /** What its lines lack and a later file set right, and what they give back of what an earlier one lacked: neither is to be asked for. */
  setRight: z.array(claim.extend({ givenMinor: z.number().int() })),
  /** Why it is about to be judged again; null where it stands. */
  judgedAgainBecause: judgementCause.nullable(),
});
export type BankFileDetail = z.infer<typeof bankFileDetail>;

/** Entries of one outcome, of a group of them ('exceptions' is every outcome that asks for somebody), of a figure, or all. */
export const entryFilters = [
  'exceptions',
  'all',
  ...outcomes,
  'notDue',
  'already',
  'payouts',
  'sums',
  'confirmed',
  'cancelled',
  ...figureFilters,
  ...mendedFilters,
] as const satisfies readonly (EntryGroup | Outcome | FigureFilter | MendedFilter | 'all')[];
export type EntryFilter = (typeof entryFilters)[number];

const merchantOnly = ['MERCHANT'] as const;

/** File names are shown and written into downloads; longer ones are no names. */
const fileName = z.string().trim().min(1).max(255);

export const uploadBankFile = defineRoute({
  id: 'reconciliation.upload',
  switchedBy: 'bankFileApi',
  method: 'POST',
  path: '/reconciliation/bank-files',
  allow: merchantOnly,
  right: 'bankFiles.change',
  scope: 'bankFiles:write',
  idempotency: 'natural',
  summary:
    "Receives a bank's settlement file (CSV, TXT, TSV, XLSX, XLS, ZIP of text); the same bytes again answer the first one",
  query: z.object({
    fileName,
    /** What the browser is about to send: an upload that ends earlier was cut. */
    sizeBytes: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  body: z.unknown(),
  bodyKind: 'upload',
  output: z.object({ bankFile: bankFileRow, same: z.boolean() }),
  successStatus: 201,
  errors: ['bankFileRunning', 'unreadableFile', 'tooLarge', 'storageFull'],
});

export const listBankFiles = defineRoute({
  id: 'reconciliation.list',
  method: 'GET',
  path: '/reconciliation/bank-files',
  allow: merchantOnly,
  right: 'bankFiles.read',
  scope: 'bankFiles:read',
  summary: 'Bank files, newest first, with their verdicts; `only=open` those that ask for a person',
  /** `search` is a part of the file's name or of the bank's, in any case. */
  query: z.object({ ...pageQuery, only: z.enum(['open']).optional(), search: fileName.max(80).optional() }),
  output: pageOf(bankFileRow),
  errors: [],
});

export const getBankFile = defineRoute({
  id: 'reconciliation.get',
  method: 'GET',
  path: '/reconciliation/bank-files/:id',
  allow: merchantOnly,
  right: 'bankFiles.read',
  scope: 'bankFiles:read',
  summary: 'One bank file: progress, columns to confirm, or verdict, bridge and totals by outcome',
  params: idParams,
  output: bankFileDetail,
  errors: ['notFound'],
});

export const confirmLayout = defineRoute({
  id: 'reconciliation.confirmLayout',
  method: 'PUT',
  path: '/reconciliation/bank-files/:id/layout',
  allow: merchantOnly,
  right: 'bankFiles.change',
  idempotency: 'natural',
  summary:
    'Confirms how a file is read and what it holds, and remembers both for files of the same columns; other columns, and kinds of lines that were not tried, are tried first, and asked about again',
  params: idParams,
  body: z.object({
    ...saidReading,
    bankName: z.string().trim().max(80),
    remember: z.boolean(),
    /** What it holds; left away as it is proposed. */
    part: filePart.optional(),
    /** False: it is only tried, and what it would come to is told. Nothing else changes. */
    judge: z.boolean().default(true),
  }),
  output: bankFileDetail,
  errors: ['notFound', 'bankFileNotReady', 'bankFileRunning', 'unreadableFile', 'readingsOpen'],
});

export const listEntries = defineRoute({
  id: 'reconciliation.entries',
  method: 'GET',
  path: '/reconciliation/bank-files/:id/entries',
  allow: merchantOnly,
  right: 'bankFiles.read',
  scope: 'bankFiles:read',
  summary:
    'Entries of a bank file by outcome or group, of its holes, or of one earlier file, each with its reason and its nearest candidates',
  params: idParams,
  query: z.object({ outcome: z.enum(entryFilters).default('exceptions'), ...entryParts, ...seqPage }),
  output: seqPageOf(bankFileEntry),
  errors: ['notFound'],
});

export const listRejectedLines = defineRoute({
  id: 'reconciliation.rejectedLines',
  method: 'GET',
  path: '/reconciliation/bank-files/:id/rejected-lines',
  allow: merchantOnly,
  right: 'bankFiles.read',
  scope: 'bankFiles:read',
  summary:
    'Rows of a bank file that were rejected, were read with a warning, or are no lines and were not counted',
  params: idParams,
  query: z.object({ kind: z.enum(lineNoteKinds).default('REJECTED'), ...seqPage }),
  output: seqPageOf(lineNote),
  errors: ['notFound'],
});

export const exportEntries = defineRoute({
  id: 'reconciliation.export',
  method: 'GET',
  path: '/reconciliation/bank-files/:id/export',
  allow: merchantOnly,
  right: 'bankFiles.read',
  scope: 'bankFiles:read',
  summary: 'The entries of a bank file as CSV, XLSX or PDF, with every cell safe against formula injection',
  params: idParams,
  query: z.object({
    format: z.enum(exportFormats),
    lang: z.enum(['en', 'ar']).default('en'),
    outcome: z.enum(entryFilters).default('exceptions'),
    ...entryParts,
  }),
  output: z.unknown(),
  outputKind: 'file',
  errors: ['notFound', 'bankFileNotReady', 'tooLarge'],
});

export const undoBankFile = defineRoute({
  id: 'reconciliation.undo',
  method: 'DELETE',
  path: '/reconciliation/bank-files/:id',
  allow: merchantOnly,
  right: 'bankFiles.change',
  idempotency: 'natural',
  summary: 'Takes a bank file back: its payments are open again, and the file may be uploaded anew',
  params: idParams,
  output: bankFileRow,
  errors: ['notFound', 'bankFileNotReady'],
});
