import { spawn } from 'node:child_process';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pRetry from 'p-retry';
import type { ServerAccount } from './account.ts';
import type { Cluster } from './cluster.ts';
import { belongsToCluster, commandLineOf, processesOfCluster, signal, until } from './process-table.ts';
import { PostgresRefusal } from './refusal.ts';

/** Recovery after a crash reads at most max_wal_size of log; two minutes is far above that on slow disks. */
const readyTimeoutMs = 120_000;
const stopTimeoutMs = 30_000;
const leftoverTimeoutMs = 10_000;
const startRetryMs = 100;
const logLimitBytes = 16 * 1024 * 1024;

export interface Postmaster {
  pid: number;
  port: number;
  /** 'starting', 'ready' or 'stopping', as PostgreSQL writes it. */
  state: string;
}

export interface PostmasterOptions {
  binaries: string;
  account: ServerAccount | null;
  clusterName: string;
  settings: string[];
  /** How long its start may take, where it reads more than a crash leaves. */
  readyMs?: number;
}

const pidFileOf = (cluster: Cluster): string => join(cluster.folder, 'postmaster.pid');

/**
 * The server that runs on this cluster, or null. The pid in postmaster.pid is believed only where that
 * process carries the cluster's name: after a crash the number may belong to somebody else by now.
 */
export async function findPostmaster(cluster: Cluster, clusterName: string): Promise<Postmaster | null> {
  const lines = (await readFile(pidFileOf(cluster), 'utf8').catch(() => '')).split('\n');
  const [pid, port, state] = [Number(lines[0]), Number(lines[3]), lines[7]?.trim()];
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (!belongsToCluster(await commandLineOf(pid), clusterName)) return null;
  return { pid, port, state: state || 'starting' };
}

/** Waits out a start or stop under way: the ready server, or null where none runs any more. */
export async function settledPostmaster(cluster: Cluster, clusterName: string): Promise<Postmaster | null> {
  let found: Postmaster | null = null;
  const settled = await until(async () => {
    found = await findPostmaster(cluster, clusterName);
    return found === null || found.state === 'ready';
  }, readyTimeoutMs);
  if (!settled)
    throw new PostgresRefusal(`PostgreSQL was not ready after ${readyTimeoutMs} ms; see ${cluster.logFile}`);
  return found;
}

/**
 * Ends what a killed server left: backends that were busy hold its shared memory, and a new server refuses
 * to start beside them. The stale postmaster.pid goes too, since its number may be in use again.
 */
async function endLeftovers(cluster: Cluster, clusterName: string): Promise<void> {
  const allGone = await until(async () => {
    const left = await processesOfCluster(clusterName);
    for (const pid of left) signal(pid, 'SIGKILL');
    return left.length === 0;
  }, leftoverTimeoutMs);
  if (!allGone)
    throw new PostgresRefusal(`Processes of an earlier PostgreSQL (${clusterName}) could not be ended`);
  await rm(pidFileOf(cluster), { force: true });
}

/** The server's log, begun anew when it grew past its limit; the one before is kept. */
async function openLog(
  logFile: string,
): Promise<{ handle: Awaited<ReturnType<typeof open>>; offset: number }> {
  const size = (await stat(logFile).catch(() => null))?.size ?? 0;
  if (size > logLimitBytes) await rename(logFile, `${logFile}.old`);
  const handle = await open(logFile, 'a', 0o600);
  return { handle, offset: (await handle.stat()).size };
}

async function logSince(logFile: string, offset: number): Promise<string> {
  return (await readFile(logFile)).subarray(offset).toString('utf8').trim();
}

/**
 * What PostgreSQL says (in English, see LC_ALL) of what will pass: a process of the server before that is on its way
 * out has no command line any more by which it could be found, but holds its shared memory and its port until it
 * is gone; and between the choice of a free port and its use another program may have taken it.
 */
const passingObstacle = /pre-existing shared memory block|Address already in use/;

/**
 * Starts a server and waits until it takes connections. `choosePort` is asked before each attempt. The server is a
 * session of its own: it outlives a portal that is killed and does not hear the Ctrl-C meant for it. The caller
 * holds the folder's lock. Throws with what PostgreSQL said when it gave up.
 */
export async function startPostmaster(
  cluster: Cluster,
  choosePort: () => Promise<number> | number,
  options: PostmasterOptions,
): Promise<Postmaster> {
  const tryOnce = async (): Promise<Postmaster> => {
    await endLeftovers(cluster, options.clusterName);
    return startOnce(cluster, await choosePort(), options);
  };
  return pRetry(tryOnce, {
    retries: Number.POSITIVE_INFINITY,
    minTimeout: startRetryMs,
    factor: 1,
    maxRetryTime: leftoverTimeoutMs,
    shouldRetry: ({ error }) => error instanceof PostgresRefusal && passingObstacle.test(error.message),
  });
}

async function startOnce(
  cluster: Cluster,
  port: number,
  { binaries, account, clusterName, settings, readyMs = readyTimeoutMs }: PostmasterOptions,
): Promise<Postmaster> {
  const { handle, offset } = await openLog(cluster.logFile);
  const child = spawn(
    join(binaries, 'bin', 'postgres'),
    ['-D', cluster.folder, '-p', String(port), ...settings],
    {
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', handle.fd, handle.fd],
      detached: true,
      ...account,
    },
  );
  let failure: Error | null = null;
  child.once('error', (error) => (failure = error));
  child.once('exit', () => (failure ??= new Error('it ended before it was ready')));
  child.unref();
  await handle.close();
  let found: Postmaster | null = null;
  await until(async () => {
    found = await findPostmaster(cluster, clusterName);
    return failure !== null || (found?.pid === child.pid && found?.state === 'ready');
  }, readyMs);
  if (failure || !found) {
    const said = await logSince(cluster.logFile, offset);
    throw new PostgresRefusal(`PostgreSQL did not start: ${said || failure}`, { cause: failure });
  }
  return found;
}

/** Stops the server in order (sessions end, a checkpoint is written); at once where it does not comply in time. */
export async function stopPostmaster(cluster: Cluster, clusterName: string): Promise<void> {
  const gone = async (): Promise<boolean> => (await findPostmaster(cluster, clusterName)) === null;
  const found = await findPostmaster(cluster, clusterName);
  if (!found) return;
  signal(found.pid, 'SIGINT');
  if (await until(gone, stopTimeoutMs)) return;
  signal(found.pid, 'SIGQUIT');
  await until(gone, stopTimeoutMs);
}
