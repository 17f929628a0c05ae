import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { livePath, liveProtocol } from '@mizan/contract/live.ts';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { diyarCoffee } from './demo/demo-merchants.ts';
import { testDatabase } from './platform/testing/database.ts';
import { ownServer } from './platform/testing/own-server.ts';
import { type PortalProcess, portalEnvironment, runPortal, spawnPortal } from './testing/portal-process.ts';

/** Each of these starts portals, which takes a busy machine many times as long as a quiet one. */
vi.setConfig({ testTimeout: 120_000 });

const database = await testDatabase();
const env = portalEnvironment(database.url);

let running: PortalProcess[] = [];
const start = async (more: Record<string, string> = {}): Promise<PortalProcess> => {
  const portal = await runPortal({ ...env, ...more });
  running.push(portal);
  return portal;
};
afterEach(async () => {
  const ended = running.map((portal) => portal.end('SIGKILL'));
  running = [];
  await Promise.all(ended);
});

/** A POST whose body is held back: the request is under way for as long as the test wants. */
async function slowRequest(url: string): Promise<ClientRequest> {
  const headers = { 'content-type': 'application/json', 'content-length': '2' };
  const slow = request(`${url}/api/v1/auth/resend-otp`, { method: 'POST', headers });
  slow.write('{');
  await once(slow, 'socket');
  return slow;
}

/** fetch() does not let a caller choose the Host header. */
async function statusUnder(host: string, url: string): Promise<number | undefined> {
  const asked = request(url, { headers: { host } });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

test('a request under way is answered after SIGTERM, and the exit is clean', async () => {
  const portal = await start();
  const slow = await slowRequest(portal.url);
  await fetch(`${portal.url}/health`);
  const ended = portal.end('SIGTERM');
  await expect.poll(() => fetch(`${portal.url}/health`).catch(() => 'refused')).toBe('refused');
  slow.end('}');
  const [answer] = (await once(slow, 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(400);
  expect(await ended).toBe(0);
});

test('open sockets are closed with a reason when the portal stops', async () => {
  const portal = await start();
  const socket = new WebSocket(`${portal.url.replace('http', 'ws')}${livePath}`, [
    liveProtocol,
    'x'.repeat(43),
  ]);
  const [code] = (await once(socket, 'close')) as [number];
  expect(code).toBe(4001);
  expect(await portal.end('SIGINT')).toBe(0);
});

test('a second signal ends it at once', async () => {
  const portal = await start();
  const slow = await slowRequest(portal.url);
  slow.on('error', () => undefined);
  await fetch(`${portal.url}/health`);
  portal.process.kill('SIGTERM');
  await expect.poll(() => fetch(`${portal.url}/health`).catch(() => 'refused')).toBe('refused');
  expect(await portal.end('SIGTERM')).toBe(1);
});

test.each<[string, Record<string, string>, RegExp]>([
  ['a wrong setting', { PORT: 'x' }, /^PORT must be a number/],
  [
    'no such database',
    { DATABASE_URL: `${database.url}_gone` },
    /^DATABASE_URL was refused: .*does not exist/,
  ],
  [
    'a host that is not this machine',
    { HOST: '127.0.0.1.nip.invalid', PUBLIC_URL: 'https://a.sa' },
    /^HOST is no/,
  ],
])('%s: one clear line and exit code 1', async (_, more, line) => {
  const portal = spawnPortal({ ...env, ...more });
  expect(await portal.exited).toBe(1);
  expect(portal.errors).toEqual([expect.stringMatching(line)]);
});

test('a database of the demo is refused by everybody but the demo', async () => {
  const demo = await testDatabase();
  const client = new pg.Client({ connectionString: demo.url });
  await client.connect();
  // The owner is held by the policies too; it opens the table for this one row.
  await client.query('ALTER TABLE merchants NO FORCE ROW LEVEL SECURITY');
  const insert = "INSERT INTO merchants (uuid, name_en, name_ar) VALUES ($1, 'Diyar Coffee', 'قهوة ديار')";
  await client.query(insert, [diyarCoffee.uuid]);
  await client.end();
  const portal = spawnPortal({ ...env, DATABASE_URL: demo.url });
  expect(await portal.exited).toBe(1);
  expect(portal.errors).toEqual([expect.stringMatching(/^DATABASE_URL holds the data of the demo/)]);
});

test('metrics tell of pools, sockets, terminals, payments and jobs; not to who comes by the public name', async () => {
  const portal = await start({ PUBLIC_URL: 'https://mizan.example' });
  const text = await (await fetch(`${portal.url}/metrics`)).text();
  for (const name of [
    'live_sockets',
    'terminals_connected',
    'payments_undecided',
    'jobs_waiting',
    'jobs_failed',
  ]) {
    expect(text).toMatch(new RegExp(`^mizan_${name} \\d+$`, 'm'));
  }
  expect(text).toContain('process_resident_memory_bytes');
  expect(await statusUnder('mizan.example', `${portal.url}/metrics`)).toBe(404);
  expect(await statusUnder('mizan.example', `${portal.url}/health`)).toBe(200);
  expect(await statusUnder('other.example', `${portal.url}/dashboard`)).toBe(403);
});

test('a taken port: one clear line, and nothing stays behind', async () => {
  const portal = await start();
  const second = spawnPortal({ ...env, PORT: new URL(portal.url).port });
  expect(await second.exited).toBe(1);
  expect(second.errors).toEqual([
    expect.stringMatching(/^PORT \d+ is taken on 127\.0\.0\.1: choose another one$/),
  ]);
});

test('several portals start at once on an empty database, and all of them serve', async () => {
  const own = await ownServer();
  try {
    const portals = await Promise.all([1, 2, 3].map(() => start({ DATABASE_URL: own.url })));
    const answers = await Promise.all(portals.map(({ url }) => fetch(`${url}/ready`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await Promise.all(portals.map((portal) => portal.end()))).toEqual([0, 0, 0]);
  } finally {
    await own.remove();
  }
});

/** Lets a test throw inside the portal, where nobody catches it: SIGUSR2 brings an error with this code. */
const faultOnSignal = (code: string): Record<string, string> => {
  const script = `process.on('SIGUSR2',()=>{Promise.reject(Object.assign(new Error('planted'),{code:'${code}'}))})`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
};

test('a fault in the program: one fatal line, an orderly stop, exit code 1', async () => {
  const portal = await start(faultOnSignal('EBUG'));
  portal.process.kill('SIGUSR2');
  expect(await portal.logged('a fault in the program; the portal stops')).toMatchObject({ level: 'fatal' });
  expect(await portal.end('SIGCONT')).toBe(1);
  expect(portal.errors).toEqual([]);
});

test('a lost connection that nobody waited for is logged, and the portal goes on', async () => {
  const portal = await start(faultOnSignal('ECONNREFUSED'));
  portal.process.kill('SIGUSR2');
  await portal.logged('the database went away under work that nobody waited for');
  expect((await fetch(`${portal.url}/ready`)).status).toBe(200);
});
