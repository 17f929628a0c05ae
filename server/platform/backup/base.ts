import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { connected } from '../database/owner-client.ts';
import type { Cluster } from '../postgres/cluster.ts';
import { walFolder } from '../postgres/wal-archive.ts';
import {
  type Base,
  baseManifest,
  baseName,
  basesFolder,
  basesOf,
  clusterPart,
  keptFiles,
  passwordPart,
} from './archive.ts';
import { countTables } from './backup.queries.ts';
import { NotBackedUp } from './backup.ts';
import { beginBase, endBase, selectArchiver } from './base.queries.ts';
import { flush, ifGone } from './files.ts';
import { keepFiles } from './keep-files.ts';
import { secretMarkOf } from './manifest.ts';
import { measured } from './measured.ts';

/** What a server makes anew at its start, or would take for its own: as PostgreSQL's manual lists it for base backups. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const leftOut = /^(?:postmaster\.(?:pid|opts)|backup_label|backup_manifest|pg_internal\.init.*|pgsql_tmp.*)$/;
/** Last, because it says from where to go on. */
const controlFile = 'global/pg_control';
/** Tells PostgreSQL that these files are of a copy, and where its WAL begins. */
const labelFile = 'backup_label';

export interface BaseOf {
  ownerUrl: string;
  keeperUrl: string;
  cluster: Cluster;
  archive: string;
  secret: string;
  dataDir: string;
  /** Folders below dataDir whose files rows speak of. */
  folders: readonly string[];
  version: string;
}

interface Tree {
  folders: string[];
  files: string[];
}

/** Folders and files below a folder of the server, as paths from it. Temporary tables of sessions stay behind. */
async function treeOf(root: string): Promise<Tree> {
  const tree: Tree = { folders: [], files: [] };
  const visit = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(root, below), { withFileTypes: true }).catch(ifGone([]))) {
      const path = join(below, entry.name);
      if (leftOut.test(entry.name) || path === controlFile) continue;
      if (!entry.isDirectory()) tree.files.push(path);
      else {
        tree.folders.push(path);
        if (!emptied.has(path)) await visit(path);
      }
    }
  };
  await visit('');
  tree.files.push(controlFile);
  return tree;
}

async function copyMeasured(from: string, to: string): Promise<{ bytes: number; sha256: string } | null> {
  const source = await open(from).catch(ifGone(null));
  if (!source) return null;
  const measure = measured();
  await pipeline(
    createReadStream(from, { fd: source }),
    measure,
    createWriteStream(to, { mode: 0o600, flush: true }),
  );
  const { bytes, sha256 } = measure.result();
  return { bytes, sha256 };
}

async function copyCluster({ cluster }: BaseOf, into: string): Promise<Pick<Base, 'folders' | 'files'>> {
  const { folders, files } = await treeOf(cluster.folder);
  await mkdir(into, { mode: 0o700 });
  for (const folder of folders) await mkdir(join(into, folder), { mode: 0o700 });
  const copied: Base['files'] = [];
  for (const path of files) {
    const measure = await copyMeasured(join(cluster.folder, path), join(into, path));
    if (measure) copied.push({ path, ...measure });
  }
  return { folders, files: copied };
}

/** The copy between its begin and its end. Where it fails the session ends, and PostgreSQL forgets that it began. */
async function writeBase(of: BaseOf, keeper: pg.Client, draft: string): Promise<Base> {
  const into = join(draft, clusterPart);
  const segment = await beginBase(keeper);
  const parts = await copyCluster(of, into);
  const { label, endedAt } = await endBase(keeper);
  await writeFile(join(into, labelFile), label, { mode: 0o600, flush: true });
  const sha256 = createHash('sha256').update(label).digest('hex');
  await writeFile(join(draft, passwordPart), of.cluster.password, { mode: 0o600, flush: true });
  return {
    format: 1,
    version: of.version,
    takenAt: endedAt.toISOString(),
    segment,
    secretMark: secretMarkOf(of.secret),
    folders: parts.folders,
    files: [...parts.files, { path: labelFile, bytes: Buffer.byteLength(label), sha256 }],
  };
}

/**
 * Copies the files of an embedded server that runs, and of the portal's own folders, into its archive: from there the
 * server can be brought to any later moment whose WAL is kept. It is there whole or not at all.
 * @throws NotBackedUp, and what the database or the disk says
 */
export async function takeBase(of: BaseOf): Promise<Base> {
  const bases = basesFolder(of.archive);
  await mkdir(bases, { recursive: true, mode: 0o700 });
  const draft = join(bases, `${randomUUID()}.part`);
  await mkdir(draft, { mode: 0o700 });
  try {
    if ((await connected(of.ownerUrl, countTables)) === 0)
      throw new NotBackedUp('There is nothing to back up: no portal ever started here');
    const base = await connected(of.keeperUrl, async (keeper) => {
      if (!(await selectArchiver(keeper)).on)
        throw new NotBackedUp(
          'The database runs without an archive: stop every portal, and start one with WAL_ARCHIVE',
        );
      return writeBase(of, keeper, draft);
    });
    await writeFile(join(draft, baseManifest), JSON.stringify(base), { mode: 0o600, flush: true });
    await flush(draft);
    for (const folder of of.folders) await keepFiles(of.archive, of.dataDir, folder);
    await rename(draft, join(bases, baseName(new Date(base.takenAt))));
    await flush(dirname(draft));
    return base;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * Removes all but the newest bases, and what none of those needs: segments before their first, and files that went
 * before it. @returns how many bases went
 */
export async function keepNewest(of: Pick<BaseOf, 'archive' | 'folders'>, most: number): Promise<number> {
  const bases = await basesOf(of.archive);
  const oldest = bases.at(-most) ?? bases[0];
  const gone = bases.slice(0, -most);
  if (!oldest || gone.length === 0) return 0;
  for (const { place } of gone) await rm(place, { recursive: true });
  // The first eight figures are the timeline: of another one nothing is judged here.
  const isNeeded = (name: string): boolean =>
    name.slice(0, 8) !== oldest.segment.slice(0, 8) || name.slice(0, 24) >= oldest.segment;
  for (const name of await readdir(walFolder(of.archive)))
    if (/^[0-9A-F]{24}/.test(name) && !isNeeded(name)) await rm(join(walFolder(of.archive), name));
  for (const folder of of.folders) {
    for (const name of await readdir(keptFiles(of.archive, folder)).catch(() => [])) {
      const path = join(keptFiles(of.archive, folder), name);
      const { mtime } = await stat(path);
      if (mtime < new Date(oldest.takenAt)) await rm(path);
    }
  }
  return gone.length;
}
