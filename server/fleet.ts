import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Logger } from './platform/log.ts';

const terminalProgram = fileURLToPath(new URL('../terminal/main.ts', import.meta.url));
/** Also how soon this portal's terminals take over where those of another one on the same folder ended. */
const restartMs = 3_000;
const stopWithinMs = 5_000;

export interface FleetOptions {
  /** Which terminals, as the demo data wrote them. */
  fleetFile: string;
  /** Where they keep their keys and journals. */
  stateDir: string;
  /** The portal's own address on loopback. */
  portalUrl: URL;
  log: Logger;
}

export interface Fleet {
  stop(): Promise<void>;
}

/**
 * Runs the demo's simulated terminals as a process of their own, as real ones would be, and brings it back
 * when it ends. It holds a channel to this process: where the portal is killed the channel closes and the
 * terminals end too. Of two portals on one folder the first one's terminals run, and the other's wait.
 */
export function startFleet({ fleetFile, stateDir, portalUrl, log }: FleetOptions): Fleet {
  const args = [terminalProgram, '--fleet', fleetFile, '--state-dir', stateDir, '--url', portalUrl.origin];
  let child: ChildProcess | null = null;
  let restart: NodeJS.Timeout | undefined;
  let isStopping = false;

  function run(): void {
    child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    child.once('error', (error) => log.error({ err: error }, 'the demo terminals could not be started'));
    child.once('exit', (exitCode, signal) => {
      child = null;
      if (isStopping) return;
      log[exitCode === 0 ? 'debug' : 'warn'](
        { exitCode, signal },
        'the demo terminals ended; starting them again',
      );
      restart = setTimeout(run, restartMs);
    });
  }

  run();
  return {
    async stop() {
      isStopping = true;
      clearTimeout(restart);
      if (!child) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const late = setTimeout(() => child?.kill('SIGKILL'), stopWithinMs);
      await ended;
      clearTimeout(late);
    },
  };
}
