import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbedded } from './embedded.ts';
import { signal } from './process-table.ts';
import { ask, clusterIn, removeFolder, serverPid, standIn, temporaryFolder } from './stand-in-portals.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => removeFolder(folder));

const keepRow = 'CREATE TABLE kept AS SELECT 7 AS halalas';
const readRow = 'SELECT halalas FROM kept';

test('a first start makes a cluster whose password only its owner can read, and which asks for it', async () => {
  const server = await startEmbedded(folder);
  const passwordFile = join(folder, 'postgres-18', 'password');
  expect((await stat(passwordFile)).mode & 0o777).toBe(0o600);
  expect(server.url).toContain(await readFile(passwordFile, 'utf8'));
  const stranger = server.url.replace(/:[^:@]+@/, ':guess@');
  await expect(ask(stranger, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  const settings = await ask<{ name: string; setting: string }>(
    server.url,
    `SELECT name, setting FROM pg_settings
      WHERE name IN ('fsync', 'synchronous_commit', 'listen_addresses', 'password_encryption') ORDER BY name`,
  );
  expect(settings.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
    'fsync=on',
    'listen_addresses=127.0.0.1',
    'password_encryption=scram-sha-256',
    'synchronous_commit=on',
  ]);
  await server.stop();
  expect(await serverPid(folder)).toBeNull();
});

test('a second start keeps the port, the password and the data', async () => {
  const first = await startEmbedded(folder, { durable: false });
  await ask(first.url, keepRow);
  await first.stop();
  const second = await startEmbedded(folder, { durable: false });
  expect(second.url).toBe(first.url);
  expect(await ask(second.url, readRow)).toEqual([{ halalas: 7 }]);
  await second.stop();
});

test('another program on the kept port: a new port is chosen and kept', async () => {
  const first = await startEmbedded(folder, { durable: false });
  await first.stop();
  const squatter = createServer();
  await new Promise<void>((listening) => squatter.listen(first.port, '127.0.0.1', listening));
  const second = await startEmbedded(folder, { durable: false });
  expect(second.port).not.toBe(first.port);
  await second.stop();
  squatter.close();
  const third = await startEmbedded(folder, { durable: false });
  expect(third.port).toBe(second.port);
  await third.stop();
});

test('a killed portal: its server goes on, and the next portal attaches to it', async () => {
  const killed = await standIn(folder);
  await ask(killed.url, keepRow);
  const pid = await serverPid(folder);
  await killed.kill();
  expect(await serverPid(folder)).toBe(pid);
  const next = await startEmbedded(folder);
  expect(next.url).toBe(killed.url);
  expect(await serverPid(folder)).toBe(pid);
  expect(await ask(next.url, readRow)).toEqual([{ halalas: 7 }]);
  await next.stop();
  expect(await serverPid(folder)).toBeNull();
});

test('portal and server killed, the pid in postmaster.pid now belongs to another process: it starts again', async () => {
  const killed = await standIn(folder);
  await ask(killed.url, keepRow);
  const pid = await serverPid(folder);
  await killed.kill();
  signal(pid!, 'SIGKILL');
  const pidFile = join((await clusterIn(folder)).folder, 'postmaster.pid');
  const written = await readFile(pidFile, 'utf8');
  await writeFile(pidFile, written.replace(/^\d+/, String(process.pid)));
  const next = await startEmbedded(folder, { durable: false });
  expect(await ask(next.url, readRow)).toEqual([{ halalas: 7 }]);
  await next.stop();
});

test('a backend that outlived its killed server is ended, and the new server starts', async () => {
  const killed = await standIn(folder);
  const busy = new pg.Client({ connectionString: killed.url });
  busy.on('error', () => undefined);
  await busy.connect();
  // A loop in PL/pgSQL never waits, so it does not notice that its postmaster is gone.
  const { rows } = await busy.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const looping = busy.query('DO $$ BEGIN LOOP END LOOP; END $$').catch((error: Error) => error);
  const pid = await serverPid(folder);
  await killed.kill();
  signal(pid!, 'SIGKILL');
  expect(() => process.kill(rows[0]!.pid, 0)).not.toThrow();
  const next = await startEmbedded(folder, { durable: false });
  expect(await looping).toBeInstanceOf(Error);
  expect(await ask(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await next.stop();
});

test('two portals that start at once on an empty folder share one server, and the last to leave stops it', async () => {
  const [one, two] = await Promise.all([standIn(folder), standIn(folder)]);
  expect(one.url).toBe(two.url);
  await one.leave();
  expect(await ask(two.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await two.leave();
  expect(await serverPid(folder)).toBeNull();
});

test('a killed portal is not counted: the other one is the last and stops the server', async () => {
  const [killed, last] = [await standIn(folder), await standIn(folder)];
  await killed.kill();
  await last.leave();
  expect(await serverPid(folder)).toBeNull();
});

test('a server killed under two living portals comes back on its port with what was committed', async () => {
  const [one, two] = [await standIn(folder), await standIn(folder)];
  await ask(one.url, keepRow);
  const back = Promise.all([one.says('is back'), two.says('is back')]);
  signal((await serverPid(folder))!, 'SIGKILL');
  await back;
  expect(await ask(two.url, readRow)).toEqual([{ halalas: 7 }]);
  await Promise.all([one.leave(), two.leave()]);
  expect(await serverPid(folder)).toBeNull();
});
