import * as z from 'zod';
import { exceptionLimits, nearRecord } from './exceptions.ts';
import { currencies } from './money.ts';
import { idParams, rowId } from './page.ts';
import { defineRoute } from './route.ts';

/**
 * Lines of a bank file that a person joins to payments, one to one, one to many or many to one
 * (docs/decisions/0065-matched-by-hand.md).
 */

const minor = z.number().int();
const row = z.number().int().min(1);
const sides = {
  lines: z.array(row).min(1).max(exceptionLimits.matchedMax),
  transactionIds: z.array(rowId).min(1).max(exceptionLimits.matchedMax),
};

/** Why lines and payments cannot be joined. */
const matchProblems = [
  'sumsDiffer',
  'severalCurrencies',
  'manyToMany',
  'lineNotOpen',
  'paymentTaken',
  'paymentNotOwed',
] as const;
export type MatchProblem = (typeof matchProblems)[number];

/** What fee and VAT of the lines come to against the agreed ones of the payments. */
const matchFees = ['agree', 'differ', 'notSaid', 'noRate'] as const;

const matchPreview = z.object({
  /** Null where they may be joined. */
  problem: z.enum(matchProblems).nullable(),
  currency: z.enum(currencies),
  linesMinor: minor,
  paymentsMinor: minor,
  fees: z.enum(matchFees),
  /** Fee and VAT that the lines kept back, and those that were agreed; null where not known. */
  chargeMinor: minor.nullable(),
  agreedChargeMinor: minor.nullable(),
});
export type MatchPreview = z.infer<typeof matchPreview>;

export const findOpenLines = defineRoute({
  id: 'reconciliation.openLines',
  method: 'GET',
  path: '/reconciliation/bank-files/:id/open-lines',
  allow: ['MERCHANT'],
  right: 'bankFiles.read',
  summary:
    'Lines of a judged file that a person may join to payments, by their row, their amount or both; the first of them where there are more',
  params: idParams,
  query: z.object({
    line: z.coerce.number().int().min(1).optional(),
    amountMinor: z.coerce.number().int().optional(),
  }),
  /** Nothing is compared here: each says what it says itself. `hasMore` where more fit than are told. */
  output: z.object({ rows: z.array(nearRecord), hasMore: z.boolean() }),
  errors: ['notFound', 'bankFileNotReady'],
});

const ofFile = { allow: ['MERCHANT'], params: idParams, right: 'bankFiles.change' } as const;
const example = { params: { id: '42' }, body: { lines: [212], transactionIds: ['26870', '26871'] } };

export const previewHandMatch = defineRoute({
  ...ofFile,
  id: 'reconciliation.previewHandMatch',
  method: 'POST',
  path: '/reconciliation/bank-files/:id/hand-matches/preview',
  idempotency: 'natural',
  summary:
    'Whether lines of a file and payments may be joined by hand, and how their fees compare; writes nothing',
  body: z.strictObject(sides),
  example,
  output: matchPreview,
  errors: ['notFound', 'bankFileNotReady'],
});

export const makeHandMatch = defineRoute({
  ...ofFile,
  id: 'reconciliation.makeHandMatch',
  method: 'POST',
  path: '/reconciliation/bank-files/:id/hand-matches',
  idempotency: 'natural',
  summary:
    'Joins lines of a file to payments whose sums agree to the halala; the file is judged again, and the payments are confirmed by these lines',
  body: z.strictObject({ ...sides, note: z.string().trim().max(exceptionLimits.noteMax) }),
  example: { ...example, body: { ...example.body, note: 'Paid in two parts' } },
  output: z.object({ id: rowId }),
  errors: ['notFound', 'bankFileNotReady', 'conflict'],
});

export const undoHandMatch = defineRoute({
  ...ofFile,
  id: 'reconciliation.undoHandMatch',
  method: 'DELETE',
  path: '/reconciliation/hand-matches/:id',
  idempotency: 'natural',
  summary: 'Takes a match by hand back; the file is judged again as it was before it',
  output: z.object({ id: rowId }),
  errors: ['notFound', 'conflict'],
});
