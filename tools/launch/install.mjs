import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from './refusal.mjs';

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean }} Entry
 * @typedef {Record<string, Entry>} Packages
 */

/**
 * @param {string} file a lock file of npm
 * @returns {Promise<Packages | null>} null where there is none that can be read
 */
async function packagesIn(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8')).packages ?? {};
  } catch {
    return null;
  }
}

/**
 * Whether node_modules holds what the lock names. npm keeps a lock of its own inside; its contents are
 * compared, because the times of files say little after a clone or a checkout. Optional packages are those
 * of other machines and may be absent; one that is there has to be of the right version.
 * @param {Packages | null} locked
 * @param {Packages | null} installed
 */
export function isInstalled(locked, installed) {
  if (!locked || !installed) return false;
  return Object.entries(locked).every(([path, wanted]) => {
    if (!path.includes('node_modules/') || wanted.link) return true;
    const found = installed[path];
    if (!found) return Boolean(wanted.optional || wanted.devOptional || wanted.peer);
    return found.version === wanted.version;
  });
}

/** The npm that called us, or the one on the PATH. */
function npmCommand() {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js')
    ? { program: process.execPath, first: [script] }
    : { program: 'npm', first: [] };
}

/**
 * Runs `npm ci` where node_modules is absent or differs from the lock.
 * @param {string} root
 */
export async function ensureInstalled(root) {
  const locked = await packagesIn(join(root, 'package-lock.json'));
  if (isInstalled(locked, await packagesIn(join(root, 'node_modules/.package-lock.json')))) return;
  console.log('Installing the locked packages (npm ci) …');
  const { program, first } = npmCommand();
  // npm warns of engines: it asks for the machine's Node, while everything runs on the pinned one.
  const args = [
    ...first,
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const code = await new Promise((ended, failed) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', failed);
    child.once('exit', (exitCode) => ended(exitCode ?? 1));
  }).catch((error) => {
    throw new Refusal(`npm could not be started: ${error.message}`);
  });
  if (code !== 0) throw new Refusal(`npm ci ended with ${code}; the packages are not installed`);
}
