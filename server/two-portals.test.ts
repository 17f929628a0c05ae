import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { liveBeat, livePath, liveProtocol } from '@mizan/contract/live.ts';
import { apiBase } from '@mizan/contract/route.ts';
import { afterAll, expect, test } from 'vitest';
import { startTerminal } from '../terminal/terminal.ts';
import { closeDatabase, inPlatform, openDatabase } from './platform/database/database.ts';
import { openSession } from './platform/sessions/sessions.ts';
import { testDatabase } from './platform/testing/database.ts';
import { portalEnvironment, runPortal } from './testing/portal-process.ts';
import { openShop, type Shop } from './testing/shop.ts';

/** Two portal processes on one PostgreSQL behave as one. */
const database = await testDatabase();
const environment = portalEnvironment(database.url);
const [one, two] = await Promise.all([runPortal(environment), runPortal(environment)]);
const db = openDatabase(database.roles);
const [shop, other] = await Promise.all([openShop(db, 1), openShop(db, 1)]);
const stateDir = mkdtempSync(join(tmpdir(), 'mizan-two-'));

const [place] = shop.terminals;
if (!place) throw new Error('no terminal');
const terminal = startTerminal({
  tid: place.tid,
  enrolCode: place.enrolCode,
  serial: 'S1',
  model: 'A920',
  url: two.url,
  stateDir,
  speed: 0,
  log: () => {},
});

afterAll(async () => {
  terminal.stop();
  await Promise.all([one.end(), two.end()]);
  await closeDatabase(db);
  rmSync(stateDir, { recursive: true, force: true });
});

const signIn = (who: Shop): Promise<string> =>
  inPlatform(db, (tx) =>
    openSession(tx, { userId: who.owner.userId, at: new Date(), userAgent: null, ip: '127.0.0.1' }),
  );

/** A window: what it hears on the live channel of one process, the beats of the line apart. */
async function openWindow(url: string, token: string): Promise<string[]> {
  const heard: string[] = [];
  const socket = new WebSocket(`${url.replace('http', 'ws')}${livePath}`, [liveProtocol, token]);
  socket.addEventListener('message', ({ data }) => {
    if (data !== liveBeat) heard.push(String(data));
  });
  await once(socket, 'open');
  return heard;
}

test('a payment asked for on one, the terminal on the other, the result in every window of the merchant alone', async () => {
  const [mine, theirs] = await Promise.all([signIn(shop), signIn(other)]);
  const windows = await Promise.all([openWindow(one.url, mine), openWindow(two.url, mine)]);
  const silent = await Promise.all([openWindow(one.url, theirs), openWindow(two.url, theirs)]);
  await expect.poll(() => terminal.link.isWelcome(), { timeout: 10_000 }).toBe(true);

  const answer = await fetch(`${one.url}${apiBase}/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mine}`, 'content-type': 'application/json' },
    body: JSON.stringify({ paymentId: randomUUID(), terminalId: place.id, amountMinor: 12_500 }),
  });
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as { id: string };

  const results = () => windows.map((heard) => heard.filter((text) => text.startsWith('PAY')));
  await expect.poll(results, { timeout: 10_000 }).toEqual([[`PAY1${id}`], [`PAY1${id}`]]);
  // A number of the bus and the beats of the line say nothing of anybody's payments.
  expect(silent.flat().filter((text) => !text.startsWith('SEQ'))).toEqual([]);
});
