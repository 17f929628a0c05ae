import * as z from 'zod';
import { closing } from './closing.ts';
import { exportJob } from './exports.ts';
import { idParams } from './page.ts';
import { defineRoute } from './route.ts';
import { suspensionReasonMax } from './suspension.ts';

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

/** Longest name that is typed to close an account: that of a business. */
export const typedNameMax = 200;
const ofClosing = { allow: ['MERCHANT'], right: 'business.manage' } as const;
const count = z.number().int().nonnegative();

export const previewClosing = defineRoute({
  ...ofClosing,
  id: 'ownership.closing',
  method: 'GET',
  path: '/ownership/closing',
  summary: 'What closing the account would stop, and what is open at this moment',
  output: z.object({
    nameEn: z.string(),
    nameAr: z.string(),
    /** What stops working. */
    ends: z.object({ terminals: count, people: count, keys: count, webhooks: count, reports: count }),
    /** What is not decided yet; the last is what no bank file confirms so far. */
    open: z.object({ payments: count, refunds: count, exceptions: count, unconfirmed: count }),
    /** As it would be, closed now. */
    closing,
  }),
  errors: [],
});
export type ClosingPreview = z.infer<typeof previewClosing.output>;

export const closeAccount = defineRoute({
  ...ofClosing,
  id: 'ownership.close',
  method: 'POST',
  path: '/ownership/closing',
  freshSignIn: true,
  idempotency: 'natural',
  summary:
    'Closes the account: everybody is logged out, no new payment is taken, keys and webhooks end; its records stay as the law has it',
  /** The name of the business, in either language. */
  body: z.strictObject({ name: z.string().trim().min(1).max(typedNameMax) }),
  example: { body: { name: 'Diyar Coffee' } },
  output: closing,
  /** conflict {reason}: 'name', another name; 'status', an account that is not in business. */
  errors: ['conflict'],
});

export const reopenAccount = defineRoute({
  id: 'ownership.reopen',
  method: 'POST',
  path: '/admin/merchants/:id/reopen',
  allow: ['ADMIN'],
  right: 'merchants.suspend',
  freshSignIn: true,
  idempotency: 'none',
  summary: 'Opens an account again that its owner closed not long ago; its owners are told by e-mail',
  params: idParams,
  body: z.strictObject({ reason: z.string().trim().min(1).max(suspensionReasonMax) }),
  example: { body: { reason: 'Ticket 4711: closed by mistake' } },
  output: z.object({ status: z.literal('ACTIVE') }),
  /** conflict {reason}: 'notClosed', 'tooLate'. */
  errors: ['notFound', 'conflict'],
});
