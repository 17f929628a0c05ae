import * as z from 'zod';
import { currencies } from './money.ts';
import { idParams, instant, rowId } from './page.ts';
import { bankFileRow } from './reconciliation.ts';
import { lineAnswers } from './reconciliation-terms.ts';
import { defineRoute } from './route.ts';

/**
 * What is known of a file's lines that earlier files seem to have brought, and what a person says of it
 * (docs/decisions/0055-answers-about-earlier-files.md).
 */

const minor = z.number().int();
const count = z.number().int();
const earlierFile = z.object({ bankFileId: rowId, fileName: z.string() });

/** Lines of which nobody said yet whether they are an earlier file's come again, of one currency. */
const askedLines = earlierFile.extend({ currency: z.enum(currencies), count, bankMinor: minor });
export type AskedLines = z.infer<typeof askedLines>;

/** Lines that an earlier file has with other figures, and what would follow if this file took its place. */
const correctedLines = earlierFile.extend({
  currency: z.enum(currencies),
  count,
  differenceMinor: minor,
  /** Payments that the earlier file holds, and those of them that this file has a line of. */
  heldCount: count,
  takenCount: count,
});
export type CorrectedLines = z.infer<typeof correctedLines>;

const givenAnswer = earlierFile.extend({
  /** The row of the file; null is every line that has no answer of its own. */
  line: z.number().int().nullable(),
  answer: z.enum(lineAnswers),
  byName: z.string(),
  at: instant,
});
export type GivenAnswer = z.infer<typeof givenAnswer>;

const earlierFiles = z.object({
  asked: z.array(askedLines),
  corrected: z.array(correctedLines),
  /** Answers that stand, the newest first; at most 200. */
  answers: z.array(givenAnswer),
  /** Files whose place this one took. */
  replaced: z.array(earlierFile),
});
export type EarlierFiles = z.infer<typeof earlierFiles>;

const kind = { allow: ['MERCHANT'], params: idParams } as const;

export const getEarlierFiles = defineRoute({
  ...kind,
  id: 'reconciliation.earlierFiles',
  method: 'GET',
  path: '/reconciliation/bank-files/:id/earlier-files',
  right: 'bankFiles.read',
  scope: 'bankFiles:read',
  summary: 'What of a bank file earlier files brought: what is asked, what was corrected, what was answered',
  output: earlierFiles,
  errors: ['notFound', 'bankFileNotReady'],
});

export const answerLines = defineRoute({
  ...kind,
  id: 'reconciliation.answerLines',
  method: 'PUT',
  path: '/reconciliation/bank-files/:id/earlier-lines',
  right: 'bankFiles.change',
  idempotency: 'natural',
  summary:
    "Says of a line, or of every line without an answer of its own, whether it is an earlier file's come again or a second charge; null takes the answer back. The file is judged again",
  body: z.object({
    earlierFileId: rowId,
    line: z.number().int().min(1).nullable(),
    answer: z.enum(lineAnswers).nullable(),
  }),
  example: { params: { id: '42' }, body: { earlierFileId: '41', line: 14, answer: 'SAME' } },
  output: bankFileRow,
  errors: ['notFound', 'bankFileNotReady'],
});

export const replaceFile = defineRoute({
  ...kind,
  id: 'reconciliation.replaceFile',
  method: 'PUT',
  path: '/reconciliation/bank-files/:id/replaced',
  right: 'bankFiles.change',
  idempotency: 'natural',
  summary:
    'Lets a corrected file take the place of the earlier one: that one lets go of its payments, and this one is judged again. An undo of this file brings the other back',
  body: z.object({ earlierFileId: rowId }),
  example: { params: { id: '42' }, body: { earlierFileId: '41' } },
  output: bankFileRow,
  errors: ['notFound', 'bankFileNotReady'],
});
