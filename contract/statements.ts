import * as z from 'zod';
import { share } from './deposits.ts';
import { currencies } from './money.ts';
import { day, rowId } from './page.ts';
import { defineRoute } from './route.ts';

/** Bank statements (camt.053, MT940): their credits become deposits, once, and a person says which of them are settlements. */

/** Why a line of a statement is left out: what of it cannot be read, or that the bank has not booked it. */
export const refusedLineReasons = ['amount', 'currency', 'date', 'shape', 'pending'] as const;
const refusedLine = z.object({ line: z.number().int(), reason: z.enum(refusedLineReasons) });
export type RefusedLine = z.infer<typeof refusedLine>;

/**
 * What a credit is proposed to be, by evidence. EXACT: one open settlement, or a set of them, comes to its amount and no other
 * credit of the statement fits it. SEVERAL: more than one reading, or more than one credit, fits: a question. ALIKE: a deposit
 * of the same bank, day and amount is on record. KNOWN: this very entry is. UNDONE: this very entry was, and was taken back.
 * REVERSED: as much went out again, that day or later. WORDS: its text speaks of card settlements.
 * NONE: nothing speaks for it.
 */
const creditEvidence = ['EXACT', 'SEVERAL', 'ALIKE', 'KNOWN', 'UNDONE', 'REVERSED', 'WORDS', 'NONE'] as const;
export type CreditEvidence = (typeof creditEvidence)[number];

const credit = z.object({
  /** The how manieth entry of the file it is, from 1; a file may stand on one line. */
  entry: z.number().int(),
  line: z.number().int(),
  valueDate: day,
  amountMinor: z.number().int(),
  currency: z.enum(currencies),
  reference: z.string(),
  text: z.string(),
  evidence: z.enum(creditEvidence),
  /** What it would pay, where that is EXACT. */
  shares: z.array(share),
  /** The deposit that it is, or is like. */
  depositId: rowId.nullable(),
});
export type StatementCredit = z.infer<typeof credit>;

const statementRead = z.object({
  /** As the statement names it; null where it names none. */
  account: z.string().nullable(),
  /** Whose it is by its IBAN, or as was said; null where that has to be asked. */
  bankId: rowId.nullable(),
  /** The banks that it may be of, where nobody said. */
  banks: z.array(z.object({ id: rowId, nameEn: z.string(), nameAr: z.string() })),
  credits: z.array(credit),
  /** Lines that took money out: no deposits. */
  debitCount: z.number().int(),
  refused: z.array(refusedLine),
  /** Opening balance and lines against the closing balance, where the statement has both; null where it has not. */
  balance: z.object({ statedMinor: z.number().int(), reckonedMinor: z.number().int() }).nullable(),
});
export type StatementRead = z.infer<typeof statementRead>;

const common = { bankId: rowId.optional() };

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

export const takeStatement = defineRoute({
  id: 'statements.take',
  method: 'POST',
  path: '/settlement/statements',
  allow: ['MERCHANT'],
  right: 'deposits.change',
  scope: 'settlement:write',
  idempotency: 'natural',
  summary:
    'Enters the named credits of a statement as deposits, each once; those that fit exactly are matched',
  query: z.strictObject({ ...common, entries }),
  body: z.unknown(),
  bodyKind: 'upload',
  output: z.object({
    addedCount: z.number().int(),
    matchedCount: z.number().int(),
    /** Those that were on record already. */
    knownCount: z.number().int(),
  }),
  successStatus: 201,
  errors: ['notFound', 'conflict', 'unreadableFile', 'tooLarge'],
});
