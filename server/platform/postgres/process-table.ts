import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const hasProcFolder = existsSync('/proc/self/cmdline');
const pollMs = 15;

/**
 * The command line of a living process, or '' where there is none. A zombie has none either, which is
 * right: it still answers kill(pid, 0) until somebody reaps it, yet it runs nothing.
 */
export async function commandLineOf(pid: number): Promise<string> {
  if (!hasProcFolder) {
    const answer = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'command=']).catch(() => null);
    return answer?.stdout.trim() ?? '';
  }
  const raw = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return raw.replaceAll('\0', ' ').trim();
}

/** True for the command line of a postmaster or one of its backends: PostgreSQL writes its cluster's name into each. */
export function belongsToCluster(line: string, clusterName: string): boolean {
  return line.startsWith(`postgres: ${clusterName}:`) || line.includes(` -c cluster_name=${clusterName}`);
}

/** The ids of all processes of a cluster, also of those whose postmaster is gone. */
export async function processesOfCluster(clusterName: string): Promise<number[]> {
  const pids = hasProcFolder
    ? (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
    : (
        await promisify(execFile)('ps', ['-axo', 'pid=']).then(({ stdout }) => stdout.trim().split(/\s+/))
      ).map(Number);
  const lines = await Promise.all(pids.map(async (pid) => ({ pid, line: await commandLineOf(pid) })));
  return lines.filter(({ line }) => belongsToCluster(line, clusterName)).map(({ pid }) => pid);
}

/** Sends a signal; a process that is gone already is what the sender wanted. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Polls until `holds` is true; false when `timeoutMs` went by first. */
export async function until(holds: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > deadline) return false;
    await delay(pollMs);
  }
  return true;
}
