import * as z from 'zod';
import { currencies } from './money.ts';
import { foundTable, namesLineMax, sheetNameMax, textForm } from './table-form.ts';

/** A bank statement as a table (CSV, XLSX, XLS): what its columns hold and how its values are read. */

/** What a column may hold. `direction` says of an amount whether it came in or went out; `account` is the account's number. */
export const statementFields = [
  'date',
  'valueDate',
  'description',
  'reference',
  'credit',
  'debit',
  'amount',
  'direction',
  'balance',
  'currency',
  'account',
] as const;
export type StatementField = (typeof statementFields)[number];

/** Columns beyond these are read as none: no bank's statement has so many. */
export const statementColumnsMax = 60;

/** How values are read where they can be read in two ways. `signs`: amounts without any sign all came in. */
export const statementWays = {
  dateOrder: ['dayFirst', 'monthFirst'],
  decimals: ['point', 'comma'],
  currency: currencies,
  signs: ['allIn'],
} as const;

const ways = {
  dateOrder: z.enum(statementWays.dateOrder).optional(),
  decimals: z.enum(statementWays.decimals).optional(),
  currency: z.enum(statementWays.currency).optional(),
  signs: z.enum(statementWays.signs).optional(),
};
export type StatementWays = z.infer<z.ZodObject<typeof ways>>;

/** Fields of the columns from left to right, 'date,,credit': an empty one is not read. */
const columns = z
  .string()
  .regex(/^[a-zA-Z]{0,20}(,[a-zA-Z]{0,20}){0,59}$/)
  .transform((text) => text.split(',').map((name) => (name === '' ? null : name)))
  .pipe(z.array(z.enum(statementFields).nullable()))
  .optional();

/** How the table is told, as `tableForm` has it: what is not said is told by the file. */
const told = {
  ...textForm,
  sheet: z.string().min(1).max(sheetNameMax).optional(),
  namesLine: z.coerce.number().int().min(0).max(namesLineMax).optional(),
};

/** What a person said of a table, with which it is read and kept. */
export const tableQuery = { columns, ...ways, ...told };

/** A way of reading, with what speaks for it. */
const tried = z.object({
  way: z.string(),
  /** Rows of which the value can be read so. */
  readCount: z.number().int(),
  /** Of dates: neighbours that stand in order; of amounts: balances that follow from the row before. */
  heldCount: z.number().int(),
});
const asked = z.object({
  question: z.enum(['dateOrder', 'decimals', 'currency', 'signs']),
  /** What is proposed or was said; null where nothing decides: a person says it. */
  way: z.string().nullable(),
  ways: z.array(tried),
});
export type StatementAsked = z.infer<typeof asked>;

/** Each row's balance against the one before and its amount: what proves signs, columns and order. */
const balanceChain = z.object({
  triedCount: z.number().int(),
  heldCount: z.number().int(),
  order: z.enum(['oldestFirst', 'newestFirst']),
  /** Lines whose balance does not follow; at most 20 of them. */
  offLines: z.array(z.number().int()),
});
export type BalanceChain = z.infer<typeof balanceChain>;

export const statementTable = z.object({
  /** How the table was told, and its first rows. */
  told: foundTable,
  columns: z.array(
    z.object({ title: z.string(), field: z.enum(statementFields).nullable(), sample: z.array(z.string()) }),
  ),
  /** What has to be said of the columns before anything is read. */
  missing: z.array(z.enum(['date', 'amount'])),
  asked: z.array(asked),
  chain: balanceChain.nullable(),
  /** A person confirmed this reading for the bank with an earlier statement. */
  isRemembered: z.boolean(),
});
export type StatementTable = z.infer<typeof statementTable>;
