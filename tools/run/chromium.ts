import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Chromium without its windows: the same engine at about half the work. */
const shell = 'chromium-headless-shell';
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findChromium(): string | undefined {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  const folders = ['/usr/bin', ...PATH.split(delimiter)];
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...candidates, ...elsewhere].find(isProgram);
}

function aptGet(...args: string[]): Promise<number> {
  return new Promise((ended) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const child = spawn('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
    child.once('error', () => ended(1));
    child.once('exit', (code) => ended(code ?? 1));
  });
}

const install = (program: string): Promise<number> =>
  aptGet('install', '--yes', '--no-install-recommends', program);

async function installChromium(): Promise<void> {
  console.log('Installing Chromium (apt-get) …');
  if ((await install(shell)) === 0) return;
  // Not every distribution has the shell, and another Chromium serves as well: no run waits for the network for its sake.
  if (findChromium()) return;
  await aptGet('update');
  if ((await install(shell)) !== 0) await install('chromium');
}

/**
 * The path of a Chromium: CHROMIUM_PATH, or one that is installed, the shell before the others, or one from the
 * distribution's packages where we are root and it has them. Undefined where the machine has none.
 */
export async function chromium(): Promise<string | undefined> {
  const mayInstall = process.getuid?.() === 0 && isProgram('/usr/bin/apt-get');
  const isShell = findChromium()?.endsWith(shell) ?? false;
  if (!process.env.CHROMIUM_PATH && !isShell && mayInstall) await installChromium();
  return findChromium();
}
