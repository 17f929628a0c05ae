import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fleetOf, startFleet } from './fleet.ts';
import { openIdentity } from './identity.ts';
import { readOptions } from './options.ts';
import { takeStateDir } from './state-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mizan-fleet-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const optionsOf = (...args: string[]) => {
  const options = readOptions(['--state-dir', folder, ...args], folder);
  if (!options) throw new Error('no options');
  return options;
};
const [first, second, third] = ['88500001', '88500002', '88500003'];

test('the file’s terminals come first, then those of the command line, then those the folder knows; each once', () => {
  const file = join(folder, 'terminals.json');
  writeFileSync(
    file,
    JSON.stringify([{ tid: first, serial: 'A1', model: 'A920', enrolCode: 'K7QW-2MXP-9RTA' }]),
  );
  openIdentity(join(folder, third, 'identity.json'), { tid: third, serial: 'C3', model: 'A77' });
  openIdentity(join(folder, first, 'identity.json'), { tid: first, serial: 'A1', model: 'A920' });
  const args = ['--fleet', file, '--enrol', `${second}:PAIR-0002`];
  const named = (options: ReturnType<typeof optionsOf>) =>
    fleetOf(options).map(({ tid, enrolCode }) => [tid, enrolCode]);
  expect(named(optionsOf(...args))).toEqual([
    [first, 'K7QW-2MXP-9RTA'],
    [second, 'PAIR-0002'],
    [third, null],
  ]);
  expect(named(optionsOf(...args, '--count', '1'))).toHaveLength(1);
});

test('a fleet file that is none is one sentence', () => {
  const file = join(folder, 'terminals.json');
  writeFileSync(file, '[{"serial":"A1"}]');
  expect(() => fleetOf(optionsOf('--fleet', file))).toThrow(
    /fleet file .* cannot be read: an entry has no tid/,
  );
});

test('an identity is made once: the same key after a restart', () => {
  const file = join(folder, first, 'identity.json');
  const made = openIdentity(file, { tid: first, serial: 'A1', model: 'A920' });
  made.setEnrolled();
  const again = openIdentity(file, { tid: first, serial: 'other', model: 'other' });
  expect(again).toMatchObject({ publicKey: made.publicKey, serial: 'A1', enrolled: true });
});

test('a folder of journals belongs to one process; one that was killed leaves it free', async () => {
  const program = fileURLToPath(new URL('main.ts', import.meta.url));
  const args = ['--state-dir', folder, '--enrol', `${first}:PAIR-0001`, '--url', 'http://127.0.0.1:9'];
  const child = spawn(process.execPath, [program, ...args], { stdio: 'ignore' });
  const pidFile = () => readFileSync(join(folder, 'fleet.pid'), 'utf8');
  await expect.poll(() => Number(pidFile()), { timeout: 10_000 }).toBe(child.pid);
  expect(takeStateDir(folder)).toEqual({ heldBy: child.pid });
  child.kill('SIGKILL');
  await once(child, 'exit');
  const taken = takeStateDir(folder);
  expect(taken).toHaveProperty('release');
  expect(Number(pidFile())).toBe(process.pid);
});

test('no terminal to switch on: one line and exit code 2', async () => {
  const program = fileURLToPath(new URL('main.ts', import.meta.url));
  const child = spawn(process.execPath, [program, '--state-dir', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += String(data);
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(2);
  expect(errors).toBe('No terminal to switch on: give --fleet, or --enrol <tid>:<code>.\n');
});

test('a portal that is not reached is said once, with its address; the terminal tries on', async () => {
  const said: string[] = [];
  const options = optionsOf('--enrol', `${first}:PAIR-0001`, '--url', 'http://127.0.0.1:9');
  const fleet = startFleet(options, (text) => said.push(text));
  await expect.poll(() => said).toHaveLength(1);
  expect(said[0]).toBe(`${first} cannot reach http://127.0.0.1:9 (ECONNREFUSED), trying on`);
  fleet.stop();
});
