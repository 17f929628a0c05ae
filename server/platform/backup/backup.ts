import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, link, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { ZipFile } from 'yazl';
import type { Clock } from '../clock.ts';
import { selectUnread } from '../database/burdens.queries.ts';
import { ownerClient } from '../database/owner-client.ts';
import {
  beginReading,
  copyOut,
  countTables,
  selectMigrations,
  selectQueueVersion,
  selectSequences,
  selectTables,
} from './backup.queries.ts';
import { flush, ifGone } from './files.ts';
import {
  type BackedUpFile,
  filePart,
  type Manifest,
  manifestName,
  manifestShape,
  secretMarkOf,
  tablePart,
} from './manifest.ts';
import { type Measure, measured } from './measured.ts';

export interface BackupOf {
  ownerUrl: string;
  secret: string;
  dataDir: string;
  /** Folders below dataDir whose files the rows speak of. */
  folders: readonly string[];
  clock: Clock;
  version: string;
}

/** Why no backup was written, in one line for people. */
export class NotBackedUp extends Error {
  override readonly name = 'NotBackedUp';
}

/** Writes one part after the other, each measured as it passes. */
function writerOf(zip: ZipFile) {
  return async (part: string, source: Readable, mtime: Date): Promise<Measure> => {
    const measure = measured();
    zip.addReadStream(measure, part, { mtime });
    await pipeline(source, measure, { end: true });
    return measure.result();
  };
}

/** Of a file that went away meanwhile nothing is written: its row says by now what became of it, or will. */
async function openIfThere(path: string): Promise<Readable | null> {
  const handle = await open(path).catch(ifGone(null));
  return handle && createReadStream(path, { fd: handle });
}

async function writeFolder(
  write: ReturnType<typeof writerOf>,
  { dataDir, clock }: BackupOf,
  folder: string,
  known: Map<string, BackedUpFile>,
): Promise<void> {
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(ifGone([]));
  for (const entry of entries) {
    const part = filePart({ folder, name: entry.name });
    if (!entry.isFile() || known.has(part)) continue;
    const source = await openIfThere(join(dataDir, folder, entry.name));
    if (!source) continue;
    const { bytes, sha256 } = await write(part, source, clock.now());
    known.set(part, { folder, name: entry.name, bytes, sha256 });
  }
}

async function writeParts(zip: ZipFile, owner: pg.Client, of: BackupOf): Promise<Manifest> {
  const write = writerOf(zip);
  const files = new Map<string, BackedUpFile>();
  // Before the rows, because a file that is done with goes; and after them, because new ones come.
  for (const folder of of.folders) await writeFolder(write, of, folder, files);
  await beginReading(owner);
  const takenAt = of.clock.now();
  const migrations = await selectMigrations(owner);
  const tables: Manifest['tables'] = [];
  for (const table of await selectTables(owner)) {
    const { lines, sha256 } = await write(tablePart(table.name), copyOut(owner, table), takenAt);
    tables.push({ ...table, rows: lines, sha256 });
  }
  const queueVersion = await selectQueueVersion(owner);
  const sequences = await selectSequences(owner);
  await owner.query('COMMIT');
  for (const folder of of.folders) await writeFolder(write, of, folder, files);
  return manifestShape.parse({
    format: 1,
    version: of.version,
    takenAt: takenAt.toISOString(),
    secretMark: secretMarkOf(of.secret),
    migrations,
    queueVersion,
    tables,
    sequences,
    files: [...files.values()],
  });
}

async function writeArchive(path: string, of: BackupOf): Promise<Manifest> {
  const owner = ownerClient(of.ownerUrl);
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  // Heard of below, where the work that failed first is told of.
  written.catch(() => undefined);
  try {
    await owner.connect();
    if ((await countTables(owner)) === 0)
      throw new NotBackedUp('There is nothing to back up: no portal ever started here');
    // Where its owner may not read a table, COPY writes no row of it and says nothing.
    if ((await selectUnread(owner)).length > 0)
      throw new NotBackedUp('The database is of an older version: start this one once, then back it up');
    const working = writeParts(zip, owner, of);
    working.catch(() => undefined);
    // A disk that is full ends the writing, and nothing would ever ask for the rest of the rows.
    const manifest = await Promise.race([working, written.then(() => working)]);
    zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 2)), manifestName);
    zip.end();
    await written;
    await flush(path);
    return manifest;
  } finally {
    (zip.outputStream as Readable).destroy();
    await owner.end().catch(() => undefined);
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Writes everything that a portal keeps to one ZIP archive: every row of every table as it was at one moment, and the
 * files that rows speak of. The portal may run meanwhile. The file is there whole or not at all, readable by its owner
 * alone. The secret is not in it.
 * @throws NotBackedUp, and what the database or the disk says
 */
export async function backUp(of: BackupOf, to: string): Promise<Manifest> {
  if (await isThere(to)) throw new NotBackedUp(`There is a file already: ${to}`);
  const draft = `${to}.${randomUUID()}.part`;
  try {
    const manifest = await writeArchive(draft, of);
    await link(draft, to);
    await flush(dirname(to));
    return manifest;
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new NotBackedUp(`There is a file already: ${to}`);
    if (path === draft) throw new NotBackedUp(`The backup cannot be written: ${message}`);
    throw error;
  } finally {
    // Where nothing could be written there is nothing to remove, and why it could not is what is told.
    await rm(draft, { force: true }).catch(() => undefined);
  }
}
