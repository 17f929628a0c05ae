import * as z from 'zod';
import { coveredKinds } from './bank-file-part.ts';
import { currencies } from './money.ts';
import { day, idParams, rowId, seqPage, seqPageOf } from './page.ts';
import { lineTypes, schemeNames } from './reconciliation-terms.ts';
import { defineRoute } from './route.ts';

/** What stands behind the numbers of a file before anybody judged it (docs/decisions/0061-lines-before-the-verdict.md). */

/** Of a row of the table: the file's lines, the portal's transactions, or those of them that no line of it has. */
export const countedSides = ['lines', 'payments', 'notInFile'] as const;
export type CountedSide = (typeof countedSides)[number];

const minor = z.number().int();

const countedLine = z.object({
  /** The number of the line in the file, of a transaction its own. Pages go on after it. */
  seq: z.number().int(),
  line: z.number().int().nullable(),
  /** The transaction that the line would have; null where it has none. */
  transactionId: rowId.nullable(),
  /** As it is read, in Riyadh. The table counts the line on the business day of its transaction. */
  day,
  minute: z.number().int().nullable(),
  type: z.enum(lineTypes),
  amountMinor: minor,
  /** Fee and VAT together; null where nothing says them. */
  chargeMinor: minor.nullable(),
  rrn: z.string().nullable(),
  tid: z.string().nullable(),
  scheme: z.enum(schemeNames).nullable(),
});
export type CountedLine = z.infer<typeof countedLine>;

/** A longer terminal number is none. */
const valueCharsMax = 64;

export const listCountedLines = defineRoute({
  id: 'reconciliation.countedLines',
  method: 'GET',
  path: '/reconciliation/bank-files/:id/counted-lines',
  allow: ['MERCHANT'],
  right: 'bankFiles.read',
  scope: 'bankFiles:read',
  summary:
    'The lines that a row of what a file covers counts, read from the file as its proposal was tried, or the transactions beside them',
  params: idParams,
  query: z.object({
    /** The proposal whose table is shown; of another one since then it is answered 409. */
    reading: z.uuid(),
    of: z.enum(countedSides).default('lines'),
    currency: z.enum(currencies),
    kind: z.enum(coveredKinds),
    value: z.string().max(valueCharsMax).default(''),
    ...seqPage,
  }),
  example: {
    query: {
      reading: '6f1c2f0e-5c1e-4b52-9a52-8d9c6c3f1a10',
      currency: 'SAR',
      kind: 'day',
      value: '2026-11-15',
    },
  },
  /** `count` and `totalMinor` are of all of them, whatever the page. */
  output: seqPageOf(countedLine).extend({ count: z.number().int(), totalMinor: minor }),
  errors: ['notFound', 'bankFileNotReady', 'conflict', 'unreadableFile'],
});
