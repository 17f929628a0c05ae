import { bankFilesName } from './features/reconciliation/bank-file-on-disk.ts';
import type { Base } from './platform/backup/archive.ts';
import type { Manifest } from './platform/backup/manifest.ts';
import type { RestoredMoment } from './platform/backup/point-in-time.ts';
import { archivedWithinSeconds } from './platform/postgres/wal-archive.ts';

/** Folders below DATA_DIR whose files rows speak of. Prepared exports stay behind: they are made again. */
export const backedUpFolders = [bankFilesName] as const;

const count = (value: number): string => value.toLocaleString('en-US');

function figuresOf({ tables, files, takenAt }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${count(rows)} rows of ${tables.length} tables and ${count(files.length)} files, as of ${takenAt}`;
}

/** What `npm run backup` says. */
export const backupText = (path: string, manifest: Manifest, secretIs: string): string =>
  [
    `Backed up: ${figuresOf(manifest)}`,
    `  ${path}`,
    'Without the secret of this portal the backup is of no use, and the secret is not in it:',
    `  ${secretIs}. Keep it as long as the backup, and in another place.`,
  ].join('\n');

/** What `npm run restore` says. */
export const restoredText = (manifest: Manifest): string =>
  [
    `Restored: ${figuresOf(manifest)}`,
    'Everybody signs in anew. What was done since then is not in it: keys and people that were revoked since, refunds',
    'that were decided and files that were read. Terminals send again what they keep. npm start goes on from here.',
    'The simulated terminals of a demo stay off: their keys are in no backup. Each is paired again on its screen.',
  ].join('\n');

/** What `npm run backup -- --base` says. */
export const baseText = (archive: string, { files, takenAt }: Base, gone: number): string =>
  [
    `Copied: ${count(files.length)} files of the database, as of ${takenAt}`,
    `  ${archive}`,
    `Every moment from then on can be restored, up to some ${archivedWithinSeconds} seconds ago. The secret is not in it.`,
    ...(gone > 0 ? [`Removed: ${count(gone)} older, with what only they needed`] : []),
  ].join('\n');

/** What `npm run restore -- <archive> --at` says. */
export const momentText = ({ base, reachedAt }: RestoredMoment, asked: Date | null): string =>
  [
    `Restored: the database as it was ${asked === null ? 'at the newest moment that is kept' : `at ${asked.toISOString()}`}`,
    reachedAt === null
      ? `  Nothing was written after its copy of ${base.takenAt}.`
      : `  From its copy of ${base.takenAt}; the last that is in it was written at ${reachedAt.toISOString()}.`,
    'Everybody signs in anew. What was done since then is not in it. A file of a bank that waited at the moment and is not',
    'there is asked for again. Terminals send again what they keep. Set WAL_ARCHIVE to a new folder, then npm start.',
  ].join('\n');
