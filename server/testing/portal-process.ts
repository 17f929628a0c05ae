import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { testSecret } from '../platform/testing/database-names.ts';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));
/** With it a portal ends when its test's process is gone, however that ended. */
const leash = new URL('../../tools/launch/leash.mjs', import.meta.url).href;

/** A portal as a process of its own, as `npm start` runs it. */
export interface PortalProcess {
  process: ChildProcess;
  /** http://127.0.0.1:<port> */
  url: string;
  /** Every line of its log so far. */
  lines: string[];
  /** What it wrote for people. */
  errors: string[];
  /** Resolves with the first line of the log that says so, also when it was written already. */
  logged(message: string): Promise<Record<string, unknown>>;
  /** Sends the signal and answers the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

interface Started extends Omit<PortalProcess, 'url'> {
  exited: Promise<number | null>;
}

/** A run under another clock (`faketime npm test …`, to see tests cross midnight) is one for its portals, too. */
const clockSettings = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_SHARED'] as const;
const sameClock = (): Record<string, string> =>
  Object.fromEntries(clockSettings.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));

/** Starts server/main.ts with this environment and no other, whether it comes up or not. */
export function spawnPortal(env: Record<string, string>): Started {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, ['--import', leash, program], {
    env: { PATH, NODE_COMPILE_CACHE, ...sameClock(), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const lines: string[] = [];
  const errors: string[] = [];
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('a process with pipes has pipes');
  const output = createInterface({ input: stdout });
  output.on('line', (line) => lines.push(line));
  createInterface({ input: stderr }).on('line', (line) => errors.push(line));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const found = (message: string) => lines.find((line) => line.includes(`"msg":"${message}"`));

  async function logged(message: string): Promise<Record<string, unknown>> {
    for (;;) {
      const line = found(message);
      if (line) return JSON.parse(line);
      const next = await Promise.race([once(output, 'line'), exited.then(() => null)]);
      if (next === null && !found(message)) {
        throw new Error(`the portal ended before it said '${message}': ${[...lines, ...errors].join('\n')}`);
      }
    }
  }
  return {
    process: child,
    lines,
    errors,
    exited,
    logged,
    end: (signal = 'SIGTERM') => {
      child.kill(signal);
      return exited;
    },
  };
}

/** The environment of a portal in production on a test's database. */
export const portalEnvironment = (databaseUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  MIZAN_SECRET: testSecret,
  SMTP_URL: 'smtp://127.0.0.1:9',
  PORT: '0',
});

/** Starts a portal and waits until it answers. */
export async function runPortal(env: Record<string, string>): Promise<PortalProcess> {
  const started = spawnPortal(env);
  const { port } = await started.logged('the portal answers');
  return { ...started, url: `http://127.0.0.1:${String(port)}` };
}
