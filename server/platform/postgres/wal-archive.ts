import { chmod, chown, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerAccount } from './account.ts';
import { assertPassable } from './data-folder.ts';
import type { FurtherSettings } from './settings.ts';

/** Longest time that a change stays on the disk of the database alone, where few others follow it. */
export const archivedWithinSeconds = 60;

/** A path that means the same in a shell's quotes and in PostgreSQL's templates. */
export const archivePath = /^\/[A-Za-z0-9._/-]*$/;

/** Where the segments of a WAL archive lie, packed: most of one that was ended early is empty. */
export const walFolder = (archive: string): string => join(archive, 'wal');
const segmentFile = (name: string): string => `${name}.gz`;

/**
 * What a server runs with so that it keeps its WAL: a segment is there whole, and on the disk, or not at all. One that is
 * there already was kept before a crash forgot it; if it is another one, the archive belongs to another server.
 */
export function walArchiving(archive: string): FurtherSettings {
  const kept = join(walFolder(archive), segmentFile('%f'));
  const keep = `gzip -c "%p" > "${kept}.part" && sync "${kept}.part" && mv "${kept}.part" "${kept}"`;
  const archive_command = `if test -f "${kept}"; then gzip -dc "${kept}" | cmp -s - "%p"; else ${keep}; fi`;
  return { archive_mode: 'on', archive_command, archive_timeout: String(archivedWithinSeconds) };
}

/**
 * What a server is started with to go through kept segments up to a moment (null: to their end) and to serve from there.
 * It answers nobody before it is there.
 */
export function walRecovery(segments: string, until: Date | null): FurtherSettings {
  const kept = join(segments, segmentFile('%f'));
  return {
    restore_command: `test -f "${kept}" && gzip -dc "${kept}" > "%p"`,
    recovery_target_action: 'promote',
    hot_standby: 'off',
    // At its start it knows no names of zones yet, not even Z.
    ...(until && { recovery_target_time: until.toISOString().replace('Z', '+00') }),
  };
}

/** Makes the folder that the server's account writes to. Throws one clear line where it could not come there. */
export async function prepareWalArchive(archive: string, account: ServerAccount | null): Promise<void> {
  const folder = walFolder(archive);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!account) return;
  const real = await realpath(archive);
  await chmod(real, 0o711);
  await assertPassable(real, `WAL_ARCHIVE ${archive}`);
  await chown(folder, account.uid >>> 0, account.gid >>> 0);
}
