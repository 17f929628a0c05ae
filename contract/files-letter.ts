import * as z from 'zod';
import { dailyLetter, dailyTime, letterPerson, recipientsMax } from './daily-letter.ts';
import { rowId } from './page.ts';
import { defineRoute } from './route.ts';

/** The daily e-mail about the files of banks (docs/decisions/0082-the-days-letter-about-bank-files.md). */

export const getFilesLetter = defineRoute({
  id: 'reconciliation.filesLetter',
  method: 'GET',
  path: '/reconciliation/files-letter',
  allow: ['MERCHANT'],
  right: 'bankFiles.read',
  scope: 'bankFiles:read',
  summary: 'When the daily e-mail about bank files is written, to whom, and what became of the newest',
  output: z.object({
    /** Null where nobody said one: then none is written. */
    dailyTime: dailyTime.nullable(),
    people: z.array(letterPerson),
    letter: dailyLetter.nullable(),
  }),
  errors: [],
});

export const setFilesLetterTime = defineRoute({
  id: 'reconciliation.filesLetterTime',
  method: 'PUT',
  path: '/reconciliation/files-letter/daily-time',
  allow: ['MERCHANT'],
  right: 'bankFiles.change',
  idempotency: 'natural',
  summary: 'Says when the e-mail about bank files is written each day, or with null that none is',
  body: z.strictObject({ dailyTime: dailyTime.nullable() }),
  example: { body: { dailyTime: '18:00' } },
  output: z.object({ dailyTime: dailyTime.nullable() }),
  errors: [],
});

export const setFilesLetterRecipients = defineRoute({
  id: 'reconciliation.filesLetterRecipients',
  method: 'PUT',
  path: '/reconciliation/files-letter/recipients',
  allow: ['MERCHANT'],
  right: 'bankFiles.change',
  idempotency: 'natural',
  summary: 'Says who of the merchant’s people gets the e-mail about bank files',
  body: z.strictObject({ userIds: z.array(rowId).max(recipientsMax) }),
  example: { body: { userIds: ['7'] } },
  output: z.object({ userIds: z.array(rowId) }),
  errors: ['notFound'],
});
