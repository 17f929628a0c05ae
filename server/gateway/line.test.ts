import { randomUUID } from 'node:crypto';
import { lineTimers } from '@mizan/contract/link-timers.ts';
import { nobodyTid, terminalLinkPath } from '@mizan/contract/terminal-link.ts';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { platformRows } from '../platform/database/database.ts';
import { type HandTerminal, handTerminal, helloOf, makeKey, resultOf } from '../testing/hand-terminal.ts';
import { openShop } from '../testing/shop.ts';
import { openWorld } from '../testing/stand.ts';
import { openTill, startOn } from '../testing/till.ts';

/** Who may hold a line, and what it may say. Two processes on one database throughout. */
const world = await openWorld();
const { db, clock } = world;
const [one, two] = [await world.stand(), await world.stand()];
const amount = 12_500;

const violations = async (merchantId: string) =>
  (
    await platformRows<{ reason: string }>(db, 'SELECT reason FROM link_violations WHERE merchant_id = $1', [
      merchantId,
    ])
  ).map((row) => row.reason);
const connectionOf = async (terminalId: string) =>
  (
    await platformRows<{ connection: string }>(db, 'SELECT connection FROM terminals WHERE id = $1', [
      terminalId,
    ])
  )[0]?.connection;

test('a payment asked for on one process reaches the terminal that is connected to the other', async () => {
  const till = await openTill(world, two);
  // Whoever starts it knows no process: only the database carries it to the one that holds the line.
  const payment = await till.begin(amount);
  till.terminal.send({ type: 'pay.result', body: resultOf(payment.uuid, amount) });
  await till.terminal.next('result.ack');
  expect((await till.detail(payment.id)).status).toBe('APPROVED');
  expect(till.terminal.waiting('pay.start')).toBe(0);
});

test('a newer sign-in on another process: the older line is sent away and writes nothing more', async () => {
  const till = await openTill(world, one);
  const older = till.terminal;
  const payment = await till.begin(amount);
  await till.reconnect(two);
  expect((await older.next('kick')).reason).toBe('replaced');
  expect((await older.closed).code).toBe(4001);
  expect((await till.terminal.next('tx.query')).paymentId).toBe(payment.uuid);
  expect(await connectionOf(till.place.id)).toBe('CONNECTED');
  expect((await till.messages()).filter((text) => text.startsWith('TCO'))).toHaveLength(2);
});

test('two sign-ins at the same moment: both are heard, the later one holds the line', async () => {
  const till = await openTill(world, one);
  const rivals = [one, two].map((stand) => handTerminal(stand.url, till.place.tid, till.key));
  const hellos = await Promise.all(
    rivals.map(async (rival) => helloOf(till.key, (await rival.next('challenge')).nonce, till.place.tid)),
  );
  for (const [place, rival] of rivals.entries()) rival.send(hellos[place] as (typeof hellos)[number]);
  const welcomes = await Promise.all(rivals.map((rival) => rival.next('welcome')));
  expect(welcomes.map((welcome) => welcome.epoch).toSorted((a, b) => a - b)).toEqual([2, 3]);
  const older = rivals[welcomes.findIndex((welcome) => welcome.epoch === 2)];
  expect((await older?.closed)?.code).toBe(4001);
});

test('a line whose epoch was raised behind its back applies no result', async () => {
  const till = await openTill(world, one);
  const payment = await till.begin(amount);
  await platformRows(db, 'UPDATE terminal_directory SET epoch = epoch + 1 WHERE tid = $1', [till.place.tid]);
  till.terminal.send({ type: 'pay.result', body: resultOf(payment.uuid, amount) });
  expect((await till.terminal.closed).code).toBe(4001);
  expect(till.terminal.waiting('result.ack')).toBe(0);
  expect((await till.detail(payment.id)).status).toBe('INITIALIZED');
});

test('a frame that names another terminal is refused and recorded', async () => {
  const till = await openTill(world, one);
  const victim = await openTill(world, one);
  const payment = await victim.begin(amount);
  const body = resultOf(payment.uuid, amount);
  till.terminal.send({ type: 'pay.result', body }, victim.place.tid);
  expect(await till.terminal.next('reject')).toMatchObject({ reason: 'FOREIGN_TID' });
  await expect.poll(() => violations(till.shop.merchantId)).toEqual(['FOREIGN_TID']);
  expect((await victim.detail(payment.id)).status).toBe('INITIALIZED');
});

