import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '../server/platform/postgres/free-port.ts';
import { benchSecret } from './bench-database.ts';

/** A server of its own process, so that its work and the load's are told apart by the machine. */
export interface ServerProcess {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** A bare Node server that answers `bodyBytes` to everything. */
export async function startBareServer(bodyBytes: number): Promise<ServerProcess> {
  const child = spawn(process.execPath, [fileOf('./bare-server.ts'), String(bodyBytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { port: Number(line), pid: child.pid ?? 0, stop: () => stopChild(child) };
}

const answerWithinMs = 60_000;
const askEveryMs = 100;

/** A portal on the bench's database, as production runs it: DATABASE_URL, no demo. */
export async function startPortalProcess(databaseUrl: string, dataDir: string): Promise<ServerProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [fileOf('../server/main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      MIZAN_SECRET: benchSecret,
      // Nothing listens there and nothing is mailed.
      SMTP_URL: 'smtp://127.0.0.1:9',
      MIZAN_DEMO: '0',
      LOG_LEVEL: 'warn',
      // One session asks as fast as it is answered: what is measured is the work and not the limit.
      SESSION_CALLS_PER_MINUTE: '999999999',
    },
  });
  const deadline = performance.now() + answerWithinMs;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null);
    if (answer?.ok) return { port, pid: child.pid ?? 0, stop: () => stopChild(child) };
    if (child.exitCode !== null) throw new Error(`the portal ended with ${child.exitCode}`);
    if (performance.now() > deadline) throw new Error('the portal does not answer');
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
}
