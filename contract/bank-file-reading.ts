import * as z from 'zod';
import { atBest, coveredRow, filePart, partQuestions } from './bank-file-part.ts';
import { askedWord, saidWords } from './bank-file-words.ts';
import { currencies } from './money.ts';
import { instant, rowId } from './page.ts';
import {
  bankFields,
  bankFileLimits,
  fileErrors,
  lineErrors,
  lineWarnings,
  listedNotCountedKinds,
  notCountedKinds,
  readingChanges,
  readingEvidence,
  readingQuestions,
  readingWays,
} from './reconciliation-terms.ts';
import { foundTable, tableForm } from './table-form.ts';

/** How a bank's file is read: what is found of it before it is judged, and what of it is no line. */

const count = z.number().int();

/** One column of the file as it was found, or as a person corrects it. */
const foundColumn = z.object({
  /** The column's name in comparable form: what a remembered layout keeps. */
  key: z.string(),
  title: z.string(),
  field: z.enum(bankFields).nullable(),
  /** The first values below the name. */
  samples: z.array(z.string()),
  /** The payments told it, not its name. Files of before do not say it. */
  isByValues: z.boolean().optional(),
});

/** What a total says beside the lines that it closes: minor units, or a number of lines where `measure` is 'count'. */
const totalNote = z.object({
  currency: z.enum(currencies).nullable(),
  measure: z.enum(['gross', 'net', 'fee', 'vat', 'charge', 'count']).nullable(),
  stated: z.number().int().nullable(),
  sum: z.number().int().nullable(),
  lineCount: count,
  fromLine: z.number().int().nullable(),
  toLine: z.number().int().nullable(),
  /** Whether it closes every line from `fromLine` to `toLine`; a file that was judged before does not say it. */
  isRun: z.boolean().optional(),
  /** Whether the rows of those that are no run are kept: then `total` lists them (contract/entry-parts.ts). */
  hasRows: z.boolean().optional(),
  /** null where nothing could be compared. */
  agrees: z.boolean().nullable(),
});
export type TotalNote = z.infer<typeof totalNote>;

/** Rejected; read with something damaged in it; no line at all. */
export const lineNoteKinds = ['REJECTED', 'WARNING', 'NOT_COUNTED'] as const;
export type LineNoteKind = (typeof lineNoteKinds)[number];

/** A line that was rejected, one that was read with something damaged in it, or a row that is no line. */
export const lineNote = z.object({
  seq: z.number().int(),
  line: z.number().int(),
  code: z.enum([...lineErrors, ...lineWarnings, ...listedNotCountedKinds]),
  field: z.enum(bankFields).nullable(),
  value: z.string().nullable(),
  total: totalNote.nullable(),
});
export type LineNote = z.infer<typeof lineNote>;

export const fileRows = z.object({ count, notCounted: z.record(z.enum(notCountedKinds), count) });

const allReadingWays = [...new Set(Object.values(readingWays).flat())];

/** A question about how a file is read, tried against the payments. */
const triedQuestion = z.object({
  question: z.enum(readingQuestions),
  /** What is proposed; null where nothing decides and a person is asked without a default. */
  way: z.enum(allReadingWays).nullable(),
  /**
   * Every way, and by how many of the lines tried their payment was found so, or their sum closed; `confirms` is how many judging by
   * it confirms, where other lines than those speak for it.
   */
  ways: z.array(
    z.object({
      way: z.enum(allReadingWays),
      finds: count,
      confirms: count.optional(),
      column: z.string().nullable(),
    }),
  ),
  evidence: z.enum(readingEvidence),
  /** The words of the file that say it. */
  by: z.string().nullable(),
  tried: count,
  /** A cell of the file. */
  example: z.string(),
  /** Why a layout that is remembered is asked about again here. */
  changed: z.enum(readingChanges).nullable(),
});
export type TriedQuestion = z.infer<typeof triedQuestion>;

/** A person's answers; a question that the evidence decides may be left out. */
const chosenReadings = z.object({
  dateOrder: z.enum(readingWays.dateOrder).optional(),
  clock: z.enum(readingWays.clock).optional(),
  day: z.enum(readingWays.day).optional(),
  amounts: z.enum(readingWays.amounts).optional(),
  refunds: z.enum(readingWays.refunds).optional(),
  charges: z.enum(readingWays.charges).optional(),
  currency: z.enum(readingWays.currency).optional(),
  fees: z.enum(readingWays.fees).optional(),
});
export type ChosenReadings = z.infer<typeof chosenReadings>;

/** A longer column name is none; the readers cut at the same length. */
const headerCharsMax = 500;

/** What a person says of how a file is read. */
export const saidReading = {
  columns: z
    .array(z.object({ key: z.string().max(headerCharsMax), field: z.enum(bankFields).nullable() }))
    .max(bankFileLimits.columnsMax),
  /** How the table is told; left away as it was tried. Without columns they are found anew in it. */
  table: tableForm.optional(),
  readings: chosenReadings,
  /** What words of its status and type columns mean, by their comparable form; others stay as they were answered. */
  words: saidWords.optional(),
};

/** What was found in the file, for a person to confirm. */
export const layoutProposal = z.object({
  headerLine: z.number().int(),
  /** Files of before do not say it. */
  table: foundTable.optional(),
  /** Why what was said last could not be read so. */
  refused: z.enum(fileErrors).nullish(),
  columns: z.array(foundColumn),
  /** Fields without which the file cannot be read; nothing is tried before they are chosen. */
  missing: z.array(z.enum(bankFields)),
  questions: z.array(triedQuestion),
  /** Words of its status and type columns that nobody knows, and those that were answered. Files of before do not say it. */
  words: z.array(askedWord).optional(),
  /** What was confirmed, by a person or as it is remembered; empty while it waits. */
  chosen: chosenReadings,
  /** How many rows, spread over the file, were tried. */
  rowsTried: count,
  /** The bank of a layout that was confirmed before. */
  bankName: z.string(),
  isRemembered: z.boolean(),
  /** The whole file as proposed; null where it was judged without a person, or cannot be read yet. */
  whole: z
    .object({
      lines: count,
      rejected: count,
      /** All rows: `count` = the heading + lines + rejected + those of `notCounted`, by what they are. */
      rows: fileRows,
      /** The first of the rows that were rejected, and of those that are no lines. */
      notes: z.array(lineNote),
      sides: z.array(coveredRow),
      /** Payments are covered after `from` and not after `to`; null where no line has one. */
      covers: z.object({ from: instant.nullable(), to: instant }).nullable(),
      atBest,
    })
    .nullable(),
  /**
   * Currencies of a file of which every line says its own, where no approved payment is in any of them, beside those that payments
   * are in; null where it is otherwise. Files of before do not say it.
   */
  otherCurrency: z.object({ file: z.array(z.enum(currencies)), shop: z.array(z.enum(currencies)) }).nullish(),
  /** Names what `whole` was worked out by: the lines that it counts are asked for with it. Null where they cannot be. */
  reading: z.uuid().nullable(),
  /** The bank that owes what its lines name; null where they name several, or none. */
  bank: z.object({ id: rowId, nameEn: z.string(), nameAr: z.string() }).nullable(),
  /** What its files hold, as proposed, tried or confirmed; null where no line says anything of it, or it is asked. */
  part: filePart.nullable(),
  /** Why it is asked which part it is; null where it is not. */
  partAsked: z.enum(partQuestions).nullable(),
  /** What may be chosen then: each part with what the lines name, and a new one. */
  partChoices: z.array(filePart),
});
export type LayoutProposal = z.infer<typeof layoutProposal>;