test('another merchant’s payment id in an own frame touches that merchant’s payment in nothing', async () => {
  const till = await openTill(world, one);
  const victim = await openTill(world, one);
  const payment = await victim.begin(amount);
  till.terminal.send({ type: 'pay.result', body: resultOf(payment.uuid, amount) });
  await till.terminal.next('result.ack');
  expect(await victim.detail(payment.id)).toMatchObject({ status: 'INITIALIZED', underReview: false });
  expect(await victim.messages()).not.toContain(`PAY1${payment.id}`);
});

test('a terminal of the same merchant decides no other terminal’s payment', async () => {
  const shop = await openShop(db, 2);
  const lines: HandTerminal[] = [];
  for (const place of shop.terminals) {
    const terminal = handTerminal(one.url, place.tid, makeKey());
    await terminal.signIn(place.enrolCode);
    lines.push(terminal);
  }
  const [first, second] = lines;
  const payment = await startOn(world, shop, shop.terminals[0]?.id ?? '', amount);
  await first?.next('pay.start');
  second?.send({ type: 'pay.result', body: resultOf(payment.uuid, amount) });
  await second?.next('result.ack');
  const read = () =>
    platformRows<{ status: string; reviewed: boolean }>(
      db,
      'SELECT status, under_review AS reviewed FROM transactions WHERE id = $1',
      [payment.id],
    );
  expect(await read()).toEqual([{ status: 'INITIALIZED', reviewed: true }]);
  first?.send({ type: 'pay.result', body: resultOf(payment.uuid, amount) });
  await first?.next('result.ack');
  expect(await read()).toEqual([{ status: 'APPROVED', reviewed: true }]);
});

test('a hello signed by another key is refused and recorded', async () => {
  const till = await openTill(world, one);
  const thief = handTerminal(one.url, till.place.tid, makeKey());
  const { nonce } = await thief.next('challenge');
  thief.send(helloOf(makeKey(), nonce, till.place.tid));
  expect(await thief.next('reject')).toMatchObject({ reason: 'BAD_SIGNATURE' });
  expect((await thief.closed).code).toBe(4000);
  expect(await violations(till.shop.merchantId)).toEqual(['BAD_SIGNATURE']);
  await till.begin(amount);
});

test('a hello that was overheard on another connection is worth nothing on this one', async () => {
  const till = await openTill(world, one);
  const first = handTerminal(one.url, till.place.tid, till.key);
  const overheard = helloOf(till.key, (await first.next('challenge')).nonce, till.place.tid);
  const second = handTerminal(one.url, till.place.tid, till.key);
  await second.next('challenge');
  second.send(overheard);
  expect(await second.next('reject')).toMatchObject({ reason: 'BAD_SIGNATURE' });
  first.drop();
});

test('before the hello nothing else is heard; an unknown terminal is told so', async () => {
  const key = makeKey();
  const silent = handTerminal(one.url, '77000001', key);
  await silent.next('challenge');
  silent.send({ type: 'pay.result', body: resultOf(randomUUID(), amount) });
  expect(await silent.next('reject')).toMatchObject({ reason: 'NOT_SIGNED_IN', tid: nobodyTid });
  const unknown = handTerminal(one.url, '77000001', key);
  unknown.send(helloOf(key, (await unknown.next('challenge')).nonce, '77000001'));
  expect(await unknown.next('reject')).toMatchObject({ reason: 'UNKNOWN_TERMINAL' });
});

test.each([
  ['no JSON', '{"v":1,'],
  ['no frame', '{"v":1,"type":"pay.result"}'],
])('%s: refused, recorded, and after ten of them dropped', async (_, text) => {
  const till = await openTill(world, one);
  for (let count = 0; count < 10; count += 1) till.terminal.sendText(text);
  expect(await till.terminal.next('reject')).toMatchObject({ reason: 'BAD_FRAME' });
  expect((await till.terminal.closed).code).toBe(4000);
  expect(await violations(till.shop.merchantId)).toHaveLength(10);
});

