import { createHash } from 'node:crypto';
import { chmod, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ServerAccount } from './account.ts';
import { PostgresRefusal } from './refusal.ts';

/** Where root keeps what an unprivileged server has to read: a clone may lie under a folder that only root may enter. */
export const rootStateFolder = '/var/lib/mizan';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The folder that holds everything a portal keeps where DATA_DIR is not set: `.data` in the clone,
 * or, as root, one folder per clone under /var/lib/mizan.
 */
export function defaultDataDir(cloneDir: string, isRoot = process.getuid?.() === 0): string {
  const clone = resolve(cloneDir);
  return isRoot ? join(rootStateFolder, sha256(clone).slice(0, 12)) : join(clone, '.data');
}

/**
 * Makes the data folder and returns its real path. Root's folder may be passed through by the server's
 * account but not listed by it; an ordinary user's folder is that user's alone.
 * Throws one clear line where the server's account could not reach it.
 */
export async function prepareDataDir(dataDir: string, account: ServerAccount | null): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: account ? 0o711 : 0o700 });
  const real = await realpath(dataDir);
  if (!account) return real;
  const details = await stat(real);
  if (details.uid === 0) await chmod(real, (details.mode & 0o777) | 0o711);
  await assertPassable(real, `DATA_DIR ${dataDir}`);
  return real;
}

/** Throws one clear line where the server's account, which is not root's, could not come to this folder. */
export async function assertPassable(real: string, named: string): Promise<void> {
  for (let folder = real; ; folder = dirname(folder)) {
    const { mode } = await stat(folder);
    if ((mode & 0o001) === 0) {
      throw new PostgresRefusal(
        `${named} lies under ${folder}, which only its owner may enter; ` +
          `PostgreSQL does not run as root, so choose a folder that others may pass through`,
      );
    }
    if (folder === dirname(folder)) return;
  }
}

/** A name for the cluster of this folder, short enough for a process title and unique on a machine. */
export const clusterNameOf = (dataDir: string): string => `mizan-${sha256(dataDir).slice(0, 12)}`;
