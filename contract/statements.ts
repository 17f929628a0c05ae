import * as z from 'zod';
import { share } from './deposits.ts';
import { currencies } from './money.ts';
import { day, rowId } from './page.ts';
import { defineRoute } from './route.ts';
import { statementTable, tableQuery } from './statement-table.ts';

/** Bank statements (camt.053, MT940, CSV, XLSX, XLS): their credits become deposits, once, and a person says which of them are settlements. */

/** Why a line of a statement is left out: what of it cannot be read, or that the bank has not booked it. */
export const refusedLineReasons = [
  'amount',
  'currency',
  'date',
  'shape',
  'pending',
  'noAmount',
  'twoAmounts',
  'direction',
  'sign',
  'quote',
] as const;
const refusedLine = z.object({ line: z.number().int(), reason: z.enum(refusedLineReasons) });
export type RefusedLine = z.infer<typeof refusedLine>;

/** A row of a table that is no entry: a balance that the bank wrote among them, or a total. */
const rowBeside = z.object({ line: z.number().int(), kind: z.enum(['balance', 'total']) });
export type RowBeside = z.infer<typeof rowBeside>;

/**
 * What a credit is proposed to be, by evidence. EXACT: one open settlement, or a set of them, comes to its amount and no other
 * credit of the statement fits it. SEVERAL: more than one reading, or more than one credit, fits: a question. ALIKE: a deposit
 * of the same bank, day and amount is on record that is no other entry of this statement. KNOWN: this very entry is. UNDONE: this
 * very entry was, and was taken back. REVERSED: as much went out again, that day or later. RETURNED: the bank says that it
 * takes a debit back. OFF_BALANCE: its balance does not follow from the one before. WORDS: its text speaks of card settlements.
 * NONE: nothing speaks for it.
 */
const creditEvidence = [
  'EXACT',
  'SEVERAL',
  'ALIKE',
  'KNOWN',
  'UNDONE',
  'REVERSED',
  'RETURNED',
  'OFF_BALANCE',
  'WORDS',
  'NONE',
] as const;
export type CreditEvidence = (typeof creditEvidence)[number];

const entry = {
  /** The how manieth entry of the file it is, from 1; a file may stand on one line. */
  entry: z.number().int(),
  line: z.number().int(),
  valueDate: day,
  amountMinor: z.number().int(),
  currency: z.enum(currencies),
  reference: z.string(),
  text: z.string(),
};
const credit = z.object({
  ...entry,
  evidence: z.enum(creditEvidence),
  /** What it would pay, where that is EXACT. */
  shares: z.array(share),
  /** The deposit that it is, or is like. */
  depositId: rowId.nullable(),
  /** Names what it would pay: sent back with `matched` it is matched so, as long as that is still so. null where not EXACT. */
  match: z.string().nullable(),
  /** It is known by day, amount and words alone, so that a person may say that it is another one. */
  mayBeAnother: z.boolean(),
});
export type StatementCredit = z.infer<typeof credit>;

/** What took money out. No deposit, but it may have taken one back. */
const debit = z.object({
  ...entry,
  /** The bank says that it takes a credit back. */
  isReversal: z.boolean(),
  /** The deposit that it took back, where a person said so. */
  tookBackId: rowId.nullable(),
  /** Deposits on record of as much, that day or earlier, the newest first. */
  mayTakeBack: z.array(
    z.object({ id: rowId, valueDate: day, amountMinor: z.number().int(), reference: z.string() }),
  ),
  /** The one of them that the bank's word is about without a doubt. */
  proposedId: rowId.nullable(),
});
export type StatementDebit = z.infer<typeof debit>;

const statementRead = z.object({
  /** As the statement names it; null where it names none. */
  account: z.string().nullable(),
  /** Whose it is by its IBAN, or as was said; null where that has to be asked. */
  bankId: rowId.nullable(),
  /** The bank was said with an earlier statement of this account. */
  isBankRemembered: z.boolean(),
  /** The banks that it may be of, where no IBAN says it. */
  banks: z.array(z.object({ id: rowId, nameEn: z.string(), nameAr: z.string() })),
  credits: z.array(credit),
  debits: z.array(debit),
  refused: z.array(refusedLine),
  /** Rows that are no entries, which nothing waits for. */
  beside: z.array(rowBeside),
  /** Opening balance and lines against the closing balance, where the statement has both; null where it has not. */
  balance: z.object({ statedMinor: z.number().int(), reckonedMinor: z.number().int() }).nullable(),
  /** How the file is read where it is a table, and what has to be said before; null for the other forms. */
  table: statementTable.nullable(),
});
export type StatementRead = z.infer<typeof statementRead>;

const common = {
  bankId: rowId.optional(),
  /** One that came by itself is read in place of the body, which is empty then. */
  arrivedId: rowId.optional(),
  ...tableQuery,
};

export const readStatement = defineRoute({
  id: 'statements.read',
  method: 'POST',
  path: '/settlement/statement-readings',
  allow: ['MERCHANT'],
  right: 'deposits.change',
  scope: 'settlement:write',
  idempotency: 'natural',
  summary: 'What a bank statement holds, and what its credits may pay; nothing is kept',
  query: z.strictObject(common),
  body: z.unknown(),
  bodyKind: 'upload',
  output: statementRead,
  errors: ['notFound', 'conflict', 'unreadableFile', 'tooLarge'],
});

/** Numbers of entries, '12,15,16'. */
const entries = z
  .string()
  .regex(/^\d{1,7}(,\d{1,7}){0,1999}$/)
  .transform((text) => text.split(',').map(Number));
/** Entries with what each is about, '12-1f00ab12,15-77'. */
const pairs = z
  .string()
  .regex(/^\d{1,7}-[0-9a-f]{1,19}(,\d{1,7}-[0-9a-f]{1,19}){0,1999}$/)
  .transform(
    (text) => new Map(text.split(',').map((pair) => [Number(pair.split('-')[0]), pair.split('-')[1] ?? ''])),
  );

export const takeStatement = defineRoute({
  id: 'statements.take',
  method: 'POST',
  path: '/settlement/statements',
  allow: ['MERCHANT'],
  right: 'deposits.change',
  scope: 'settlement:write',
  idempotency: 'natural',
  summary:
    'Enters the named credits of a statement as deposits, each once; those that were shown to fit exactly are matched',
  query: z.strictObject({
    ...common,
    entries: entries.optional(),
    /** What was shown as EXACT, each with its `match`: all others wait, even where they fit by now. */
    matched: pairs.optional(),
    /** Those among `entries` of which a person says that they are others than what is on record. */
    others: entries.optional(),
    /** Debits, each with the deposit that it took back. */
    takenBack: pairs.optional(),
  }),
  body: z.unknown(),
  bodyKind: 'upload',
  output: z.object({
    addedCount: z.number().int(),
    matchedCount: z.number().int(),
    /** Those that were on record already. */
    knownCount: z.number().int(),
    takenBackCount: z.number().int(),
  }),
  successStatus: 201,
  errors: ['notFound', 'conflict', 'unreadableFile', 'tooLarge'],
});
