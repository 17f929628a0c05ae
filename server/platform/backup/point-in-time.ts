import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, chown, copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { connected } from '../database/owner-client.ts';
import { type ServerAccount, serverAccount } from '../postgres/account.ts';
import { homeName } from '../postgres/cluster.ts';
import { prepareDataDir } from '../postgres/data-folder.ts';
import { startEmbedded } from '../postgres/embedded.ts';
import { PostgresRefusal } from '../postgres/refusal.ts';
import { walFolder, walRecovery } from '../postgres/wal-archive.ts';
import { basesOf, clusterPart, type FoundBase, keptFiles, passwordPart } from './archive.ts';
import { endWhatWasOpen } from './backup.queries.ts';
import { selectReached } from './base.queries.ts';
import { secretMarkOf } from './manifest.ts';
import { measured } from './measured.ts';
import { assertFolderEmpty, NotRestorable } from './restore.ts';

/** A month of WAL of a busy portal is gone through in less. */
const recoveryMs = 6 * 3_600_000;

export interface MomentTo {
  secret: string;
  dataDir: string;
  folders: readonly string[];
  /** False leaves fsync out, for tests. */
  durable?: boolean;
}

export interface RestoredMoment {
  base: FoundBase;
  /** When the last transaction was committed that is in it; null where none came after the base. */
  reachedAt: Date | null;
}

/** The newest base that is not after the moment. */
function baseFor(bases: readonly FoundBase[], until: Date | null): FoundBase {
  const [oldest] = bases;
  if (!oldest) throw new NotRestorable('The archive has no base: npm run backup -- --base writes one');
  const base = bases.findLast(({ takenAt }) => until === null || new Date(takenAt) <= until);
  if (!base)
    throw new NotRestorable(
      `The archive goes back to ${oldest.takenAt}: nothing of it leads to an earlier moment`,
    );
  return base;
}

async function owned(path: string, account: ServerAccount | null): Promise<void> {
  if (account) await chown(path, account.uid >>> 0, account.gid >>> 0);
}

async function layBase(base: FoundBase, home: string, account: ServerAccount | null): Promise<void> {
  const into = join(home, 'cluster');
  await mkdir(home, { mode: 0o700 });
  if (account) await chmod(home, 0o711);
  for (const folder of ['', ...base.folders]) {
    await mkdir(join(into, folder), { mode: 0o700 });
    await owned(join(into, folder), account);
  }
  for (const { path, sha256 } of base.files) {
    const measure = measured();
    const from = createReadStream(join(base.place, clusterPart, path));
    await pipeline(from, measure, createWriteStream(join(into, path), { mode: 0o600 })).catch(
      (error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? brokenBase(base, path) : error;
      },
    );
    if (measure.result().sha256 !== sha256) throw brokenBase(base, path);
    await owned(join(into, path), account);
  }
  await copyFile(join(base.place, passwordPart), join(home, 'password'));
  await chmod(join(home, 'password'), 0o600);
}

const brokenBase = ({ place }: FoundBase, path: string): NotRestorable =>
  new NotRestorable(`The base at ${place} is broken: ${path} is not as it was written`);

/** Segments that the base needs, where the server's account may read them, whoever owns the archive. */
async function layWal(archive: string, base: FoundBase, into: string, account: ServerAccount | null) {
  await mkdir(into, { mode: 0o700 });
  await owned(into, account);
  for (const name of await readdir(walFolder(archive))) {
    const isSegment = /^[0-9A-F]{24}/.test(name);
    if (name.endsWith('.part') || (isSegment && name.slice(8, 24) < base.segment.slice(8))) continue;
    await copyFile(join(walFolder(archive), name), join(into, name));
    await owned(join(into, name), account);
  }
}

async function layFiles(archive: string, { dataDir, folders }: MomentTo): Promise<void> {
  for (const folder of folders) {
    await mkdir(join(dataDir, folder), { recursive: true, mode: 0o700 });
    for (const name of await readdir(keptFiles(archive, folder)).catch(() => [])) {
      if (name.endsWith('.part')) continue;
      await copyFile(join(keptFiles(archive, folder), name), join(dataDir, folder, name));
      await chmod(join(dataDir, folder, name), 0o600);
    }
  }
}

/** What PostgreSQL says where the kept WAL ends before the moment. */
const endedBefore = /recovery ended before configured recovery target was reached/;

/** Goes through the kept WAL, and ends what was open at the moment. @returns what was reached */
async function recover(until: Date | null, segments: string, to: MomentTo): Promise<Date | null> {
  const server = await startEmbedded(to.dataDir, {
    ...(to.durable !== undefined && { durable: to.durable }),
    further: walRecovery(segments, until),
    readyMs: recoveryMs,
  }).catch((error: unknown) => {
    if (!(error instanceof PostgresRefusal) || !endedBefore.test(error.message) || until === null)
      throw error;
    throw new NotRestorable(
      `The archive ends before ${until.toISOString()}: what it has after its base was all before. ` +
        'Ask for --at newest, or for an earlier moment',
    );
  });
  try {
    return await connected(server.url, async (owner) => {
      const reachedAt = await selectReached(owner);
      await endWhatWasOpen(owner);
      return reachedAt;
    });
  } finally {
    await server.stop();
  }
}

/**
 * Makes an embedded database as it was at a moment (null: at the newest one that is kept) out of its archive, in a folder
 * that has none. Afterwards everybody signs in anew. Where it fails nothing of it stays.
 * @throws NotRestorable, and what PostgreSQL or the disk says
 */
export async function restoreMoment(
  archive: string,
  until: Date | null,
  to: MomentTo,
): Promise<RestoredMoment> {
  const base = baseFor(await basesOf(archive), until);
  if (base.secretMark !== secretMarkOf(to.secret))
    throw new NotRestorable('The secret is not the one of this archive: give the MIZAN_SECRET of its time');
  const account = serverAccount();
  const dataDir = await prepareDataDir(to.dataDir, account);
  const home = join(dataDir, homeName);
  if ((await readdir(dataDir)).some((name) => name.startsWith('postgres-')))
    throw new NotRestorable(
      `${dataDir} has a database: a moment is restored to a new folder and nowhere else`,
    );
  for (const folder of to.folders) await assertFolderEmpty(join(dataDir, folder));
  const segments = join(home, 'segments');
  try {
    await layBase(base, home, account);
    await layWal(archive, base, segments, account);
    await writeFile(join(home, 'cluster', 'recovery.signal'), '', { mode: 0o600 });
    await owned(join(home, 'cluster', 'recovery.signal'), account);
    const reachedAt = await recover(until, segments, { ...to, dataDir });
    await rm(segments, { recursive: true });
    await layFiles(archive, { ...to, dataDir });
    return { base, reachedAt };
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    throw error;
  }
}
