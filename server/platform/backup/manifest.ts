import { createHmac } from 'node:crypto';
import { z } from 'zod';

/** What a backup says of itself, as its last part, manifest.json. */
const table = z.object({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.number().int().nonnegative(),
  /** Of its rows as they stand in the archive, in hex. */
  sha256: z.string().length(64),
});

const file = z.object({
  /** The folder below DATA_DIR. */
  folder: z.string(),
  /** Without folders. */
  name: z.string().regex(/^\.?[A-Za-z0-9_-][A-Za-z0-9._-]*$/),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().length(64),
});

export const manifestShape = z.object({
  format: z.literal(1),
  /** Of the program that wrote it. */
  version: z.string(),
  takenAt: z.iso.datetime(),
  /** Tells whether a secret is the one of this database, and nothing of the secret. */
  secretMark: z.string(),
  migrations: z.array(z.object({ number: z.number().int(), hash: z.string() })).min(1),
  queueVersion: z.number().int(),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  files: z.array(file),
});

export type Manifest = z.infer<typeof manifestShape>;
export type BackedUpFile = Manifest['files'][number];

/** The same for every backup of one secret. The secret has 192 bits or more: nobody finds it by trying. */
export const secretMarkOf = (secret: string): string =>
  createHmac('sha256', secret).update('backup of mizan').digest('base64url');

export const manifestName = 'manifest.json';
export const tablePart = (name: string): string => `tables/${name}.copy`;
export const filePart = ({ folder, name }: Pick<BackedUpFile, 'folder' | 'name'>): string =>
  `files/${folder}/${name}`;
