import * as z from 'zod';
import { instant } from './page.ts';
import { defineRoute } from './route.ts';

/**
 * A folder that a bank or a program drops files into (SFTP): one a merchant, below a root that the portal's operator names. A
 * file in it is read as an uploaded one.
 */

/** Why a file of the folder was not taken. `statementTooLarge`: it is a statement of an account, and those have a limit of their own. */
export const dropReasons = [
  'format',
  'tooLarge',
  'empty',
  'notFile',
  'unreadable',
  'statementTooLarge',
] as const;
export type DropReason = (typeof dropReasons)[number];

/** As many are named; the counts say how many there are. */
export const droppedNamedMax = 20;

const watchedFolder = z.object({
  /** Whether this portal has a root for folders, and this merchant's folder lies there. */
  state: z.enum(['NO_ROOT', 'NO_FOLDER', 'UNUSABLE', 'THERE']),
  isOn: z.boolean(),
  /** The folder's name below the root. */
  folder: z.string(),
  saidByName: z.string().nullable(),
  saidAt: instant.nullable(),
  waiting: z.object({
    count: z.number().int(),
    files: z.array(z.object({ name: z.string(), sizeBytes: z.number().int() })).max(droppedNamedMax),
  }),
  refused: z.object({
    count: z.number().int(),
    files: z.array(z.object({ name: z.string(), reason: z.enum(dropReasons) })).max(droppedNamedMax),
  }),
});
export type WatchedFolder = z.infer<typeof watchedFolder>;

export const getWatchedFolder = defineRoute({
  id: 'reconciliation.watchedFolder',
  method: 'GET',
  path: '/reconciliation/watched-folder',
  allow: ['MERCHANT'],
  right: 'bankFiles.read',
  scope: 'bankFiles:read',
  summary: 'The folder that files of banks are dropped into: whether it is watched, and what lies in it',
  output: watchedFolder,
  errors: [],
});

export const setWatchedFolder = defineRoute({
  id: 'reconciliation.setWatchedFolder',
  method: 'PUT',
  path: '/reconciliation/watched-folder',
  allow: ['MERCHANT'],
  right: 'bankFiles.change',
  idempotency: 'natural',
  summary: 'Says whether the folder is watched: its files are read as if this person had uploaded them',
  body: z.strictObject({ isOn: z.boolean() }),
  example: { body: { isOn: true } },
  output: watchedFolder,
  errors: [],
});
