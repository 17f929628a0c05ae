import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { serverAccount } from './account.ts';
import { postgresBinaries } from './binaries.ts';
import { keeperRole, openCluster } from './cluster.ts';
import { clusterNameOf, prepareDataDir } from './data-folder.ts';
import { freePort } from './free-port.ts';
import { urlOf } from './lease.ts';
import { startPostmaster, stopPostmaster } from './postmaster.ts';
import { signal } from './process-table.ts';
import { serverSettings } from './settings.ts';
import { removeFolder, temporaryFolder } from './stand-in-portals.ts';

const account = serverAccount();
const folder = await prepareDataDir(await temporaryFolder(), account);
const binaries = await postgresBinaries(account, folder);
const cluster = await openCluster(folder, { binaries, account, durable: false });
const clusterName = clusterNameOf(folder);

const startAs = (name: string, choosePort: () => Promise<number> | number) =>
  startPostmaster(cluster, choosePort, {
    binaries,
    account,
    clusterName: name,
    settings: serverSettings(false, name),
  });
const untilLogged = (text: string) =>
  expect.poll(() => readFile(cluster.logFile, 'utf8').catch(() => '')).toContain(text);

afterEach(() => stopPostmaster(cluster, clusterName));
afterAll(() => removeFolder(folder));

/** A connection whose process never waits, so that it does not notice that its server is gone. */
async function loopingBackend(port: number): Promise<number> {
  const client = new pg.Client({ connectionString: urlOf(cluster, port, keeperRole, 'postgres') });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  client.query('DO $$ BEGIN LOOP END LOOP; END $$').catch(() => undefined);
  return rows[0]?.pid ?? 0;
}

test('a process that cannot be told to be of the server before holds its memory: the start waits until it is gone', async () => {
  // Under another name its processes are as unknown as one that is exiting, which has no command line any more.
  const before = await startAs('another-name', freePort);
  const holder = await loopingBackend(before.port);
  signal(before.pid, 'SIGKILL');
  const starting = startAs(clusterName, freePort);
  await untilLogged('pre-existing shared memory block');
  signal(holder, 'SIGKILL');
  expect((await starting).state).toBe('ready');
});

test('the port is still held when the server wants it: it waits for it', async () => {
  const holder = createServer();
  const port = await freePort();
  await new Promise<void>((listening) => holder.listen(port, '127.0.0.1', listening));
  const starting = startAs(clusterName, () => port);
  await untilLogged('Address already in use');
  holder.close();
  expect(await starting).toMatchObject({ port, state: 'ready' });
});

test('a free port was taken before its use: the next one is asked for', async () => {
  const holder = createServer();
  const [taken, free] = [await freePort(), await freePort()];
  await new Promise<void>((listening) => holder.listen(taken, '127.0.0.1', listening));
  const ports = [taken, free];
  expect(await startAs(clusterName, () => ports.shift() ?? 0)).toMatchObject({ port: free, state: 'ready' });
  holder.close();
});
