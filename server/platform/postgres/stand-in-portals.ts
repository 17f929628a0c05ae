import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Cluster, openCluster } from './cluster.ts';
import { clusterNameOf } from './data-folder.ts';
import { folderOfTests } from './memory-folder.ts';
import { findPostmaster } from './postmaster.ts';
import { processesOfCluster, signal } from './process-table.ts';

const script = fileURLToPath(new URL('portal-stand-in.ts', import.meta.url));

export interface StandIn {
  url: string;
  /** Resolves with the next line it prints that contains `text`. */
  says(text: string): Promise<string>;
  kill(): Promise<void>;
  leave(): Promise<void>;
}

/** A new folder that PostgreSQL's account may pass through. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(await folderOfTests(), 'mizan-embedded-'));
  await chmod(folder, 0o711);
  return folder;
}

const running = new Set<ChildProcess>();

/** Ends the stand-ins, whatever still runs on the folder, and the folder. */
export async function removeFolder(folder: string): Promise<void> {
  await Promise.all([...running].map((child) => endOf(child, 'SIGKILL')));
  running.clear();
  const name = clusterNameOf(folder);
  for (const pid of await processesOfCluster(name)) signal(pid, 'SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

async function endOf(child: ChildProcess, name: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(name);
  await exited;
}

/** A portal in a process of its own on `folder`; rejects where it ends before it runs. */
export async function standIn(folder: string): Promise<StandIn> {
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  const lines = createInterface({ input: child.stdout });
  const says = (text: string): Promise<string> =>
    new Promise((heard, failed) => {
      child.once('exit', (code) => failed(new Error(`the stand-in ended with ${code}`)));
      lines.on('line', (line) => line.includes(text) && heard(line));
    });
  const url = await says('postgres://');
  return { url, says, kill: () => endOf(child, 'SIGKILL'), leave: () => endOf(child, 'SIGTERM') };
}

/** The cluster that stand-ins made in `folder`. */
export const clusterIn = (folder: string): Promise<Cluster> =>
  openCluster(folder, { binaries: '', account: null, durable: false });

/** The id of the server that runs on `folder`, or null. */
export async function serverPid(folder: string): Promise<number | null> {
  const found = await findPostmaster(await clusterIn(folder), clusterNameOf(folder));
  return found?.pid ?? null;
}

/** One statement on a connection of its own. */
export async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
