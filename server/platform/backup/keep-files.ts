import { copyFile, mkdir, readdir, rename, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../log.ts';
import { archivedWithinSeconds } from '../postgres/wal-archive.ts';
import { keptFiles } from './archive.ts';
import { ifGone } from './files.ts';

/**
 * Copies what lies in a folder below dataDir and is not kept yet; files there never change under their names. When one was
 * last there stands in the time of its copy.
 */
export async function keepFiles(archive: string, dataDir: string, folder: string): Promise<void> {
  const into = keptFiles(archive, folder);
  await mkdir(into, { recursive: true, mode: 0o700 });
  const known = new Set(await readdir(into));
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(ifGone([]));
  for (const { name } of entries.filter((entry) => entry.isFile())) {
    if (name.endsWith('.part')) continue;
    if (known.has(name)) {
      await utimes(join(into, name), new Date(), new Date());
      continue;
    }
    const draft = join(into, `${name}.part`);
    await copyFile(join(dataDir, folder, name), draft).catch(ifGone(undefined));
    await rename(draft, join(into, name)).catch(ifGone(undefined));
  }
}

interface KeptFolders {
  archive: string;
  dataDir: string;
  folders: readonly string[];
  log: Logger;
}

/** Keeps them as often as the WAL is kept, one look after the other. @returns what ends it, after the look under way */
export function keepFilesAlways({ archive, dataDir, folders, log }: KeptFolders): () => Promise<void> {
  let looking: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    for (const folder of folders) await keepFiles(archive, dataDir, folder);
  };
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: unknown) => {
      log.error({ err: error, archive }, 'files of banks could not be copied to the archive');
    });
  }, archivedWithinSeconds * 1_000);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
