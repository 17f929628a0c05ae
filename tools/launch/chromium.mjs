import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of a Chromium on this machine (CHROMIUM_PATH first), or undefined. */
export function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH;
  const folders = ['/usr/bin', ...(env.PATH ?? '').split(delimiter)];
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...candidates, ...elsewhere].find(isProgram);
}

function run(program, args) {
  return new Promise((ended) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
    child.once('error', () => ended(1));
    child.once('exit', (code) => ended(code ?? 1));
  });
}

/** Installs Chromium from the distribution where we may. */
async function installChromium() {
  if (process.getuid?.() !== 0 || !isProgram('/usr/bin/apt-get')) return;
  console.log('Installing Chromium (apt-get) …');
  const install = ['install', '--yes', '--no-install-recommends', 'chromium'];
  if ((await run('/usr/bin/apt-get', install)) === 0) return;
  await run('/usr/bin/apt-get', ['update']);
  await run('/usr/bin/apt-get', install);
}

/** Finds or installs the browser of the browser tests; a machine without one is a failure with a reason. */
export async function chromiumStep() {
  if (!findChromium()) await installChromium();
  const path = findChromium();
  if (path) return { outcome: { passed: 0, failed: 0 }, path };
  console.log('✗ chromium: none found; install it or set CHROMIUM_PATH');
  return { outcome: { passed: 0, failed: 1 }, path: undefined };
}
