import { readdirSync, readFileSync } from 'node:fs';
import { platformRows } from '../server/platform/database/database.ts';
import type { BenchDatabase } from './bench-database.ts';
import type { ServerProcess } from './processes.ts';

/**
 * CPU time is what a request costs wherever it runs; its wall time also tells of whatever else the machine does.
 * Read from /proc, so these figures are there on Linux alone.
 */
const tickMs = 10;

interface ProcessStat {
  parentPid: number;
  cpuMs: number;
}

/** Null for a process that has ended meanwhile. */
function statOf(pid: number): ProcessStat | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return { parentPid: Number(fields[1]), cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs };
  } catch {
    return null;
  }
}

/** By process those of the PostgreSQL server, which are the children of one, but for what vacuums after a load. */
function serverCpuMs(postmasterPid: number): Map<number, number> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(
    pids.map(Number).flatMap((pid): [number, number][] => {
      const stat = statOf(pid);
      return stat?.parentPid === postmasterPid && !isVacuum(pid) ? [[pid, stat.cpuMs]] : [];
    }),
  );
}

function isVacuum(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('autovacuum');
  } catch {
    return true;
  }
}

/** What processes took since then; one that ended meanwhile took its time with it. */
const grownMs = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number =>
  [...after].reduce((sum, [pid, cpuMs]) => sum + cpuMs - (before.get(pid) ?? 0), 0);

export interface CpuCost {
  portalMs: number;
  postgresMs: number;
}

/** Runs a load and says what one of its requests cost the portal and PostgreSQL; null where nobody can tell. */
export async function withCpu<T extends { requests: number }>(
  database: BenchDatabase,
  portal: ServerProcess,
  load: () => Promise<T>,
): Promise<T & { cpu: CpuCost | null }> {
  const [backend] = await platformRows<{ pid: number }>(database.db, 'SELECT pg_backend_pid() AS pid');
  const postmasterPid = statOf(backend?.pid ?? 0)?.parentPid;
  const portalMs = () => statOf(portal.pid)?.cpuMs ?? 0;
  if (postmasterPid === undefined) return { ...(await load()), cpu: null };
  const before = { portal: portalMs(), postgres: serverCpuMs(postmasterPid) };
  const result = await load();
  return {
    ...result,
    cpu: {
      portalMs: (portalMs() - before.portal) / result.requests,
      postgresMs: grownMs(before.postgres, serverCpuMs(postmasterPid)) / result.requests,
    },
  };
}

export const cpuColumns = ['portal CPU ms', 'PostgreSQL CPU ms'] as const;
export const cpuCells = (cpu: CpuCost | null): string[] =>
  cpu ? [cpu.portalMs.toFixed(2), cpu.postgresMs.toFixed(2)] : ['', ''];
