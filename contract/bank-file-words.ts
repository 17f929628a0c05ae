import * as z from 'zod';
import type { LineType } from './reconciliation-terms.ts';

/** What a word may be said to call a line; the other kinds of `lineTypes` are about no payment. */
const lineKinds = [
  'PURCHASE',
  'REFUND',
  'REVERSAL',
  'CHARGEBACK',
  'FEE',
  'ADJUSTMENT',
] as const satisfies readonly LineType[];

/**
 * What a bank calls its lines where nobody can know what it means for money: such a word is asked with the number of its
 * lines, has no preset, and is remembered with the layout. `OPEN` is said by somebody who does not know it either: its lines
 * stay rejected, and the file incomplete. A remark stands above or below the lines and names an amount, whatever the amount: it is no
 * line, and says nothing of the payments only where somebody said so. So is a column that holds amounts and that nothing is read
 * from, and a sheet of a workbook with amounts in it and other columns than those that are read; one of the same columns is read,
 * unless it has lines of another sheet again, or somebody says otherwise. One of other columns that comes as a file of its own
 * (`APART`) still leaves its workbook incomplete: that file may not have come, and what it has may be expected by nobody.
 * A status with the key `noStatus` is none at all, in a file whose other lines have one.
 */
export const wordAnswers = {
  status: ['PAID', 'UNPAID', 'OPEN'],
  type: [...lineKinds, 'NO_MONEY', 'OPEN'],
  remark: ['ASIDE', 'OPEN'],
  sheet: ['APART', 'ASIDE', 'OPEN'],
  sameSheet: ['READ', 'ASIDE', 'OPEN'],
  column: ['ASIDE', 'OPEN'],
} as const;
export const wordFields = [
  'status',
  'type',
  'remark',
  'column',
  'sheet',
  'sameSheet',
] as const satisfies readonly (keyof typeof wordAnswers)[];
export type WordField = keyof typeof wordAnswers;

export const isSheetField = (field: WordField): boolean => field === 'sheet' || field === 'sameSheet';

/** The key of a status cell that says nothing. */
export const noStatus = '';

export const wordLimits = {
  /** Words of one column that are asked; of a column with more its choice is wrong, and their lines stay rejected. */
  askedMax: 100,
  charsMax: 200,
} as const;

const saidOf = <Answers extends readonly [string, ...string[]]>(answers: Answers) =>
  z
    .record(z.string().max(wordLimits.charsMax), z.enum(answers))
    .refine((said) => Object.keys(said).length <= wordLimits.askedMax)
    .optional();

/** By the comparable form of each word; of one column no more than are asked. */
export const saidWords = z.object({
  status: saidOf(wordAnswers.status),
  type: saidOf(wordAnswers.type),
  remark: saidOf(wordAnswers.remark),
  sheet: saidOf(wordAnswers.sheet),
  sameSheet: saidOf(wordAnswers.sameSheet),
  column: saidOf(wordAnswers.column),
});
export type SaidWords = z.infer<typeof saidWords>;

export const askedWord = z.object({
  field: z.enum(wordFields),
  /** Its comparable form, by which it is answered. */
  key: z.string(),
  /** As it stands in the file, card numbers masked. */
  word: z.string(),
  /** Lines of the file that say it; of a sheet its rows with an amount. */
  count: z.number().int(),
  answer: z.enum([...new Set(wordFields.flatMap((field) => [...wordAnswers[field]]))]).nullable(),
});
export type AskedWord = z.infer<typeof askedWord>;

/** What was said of a word; null where nobody has said it. */
export function answerOf(
  said: SaidWords,
  { field, key }: Pick<AskedWord, 'field' | 'key'>,
): AskedWord['answer'] {
  const answers = said[field];
  // A word may be called like what every object has.
  return answers && Object.hasOwn(answers, key) ? (answers[key] ?? null) : null;
}

/** The words of which nobody has said what they mean. */
export const openWords = <Word extends AskedWord>(words: readonly Word[], said: SaidWords): Word[] =>
  words.filter((word) => (answerOf(said, word) ?? word.answer) === null);
