import * as z from 'zod';
import { exportJob } from './exports.ts';
import { idParams } from './page.ts';
import { defineRoute } from './route.ts';

/** The owner alone, who has just signed in: the file holds what every other right keeps apart. */
const everything = { allow: ['MERCHANT'], right: 'business.takeAway' } as const;

export const listEverything = defineRoute({
  ...everything,
  id: 'ownership.list',
  method: 'GET',
  path: '/ownership/files',
  summary: 'The newest files of everything that one asked for, with how far each is',
  output: z.object({ rows: z.array(exportJob) }),
  errors: [],
});

export const askEverything = defineRoute({
  ...everything,
  id: 'ownership.ask',
  method: 'POST',
  path: '/ownership/files',
  freshSignIn: true,
  idempotency: 'none',
  summary:
    'Prepares one ZIP of everything that the merchant owns: a CSV for each table, the files, and a manifest with rows and hashes',
  body: z.strictObject({ lang: z.enum(['en', 'ar']) }),
  example: { body: { lang: 'en' } },
  output: exportJob,
  successStatus: 201,
  errors: ['conflict'],
});

export const downloadEverything = defineRoute({
  ...everything,
  id: 'ownership.download',
  method: 'GET',
  path: '/ownership/files/:id/file',
  freshSignIn: true,
  summary: 'The ZIP of everything, once it is DONE',
  params: idParams,
  output: z.unknown(),
  outputKind: 'file',
  errors: ['notFound', 'conflict'],
});
