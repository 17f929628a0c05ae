import { constants, type Stats } from 'node:fs';
import { access, lstat, mkdir, open, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  type DropReason,
  droppedNamedMax,
  dropReasons,
  type WatchedFolder,
} from '@mizan/contract/watched-folder.ts';

/**
 * What lies in a folder that strangers write to. No link is followed, nothing is opened but plain files, and what is taken or
 * refused is moved within the folder.
 */
const doneFolder = 'done';
const refusedFolder = 'refused';
/** Names under which programs write what is not whole yet. */
const unfinished = /^\.|\.(?:part|filepart|tmp|crdownload|writing)$/i;
/** More than these in one look are left for the next. */
const filesAtOnceMax = 200;
/** Of a name that is kept: with the time before it and the reason behind it a folder takes 255. */
const nameBytesMax = 200;

export interface DroppedFile {
  name: string;
  path: string;
  sizeBytes: number;
  isPlain: boolean;
  /** Another one where anything of it changed since. */
  mark: string;
  /** As `mark`, but for what moving changes. */
  bytes: string;
}

const sameBytes = ({ ino, dev, size, mtimeMs }: Stats): string => [ino, dev, size, mtimeMs].join(' ');
const markOf = (stats: Stats): string => `${sameBytes(stats)} ${stats.ctimeMs}`;

/** Whether it is a folder itself and no link to one. */
export const isOwnFolder = async (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const isOpen = (folder: string): Promise<boolean> =>
  access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );

const isAbsent = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  );

/**
 * Whether files can be taken out of a folder, and into its 'done' and 'refused' where these are there already: a file that
 * cannot be moved away would be taken, or refused, at every look.
 */
export async function isUsable(folder: string): Promise<boolean> {
  if (!(await isOpen(folder))) return false;
  const inside = [doneFolder, refusedFolder].map((name) => join(folder, name));
  const usable = await Promise.all(
    inside.map(async (into) => (await isAbsent(into)) || ((await isOwnFolder(into)) && (await isOpen(into)))),
  );
  return usable.every(Boolean);
}

/** The files that lie in a folder, by name; folders in it are left alone. */
export async function droppedIn(folder: string): Promise<DroppedFile[]> {
  const names = (await readdir(folder)).filter((name) => !unfinished.test(name)).toSorted();
  const found: DroppedFile[] = [];
  for (const name of names) {
    if (found.length >= filesAtOnceMax) break;
    const path = join(folder, name);
    const stats = await lstat(path).catch(() => null);
    // Taken by somebody else meanwhile, or a name that is no text.
    if (!stats || stats.isDirectory()) continue;
    found.push({
      name,
      path,
      sizeBytes: stats.size,
      isPlain: stats.isFile() && stats.nlink === 1,
      mark: markOf(stats),
      bytes: sameBytes(stats),
    });
  }
  return found;
}

const hasChanged = (): Error => new Error('the file changed while it was read');

/** Its bytes, as long as it stays what it was: whoever writes to it meanwhile ends the reading. */
export function bytesOfDropped({ path, mark }: DroppedFile): Readable {
  async function* chunks(): AsyncGenerator<Buffer> {
    // A pipe that took its name meanwhile would be waited for without end.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      if (markOf(await file.stat()) !== mark) throw hasChanged();
      for await (const chunk of file.createReadStream({ autoClose: false })) yield chunk as Buffer;
      if (markOf(await file.stat()) !== mark) throw hasChanged();
    } finally {
      await file.close();
    }
  }
  return Readable.from(chunks(), { objectMode: false });
}

/** Its first bytes, as many as there are up to `bytes`. @throws as reading all of it */
export async function headOfDropped(file: DroppedFile, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytesOfDropped(file) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= bytes) break;
  }
  return Buffer.concat(chunks).subarray(0, bytes);
}

/** A name of ours for a file whose name somebody else gave: unlike any before, and without signs that mislead. */
const keptName = (name: string, at: Date): string => {
  const plain = name.replaceAll(/[\p{C}/\\]/gu, '_');
  return `${at.toISOString().replaceAll(/[-:.]/g, '')}-${endOf(plain)}`;
};

/** Its last signs, as many as fit: an Arabic letter has two bytes. */
function endOf(name: string): string {
  const signs = [...name];
  let [bytes, from] = [0, signs.length];
  while (from > 0) {
    bytes += Buffer.byteLength(signs[from - 1] ?? '');
    if (bytes > nameBytesMax) break;
    from -= 1;
  }
  return signs.slice(from).join('');
}

/**
 * Moves a file that was taken; false where it is there no more, because another process moved it. One that took its name
 * meanwhile is put back, as nobody read it. @throws what the file system says, also where 'done' is no folder
 */
export const moveToDone = async (folder: string, file: DroppedFile, at: Date): Promise<boolean> =>
  (await moveTo(folder, doneFolder, file, at)) !== null;

/** Moves a file that is not taken, and writes beside it why, for whoever looks at the folder. As `moveToDone`. */
export async function moveToRefused(
  folder: string,
  file: DroppedFile,
  { at, reason, text }: { at: Date; reason: DropReason; text: string },
): Promise<boolean> {
  const kept = await moveTo(folder, refusedFolder, file, at);
  if (kept !== null) await writeFile(`${kept}.${reason}.txt`, text, { flag: 'wx' });
  return kept !== null;
}

async function moveTo(folder: string, into: string, file: DroppedFile, at: Date): Promise<string | null> {
  const target = join(folder, into);
  await mkdir(target, { mode: 0o770 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if (!(await isOwnFolder(target))) throw new Error(`${target} is no folder`);
  const name = keptName(file.name, at);
  const kept = join(target, name);
  const isMoved = await rename(file.path, kept).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
  if (!isMoved) return null;
  if (sameBytes(await lstat(kept)) === file.bytes) return kept;
  await rename(kept, join(folder, name));
  return null;
}

/** What a person is shown of a folder. */
export async function shownOf(folder: string): Promise<Pick<WatchedFolder, 'waiting' | 'refused'>> {
  const waiting = await droppedIn(folder);
  const refusedIn = join(folder, refusedFolder);
  const names = (await isOwnFolder(refusedIn)) ? await readdir(refusedIn) : [];
  const refused = names
    .toSorted()
    .toReversed()
    .flatMap((name) => {
      const [, kept = '', code] = /^\d+T\d+Z-(.+)\.([a-zA-Z]+)\.txt$/.exec(name) ?? [];
      const reason = dropReasons.find((each) => each === code);
      return reason ? [{ name: kept, reason }] : [];
    });
  return {
    waiting: {
      count: waiting.length,
      files: waiting.slice(0, droppedNamedMax).map(({ name, sizeBytes }) => ({ name, sizeBytes })),
    },
    refused: { count: refused.length, files: refused.slice(0, droppedNamedMax) },
  };
}
