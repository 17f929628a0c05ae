import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { type Burden, selectForced, selectForeignKeys, selectTriggers } from '../database/burdens.queries.ts';
import { knownMigrations, migrate } from '../database/migrate.ts';
import { connected } from '../database/owner-client.ts';
import { ensureRoles } from '../database/roles.ts';
import { migrateJobs } from '../jobs/job-schema.ts';
import {
  copyIn,
  countTables,
  emptyTables,
  endWhatWasOpen,
  selectQueueVersion,
  selectTables,
  setSequence,
} from './backup.queries.ts';
import { ifGone } from './files.ts';
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

/** Why a backup is not taken back, in one line for people. Nothing was changed but that schemas may stand empty. */
export class NotRestorable extends Error {
  override readonly name = 'NotRestorable';
}

interface Archive {
  manifest: Manifest;
  part(name: string): Promise<Readable>;
  close(): void;
}

const broken = (what: string): NotRestorable => new NotRestorable(`The backup is broken: ${what}`);

async function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>)
    chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function manifestOf(zip: ZipFile, entry: Entry | undefined): Promise<Manifest> {
  if (!entry) throw broken(`it has no ${manifestName}, so it was not written to its end`);
  try {
    return manifestShape.parse(JSON.parse(await textOf(zip, entry)));
  } catch {
    throw broken(`its ${manifestName} is not one of this program, or of a newer one`);
  }
}

async function openArchive(from: string): Promise<Archive> {
  const zip = await openPromise(from, { autoClose: false, lazyEntries: true }).catch((error: Error) => {
    throw new NotRestorable(`No backup could be read from ${from}: ${error.message}`);
  });
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    const manifest = await manifestOf(zip, entries.get(manifestName));
    return {
      manifest,
      part: async (name) => {
        const entry = entries.get(name);
        if (!entry) throw broken(`${name} is missing`);
        return zip.openReadStreamPromise(entry);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Refused before anything is touched: another secret, a newer program, migrations that are not ours. */
async function assertOurs({ manifest }: Archive, secret: string): Promise<void> {
  if (manifest.secretMark !== secretMarkOf(secret)) {
    throw new NotRestorable(
      'The secret is not the one of this backup: give the MIZAN_SECRET of its time. Without it sign-in keys, ' +
        'credentials and seals in it open nothing, and the backup is of no use',
    );
  }
  const known = new Map((await knownMigrations()).map(({ number, hash }) => [number, hash]));
  for (const { number, hash } of manifest.migrations) {
    if (!known.has(number)) {
      throw new NotRestorable(
        `The backup is of version ${manifest.version}, which is newer: this program does not know migration ${number}`,
      );
    }
    if (known.get(number) !== hash)
      throw new NotRestorable(`Migration ${number} of the backup is not the one of this program`);
  }
}

async function assertEmpty(ownerUrl: string): Promise<void> {
  const tables = await connected(ownerUrl, countTables);
  if (tables > 0) {
    throw new NotRestorable(
      `The database is not empty (${tables} tables): a backup goes to a new database and nowhere else`,
    );
  }
}

function assertSame(part: string, was: { sha256: string }, is: Measure): void {
  if (was.sha256 !== is.sha256) throw broken(`${part} is not as it was written`);
}

async function loadTables(owner: pg.Client, archive: Archive): Promise<void> {
  const { manifest } = archive;
  const here = new Set((await selectTables(owner)).map(({ name }) => name));
  const names = manifest.tables.map(({ name }) => name);
  const unknown = names.find((name) => !here.has(name));
  if (unknown !== undefined) throw broken(`there is no table ${unknown} in its version`);
  await emptyTables(owner, [...here]);
  for (const table of manifest.tables) {
    const measure = measured();
    const rows = await archive.part(tablePart(table.name));
    const into = copyIn(owner, table);
    await pipeline(rows, measure, into);
    assertSame(tablePart(table.name), table, measure.result());
    if (into.rowCount !== table.rows)
      throw broken(`${table.name} had ${table.rows} rows and gave ${into.rowCount ?? 0}`);
  }
  for (const sequence of manifest.sequences) await setSequence(owner, sequence);
}

/** What binds the tables is put down, their rows come, it is taken up again: and with it every foreign key is looked at. */
async function load(owner: pg.Client, archive: Archive): Promise<void> {
  if ((await selectQueueVersion(owner)) !== archive.manifest.queueVersion) {
    throw new NotRestorable(
      `The backup's job queue is of another version: restore it with Mizan ${archive.manifest.version}, then upgrade`,
    );
  }
  const tables = (await selectTables(owner)).map(({ name }) => name);
  const burdens: Burden[] = [
    ...(await selectForced(owner, tables)),
    ...(await selectTriggers(owner, tables)),
    ...(await selectForeignKeys(owner, tables)),
  ];
  await owner.query('BEGIN');
  try {
    for (const { drop } of burdens) await owner.query(drop);
    await loadTables(owner, archive);
    await endWhatWasOpen(owner);
    for (const { make } of burdens.toReversed()) await owner.query(make);
    await owner.query('COMMIT');
  } catch (error) {
    await owner.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function writeFile(archive: Archive, file: BackedUpFile, dataDir: string): Promise<void> {
  const measure = measured();
  const path = join(dataDir, file.folder, file.name);
  await pipeline(
    await archive.part(filePart(file)),
    measure,
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
  try {
    assertSame(filePart(file), file, measure.result());
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function writeFiles(archive: Archive, dataDir: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) await mkdir(join(dataDir, folder), { recursive: true, mode: 0o700 });
  for (const file of archive.manifest.files) await writeFile(archive, file, dataDir);
}

async function assertFoldersEmpty({ manifest }: Archive, dataDir: string, folders: readonly string[]) {
  const foreign = manifest.files.find(({ folder }) => !folders.includes(folder));
  if (foreign) throw broken(`it has files for ${foreign.folder}, which this program does not know`);
  for (const folder of folders) await assertFolderEmpty(join(dataDir, folder));
}

/** A folder that is not there is empty too. */
export async function assertFolderEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch(ifGone([]));
  if (names.length > 0) throw new NotRestorable(`${folder} is not empty`);
}

export interface RestoreTo {
  ownerUrl: string;
  secret: string;
  dataDir: string;
  folders: readonly string[];
}

/**
 * Takes a backup back into an empty database and empty folders. All of its rows come in one transaction or none; every
 * part is held against its hash, every table against its count. Afterwards everybody signs in anew. The database is as
 * old as the backup's program; the next start migrates it.
 * @throws NotRestorable, and what the database or the disk says
 */
export async function restore(from: string, to: RestoreTo): Promise<Manifest> {
  const archive = await openArchive(from);
  try {
    const { manifest } = archive;
    await assertOurs(archive, to.secret);
    await assertEmpty(to.ownerUrl);
    await assertFoldersEmpty(archive, to.dataDir, to.folders);
    await ensureRoles(to.ownerUrl, to.secret);
    await migrate(to.ownerUrl, { upTo: manifest.migrations.at(-1)?.number ?? 0 });
    await migrateJobs(to.ownerUrl);
    await connected(to.ownerUrl, (owner) => load(owner, archive));
    await writeFiles(archive, to.dataDir, to.folders);
    return manifest;
  } finally {
    archive.close();
  }
}
