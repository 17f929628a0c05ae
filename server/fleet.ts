import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Logger } from './platform/log.ts';

const terminalProgram = fileURLToPath(new URL('../terminal/main.ts', import.meta.url));
const restartMs = 2_000;
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
 * when it ends by itself. Its standard input is a pipe: where the portal is killed the pipe closes, and the
 * terminals end too instead of going on without anybody.
 */
export function startFleet({ fleetFile, stateDir, portalUrl, log }: FleetOptions): Fleet {
  const address = new URL(portalUrl);
  address.protocol = 'ws:';
  const args = ['--fleet', fleetFile, '--state-dir', stateDir, '--url', address.href, '--while-stdin-open'];
  let child: ChildProcess | null = null;
  let restart: NodeJS.Timeout | undefined;
  let isStopping = false;

  function run(): void {
    child = spawn(process.execPath, [terminalProgram, ...args], { stdio: ['pipe', 'ignore', 'inherit'] });
    child.stdin?.on('error', () => undefined);
    child.once('error', (error) => log.error({ err: error }, 'the demo terminals could not be started'));
    child.once('exit', (code, signal) => {
      child = null;
      if (isStopping) return;
      log.warn({ exitCode: code, signal }, 'the demo terminals ended; starting them again');
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
