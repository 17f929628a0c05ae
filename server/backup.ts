import { bankFilesName } from './features/reconciliation/bank-file-on-disk.ts';
import type { Manifest } from './platform/backup/manifest.ts';

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
  ].join('\n');
