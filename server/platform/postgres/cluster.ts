import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ServerAccount } from './account.ts';
import { PostgresRefusal } from './refusal.ts';

/** The name carries PostgreSQL's major version: a later one cannot open these files. */
export const homeName = 'postgres-18';
const passwordBytes = 24;

/** The role that initdb makes; it keeps the server, the portal's own data belongs to ownerRole. */
export const keeperRole = 'postgres';
/** Owner of the schema: no superuser, so that what works here works on a DATABASE_URL too. */
export const ownerRole = 'mizan';
export const databaseName = 'mizan';

export interface Cluster {
  /** PostgreSQL's own data folder. */
  folder: string;
  /** One random password for the keeper and the owner, kept in a file of mode 0600. */
  password: string;
  portFile: string;
  logFile: string;
}

interface CreateOptions {
  binaries: string;
  account: ServerAccount | null;
  /** False leaves fsync out: for tests, whose data nobody misses after a power cut. */
  durable: boolean;
}

async function initdb(home: string, options: CreateOptions): Promise<void> {
  const { binaries, account, durable } = options;
  const [folder, passwordFile] = [join(home, 'cluster'), join(home, 'password')];
  const draft = join(home, 'password.initdb');
  const password = randomBytes(passwordBytes).toString('base64url');
  await writeFile(passwordFile, password, { mode: 0o600 });
  await writeFile(draft, password, { mode: 0o600 });
  await mkdir(folder, { mode: 0o700 });
  if (account) {
    await chmod(home, 0o711);
    // macOS calls nobody -2, which chown wants without its sign.
    for (const path of [folder, draft]) await chown(path, account.uid >>> 0, account.gid >>> 0);
  }
  const settings = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  await promisify(execFile)(
    join(binaries, 'bin', 'initdb'),
    [`--pgdata=${folder}`, `--username=${keeperRole}`, `--pwfile=${draft}`, '--auth=scram-sha-256'].concat(
      settings,
      '--no-instructions',
      durable ? [] : ['--no-sync'],
    ),
    { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }, ...account },
  );
  await rm(draft);
}

/**
 * The cluster of a data folder, made on first use. It is built under another name and renamed, so that
 * a start that was cut short leaves nothing half made. The caller holds the folder's lock.
 */
export async function openCluster(dataDir: string, options: CreateOptions): Promise<Cluster> {
  const home = join(dataDir, homeName);
  if (!(await stat(home).catch(() => null))) {
    const unfinished = (await readdir(dataDir)).filter((name) => name.startsWith(`${homeName}.new-`));
    for (const name of unfinished) await rm(join(dataDir, name), { recursive: true, force: true });
    const draft = `${home}.new-${randomBytes(6).toString('hex')}`;
    await mkdir(draft, { mode: 0o700 });
    try {
      await initdb(draft, options);
      await rename(draft, home);
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      const said = (error as { stderr?: string }).stderr?.trim();
      throw new PostgresRefusal(
        `PostgreSQL could not make its data folder in ${dataDir}${said ? `: ${said}` : ''}`,
        {
          cause: error,
        },
      );
    }
  }
  return {
    folder: join(home, 'cluster'),
    password: (await readFile(join(home, 'password'), 'utf8')).trim(),
    portFile: join(home, 'port'),
    logFile: join(home, 'server.log'),
  };
}
