import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';
import { countOtherFolders } from './bank-file-folder.queries.ts';

/** Lies in the folder of uploaded files: two processes that read the same id see the same folder. */
const idFileName = '.folder-id';
const idShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** How long a process that came second waits for the first one's id to be written out. */
const waitMs = 50;
const waits = 4;

async function readId(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return idShape.test(text) ? text : null;
}

/**
 * The id of a folder of uploaded files; the first process that comes to a folder gives it one.
 * Throws what the file system says where the folder cannot be used.
 */
export async function folderIdOf(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, idFileName);
  const known = await readId(path);
  if (known !== null) return known;
  const made = randomUUID();
  const isFirst = await writeFile(path, made, { flag: 'wx', mode: 0o600, flush: true }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
  for (let turn = 0; !isFirst && turn < waits; turn++) {
    const others = await readId(path);
    if (others !== null) return others;
    await delay(waitMs);
  }
  // Whoever was first died before the id was written out.
  if (!isFirst) await writeFile(path, made, { mode: 0o600, flush: true });
  return made;
}

/** What /ready says of the folder: 'notShared' where another running process keeps its files in another one. */
export type FolderState = 'ok' | 'unusable' | 'notShared';

export async function folderStateOf(db: Database, folder: string): Promise<FolderState> {
  const id = await folderIdOf(folder).catch(() => null);
  if (id === null) return 'unusable';
  return (await countOtherFolders(db, id)) === 0 ? 'ok' : 'notShared';
}