test('a frame over 64 KiB ends the connection', async () => {
  const till = await openTill(world, one);
  till.terminal.sendText('x'.repeat(64 * 1024 + 1));
  expect((await till.terminal.closed).code).toBe(1009);
});

test('400: an upgrade without the protocol, or from a web page', async () => {
  const statusOf = (protocols: string[], headers: Record<string, string>) =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${one.url}${terminalLinkPath}`, protocols, { headers });
      socket.on('error', () => {});
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.on('open', () => resolve('open'));
    });
  expect(await statusOf(['mizan.v1'], {})).toBe(400);
  expect(await statusOf(['mizan.terminal.v1'], { origin: 'https://evil.example' })).toBe(400);
});

test('on hello everything open on either side is asked for', async () => {
  const till = await openTill(world, one);
  const payment = await till.begin(amount);
  till.terminal.drop();
  const [inFlight, unacked] = [randomUUID(), randomUUID()];
  await till.reconnect(one, { inFlight: [payment.uuid, inFlight], unacked: [unacked] });
  const asked = new Set<string>();
  for (let count = 0; count < 3; count += 1) asked.add((await till.terminal.next('tx.query')).paymentId);
  expect(asked).toEqual(new Set([payment.uuid, inFlight, unacked]));
});

test('a lost line: 60 seconds of grace, then TDI, once, whichever process notices', async () => {
  const till = await openTill(world, one);
  till.terminal.drop();
  await expect.poll(() => connectionOf(till.place.id)).toBe('RECONNECTING');
  clock.advance(59_000);
  await Promise.all([one.gateway.tick(), two.gateway.tick()]);
  expect(await till.messages()).not.toContain(`TDI${till.place.tid}`);
  clock.advance(1_000);
  await Promise.all([one.gateway.tick(), two.gateway.tick()]);
  await expect.poll(() => connectionOf(till.place.id)).toBe('DISCONNECTED');
  expect((await till.messages()).filter((text) => text.startsWith('TDI'))).toEqual([`TDI${till.place.tid}`]);
  await till.reconnect(two);
  // Each message that is kept for the bell is followed by its number.
  const told = (await till.messages()).filter((text) => !text.startsWith('NTC'));
  expect(told.at(-1)).toBe(`TCO${till.place.tid}`);
});

test('back within the grace: no TDI', async () => {
  const till = await openTill(world, one);
  till.terminal.drop();
  await expect.poll(() => connectionOf(till.place.id)).toBe('RECONNECTING');
  await till.reconnect(two);
  clock.advance(61_000);
  await one.gateway.tick();
  expect(await till.messages()).not.toContain(`TDI${till.place.tid}`);
});

test('a process that was killed: another one frees its terminals', async () => {
  const till = await openTill(world, one);
  const dead = randomUUID();
  await platformRows(db, 'UPDATE terminal_directory SET owner_process = $2 WHERE tid = $1', [
    till.place.tid,
    dead,
  ]);
  await platformRows(
    db,
    `INSERT INTO processes (id, started_at, seen_at) VALUES ($1, now(), now() - interval '1 minute')`,
    [dead],
  );
  for (let count = 0; count < 6; count += 1) await two.gateway.tick();
  expect(await connectionOf(till.place.id)).toBe('RECONNECTING');
  expect(await platformRows(db, 'SELECT 1 FROM processes WHERE id = $1', [dead])).toEqual([]);
});

test('a process that stops closes its lines with a reason and gives its terminals up at once', async () => {
  const three = await world.stand();
  const till = await openTill(world, three);
  await three.stop();
  expect((await till.terminal.closed).code).toBe(1001);
  expect(await connectionOf(till.place.id)).toBe('RECONNECTING');
  await till.reconnect(one);
  await till.begin(amount);
});

test('a silent line is dropped at the third heartbeat', async () => {
  const quick = await world.stand({ ...lineTimers, heartbeatMs: 50 });
  const till = await openTill(world, quick);
  // It answers no ping.
  expect((await till.terminal.closed).code).toBe(1006);
  expect(till.terminal.waiting('ping')).toBe(2);
  await quick.stop();
});
