import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function holderOf(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8')) || null;
  } catch {
    return null;
  }
}

/** A pid may have been given to something else since; where the system tells, only a fleet counts. */
function isFleet(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('terminal');
  } catch {
    return true;
  }
}

/** One process for each folder of journals: two would answer for the same terminals. Answers the other's pid. */
export function takeStateDir(stateDir: string): { release: () => void } | { heldBy: number } {
  mkdirSync(stateDir, { recursive: true });
  const file = join(stateDir, 'fleet.pid');
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return { release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const pid = holderOf(file);
    if (pid !== null && pid !== process.pid && isFleet(pid)) return { heldBy: pid };
    rmSync(file, { force: true });
  }
}
