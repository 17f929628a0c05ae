import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { liveBeat, liveBeatMs, liveClose, livePath, liveProtocol } from '@mizan/contract/live.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { announce, announceToEverybody, startBus } from '../bus/bus.ts';
import { testClock } from '../clock.ts';
import { closeDatabase, inPlatform, inTenant, openDatabase, platformRows } from '../database/database.ts';
import { callerAddress } from '../http/caller-address.ts';
import { createLog } from '../log.ts';
import { newToken } from '../sessions/secret-token.ts';
import { authenticate, endSession, openSession } from '../sessions/sessions.ts';
import { testDatabase } from '../testing/database.ts';
import { clientFrame, frameStarts, openRawSocket } from '../testing/raw-socket.ts';
import { liveLimits, startLive } from './live-channel.ts';
import { closeAnswerMs } from './socket-server.ts';
import { attachUpgrades } from './upgrades.ts';

const database = await testDatabase();
const db = openDatabase(database.roles);
const clock = testClock(new Date('2026-11-21T08:00:00Z'));
const lines: string[] = [];
const log = createLog('debug', { write: (line) => void lines.push(line) });

/** One portal process as far as the live channel goes. */
async function portal() {
  const bus = await startBus({ url: database.roles.platform, log });
  const live = startLive({
    db,
    clock,
    bus,
    log,
    publicUrl: null,
    addressOf: callerAddress({ publicUrl: null }),
  });
  const server = createServer((_request, response) => response.end());
  attachUpgrades(server, { [livePath]: live.upgrade });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async (): Promise<void> => {
    await live.stop();
    await bus.stop();
    server.close();
  };
  return { address, live, stop };
}
const [one, two] = await Promise.all([portal(), portal()]);
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await closeDatabase(db);
});

await platformRows(
  db,
  `INSERT INTO merchants (id, uuid, name_en, name_ar)
   SELECT id, gen_random_uuid(), 'M', 'م' FROM generate_series(1, 2) AS id RETURNING id`,
);
await platformRows(
  db,
  `INSERT INTO users (id, merchant_id, role, email, full_name, password_hash) VALUES
     (1, 1, 'MERCHANT', 'one@mizan.test', 'One', '-'), (2, 2, 'MERCHANT', 'two@mizan.test', 'Two', '-'),
     (3, NULL, 'ADMIN', 'admin@mizan.test', 'Admin', '-')`,
);
await platformRows(
  db,
  `INSERT INTO branches (id, merchant_id, code, name_en, name_ar) VALUES (1, 1, 'B', 'B', 'ب')`,
);
await platformRows(
  db,
  `INSERT INTO terminals (id, merchant_id, tid, brand, manufacturer, model, branch_id)
   SELECT id, 1, '8850110' || id, 'PAX', 'PAX', 'A920', 1 FROM generate_series(1, 2) AS id RETURNING id`,
);
await platformRows(
  db,
  `INSERT INTO users (id, merchant_id, role, username, full_name, password_hash, branch_id, terminal_id) VALUES
     (4, 1, 'CASHIER', 'four', 'Four', '-', 1, 1), (5, 1, 'CASHIER', 'five', 'Five', '-', 1, 2)`,
);
const session = (userId: string): Promise<string> =>
  inPlatform(db, (tx) => openSession(tx, { userId, at: clock.now(), userAgent: null, ip: '127.0.0.1' }));

interface Window {
  socket: WebSocket;
  /** What it heard, without the numbers and the beats of the line. */
  texts: string[];
  /** The numbers: the newest at the beginning, then one before each result. */
  numbers: number[];
  /** How long its merchant had been told nothing when it came, ms. */
  quiet: number[];
  beats(): number;
  until(count: number): Promise<string[]>;
  closed: Promise<number>;
}
function window(address: string, offers: string[], headers: Record<string, string> = {}): Window {
  const socket = new WebSocket(`ws://${address}${livePath}`, offers, { headers });
  const texts: string[] = [];
  const numbers: number[] = [];
  const quiet: number[] = [];
  let beats = 0;
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    if (text === liveBeat) beats += 1;
    else if (text.startsWith('SEQ')) numbers.push(Number(text.slice(3)));
    else if (text.startsWith('AGO')) quiet.push(Number(text.slice(3)));
    else texts.push(text);
  });
  return {
    socket,
    texts,
    numbers,
    quiet,
    beats: () => beats,
    async until(count) {
      while (texts.length < count) await once(socket, 'message');
      return texts;
    },
    closed: new Promise((resolve) => socket.on('close', resolve)),
  };
}
async function opened(address: string, offers: string[], headers?: Record<string, string>): Promise<Window> {
  const made = window(address, offers, headers);
  await once(made.socket, 'open');
  return made;
}
/** The status that a refused handshake is answered with. */
async function refusedWith(
  address: string,
  offers: string[],
  headers?: Record<string, string>,
): Promise<number> {
  const { socket } = window(address, offers, headers);
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
  socket.on('error', () => {});
  socket.terminate();
  return response.statusCode;
}
const pay = (approved: boolean, transactionId: string) => ({ type: 'PAY', approved, transactionId }) as const;
const say = (
  merchantId: string,
  message: Parameters<typeof announce>[2],
  aboutTerminal: string | null = null,
): Promise<void> => inTenant(db, merchantId, (tx) => announce(tx, merchantId, message, aboutTerminal));

test('PAY and a digit and the number: in every window of the merchant, on both processes, and in no other', async () => {
  const [mine, hers] = await Promise.all([session('1'), session('2')]);
  const windows = await Promise.all([one, two].map(({ address }) => opened(address, [liveProtocol, mine])));
  const stranger = await opened(two.address, [liveProtocol, hers]);
  await say('1', pay(true, '1904133'));
  await say('1', pay(false, '1904134'));
  for (const each of windows) expect(await each.until(2)).toEqual(['PAY11904133', 'PAY01904134']);
  await say('2', { type: 'TCO', tid: '88501158' });
  expect(await stranger.until(1)).toEqual(['TCO88501158']);
});

test('mizan.v1 is selected where it is offered, else the token is echoed and only the specified is heard', async () => {
  const token = await session('1');
  const full = await opened(one.address, [token, liveProtocol]);
  const plain = await opened(one.address, [token]);
  expect([full.socket.protocol, plain.socket.protocol]).toEqual([liveProtocol, token]);
  await say('1', { type: 'TRX', transactionId: '5' });
  await say('1', { type: 'TDI', tid: '88501158' });
  expect(await full.until(2)).toEqual(['TRX5', 'TDI88501158']);
  expect(await plain.until(1)).toEqual(['TDI88501158']);
});

test('what is said to everybody reaches owners, cashiers and administrators, on every process, and no plain client', async () => {
  const [owner, till, admin, plain] = await Promise.all([
    opened(one.address, [liveProtocol, await session('1')]),
    opened(two.address, [liveProtocol, await session('4')]),
    opened(one.address, [liveProtocol, await session('3')]),
    opened(two.address, [await session('2')]),
  ]);
  await inPlatform(db, (tx) => announceToEverybody(tx, { type: 'SET' }));
  for (const each of [owner, till, admin]) expect(await each.until(1)).toEqual(['SET']);
  await say('2', { type: 'TDI', tid: '88501158' });
  expect(await plain.until(1)).toEqual(['TDI88501158']);
});

const moveCashier = (userId: number, terminalId: number | null) =>
  platformRows(db, 'UPDATE users SET terminal_id = $2 WHERE id = $1', [userId, terminalId]);

test('a cashier hears of the own terminal alone: not of another till, nor once it is given to somebody else', async () => {
  const [mine, hers, owners] = await Promise.all([session('4'), session('5'), session('1')]);
  const till = await opened(one.address, [liveProtocol, mine]);
  const plain = await opened(two.address, [mine]);
  const other = await opened(two.address, [liveProtocol, hers]);
  const office = await opened(one.address, [liveProtocol, owners]);
  await say('1', pay(true, '11'), '1');
  await say('1', pay(false, '12'), '2');
  await say('1', { type: 'TDI', tid: '88501102' }, '2');
  await say('1', { type: 'TRX', transactionId: '12' }, '2');
  await say('1', { type: 'FIL', bankFileId: '3' });
  // The first till is given to the other cashier while all their windows are open.
  await moveCashier(4, null);
  await moveCashier(5, 1);
  await say('1', pay(true, '13'), '1');
  await say('1', pay(true, '14'), '2');
  expect(await office.until(7)).toEqual([
    'PAY111',
    'PAY012',
    'TDI88501102',
    'TRX12',
    'FIL3',
    'PAY113',
    'PAY114',
  ]);
  expect(await other.until(4)).toEqual(['PAY012', 'TDI88501102', 'TRX12', 'PAY113']);
  for (const each of [till, plain]) expect(await each.until(1)).toEqual(['PAY111']);
  // A window that comes back is no different from one that stayed.
  const again = await opened(two.address, [liveProtocol, mine]);
  await moveCashier(4, 2);
  await say('1', pay(true, '15'), '1');
  await say('1', pay(true, '16'), '2');
  expect(await again.until(1)).toEqual(['PAY116']);
  expect(await till.until(2)).toEqual(['PAY111', 'PAY116']);
});

test('a window of ours learns the newest number when it opens, and that of each result before it', async () => {
  const token = await session('1');
  await say('1', { type: 'TRX', transactionId: '1' });
  const early = await opened(one.address, [liveProtocol, token]);
  await say('1', pay(true, '21'));
  await early.until(1);
  const late = await opened(two.address, [liveProtocol, token]);
  await say('1', pay(true, '22'));
  await expect.poll(() => late.texts).toContain('PAY122');
  await early.until(2);
  const [first = 0, second = 0] = early.numbers.slice(1);
  expect(first).toBeGreaterThan(early.numbers[0] ?? 0);
  expect(late.numbers.at(-1)).toBe(second);
  // Its process may hear of the first result before this window comes, after, or while it comes: it is told or knows of
  // it in each case, and in the last one both.
  expect(late.texts.includes('PAY121') || (late.numbers[0] ?? 0) >= first).toBe(true);
});

test('a new window learns since when its merchant was told nothing: what it read before that may be old', async () => {
  const third = await portal();
  const [own, others] = await Promise.all([session('1'), session('2')]);
  const witness = await opened(third.address, [liveProtocol, own]);
  const beforeMs = performance.now();
  await say('1', { type: 'TRX', transactionId: '1' });
  await witness.until(1);
  const heardMs = performance.now();
  const late = await opened(third.address, [liveProtocol, own]);
  const stranger = await opened(third.address, [liveProtocol, others]);
  await expect.poll(() => [...late.quiet, ...stranger.quiet].length).toBe(2);
  const sinceMs = Math.ceil(performance.now() - beforeMs);
  expect(late.quiet[0]).toBeLessThanOrEqual(sinceMs);
  // Nothing of another merchant's is told to it: it was quiet there since before.
  expect(stranger.quiet[0]).toBeGreaterThanOrEqual(Math.floor(heardMs - beforeMs));
  await inPlatform(db, (tx) => announceToEverybody(tx, { type: 'SET' }));
  await witness.until(2);
  const newcomer = await opened(third.address, [liveProtocol, others]);
  await expect.poll(() => newcomer.quiet).toHaveLength(1);
  expect(newcomer.quiet[0]).toBeLessThanOrEqual(Math.ceil(performance.now() - heardMs));
  await third.stop();
});

test('a window is told that its line holds, at once and again; a client of rules S4.5 alone is not', async () => {
  const token = await session('1');
  const full = await opened(one.address, [token, liveProtocol]);
  await expect.poll(() => full.beats(), { interval: 10, timeout: liveBeatMs / 2 }).toBe(1);
  const plain = await opened(one.address, [token]);
  await expect.poll(() => full.beats()).toBeGreaterThan(3);
  expect([plain.beats(), plain.texts, full.texts]).toEqual([0, [], []]);
});

test('a window is told once in each second of the clock, and a client of rules S4.5 in none', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const third = await portal();
    const token = await session('1');
    const windows = await Promise.all([[liveProtocol, token], [token]].map((o) => opened(third.address, o)));
    for (let second = 0; second <= 5; second += 1) {
      // Behind whatever was written to it before.
      await Promise.all(windows.map(({ socket }) => (socket.ping(), once(socket, 'pong'))));
      expect(windows.map((each) => each.beats())).toEqual([second + 1, 0]);
      vi.advanceTimersByTime(1_000);
    }
    await third.stop();
  } finally {
    vi.useRealTimers();
  }
});

test('403: a foreign origin, and a host that is not ours', async () => {
  const offers = [liveProtocol, await session('1')];
  expect(await refusedWith(one.address, offers, { origin: 'https://evil.example' })).toBe(403);
  expect(
    await refusedWith(one.address, offers, { host: 'evil.example', origin: 'http://evil.example' }),
  ).toBe(403);
  await opened(one.address, offers, { origin: `http://${one.address}` });
});

test('401 without a token; an unknown token is told that its session ended', async () => {
  expect(await refusedWith(one.address, [liveProtocol])).toBe(401);
  const unknown = window(one.address, [liveProtocol, newToken()]);
  expect(await unknown.closed).toBe(liveClose.sessionEnded);
});

test("404: a socket on nobody's path", async () => {
  const socket = new WebSocket(`ws://${one.address}/neopaas/nothing`, [liveProtocol]);
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
  expect(response.statusCode).toBe(404);
  socket.on('error', () => {});
  socket.terminate();
});

test("a revoked session's sockets close within a second, on both processes; others stay", async () => {
  const [ending, staying] = await Promise.all([session('1'), session('1')]);
  const principal = await authenticate(db, clock, ending);
  const windows = await Promise.all([one, two].map(({ address }) => opened(address, [liveProtocol, ending])));
  const other = await opened(one.address, [liveProtocol, staying]);
  const revokedAt = performance.now();
  await endSession(db, clock, principal?.sessionId ?? '0');
  expect(await Promise.all(windows.map(({ closed }) => closed))).toEqual([4001, 4001]);
  expect(performance.now() - revokedAt).toBeLessThan(1_000);
  expect(other.socket.readyState).toBe(WebSocket.OPEN);
});

test('a session that nobody uses ends after half an hour, although its channel is open', async () => {
  const idle = await opened(one.address, [liveProtocol, await session('2')]);
  clock.advance(30 * 60_000);
  expect(await idle.closed).toBe(liveClose.sessionEnded);
});

test('an administrator is let in and hears nothing', async () => {
  const admin = await opened(one.address, [liveProtocol, await session('3')]);
  const member = await opened(one.address, [liveProtocol, await session('1')]);
  await say('1', pay(true, '7'));
  await member.until(1);
  expect(admin.texts).toEqual([]);
  expect(admin.socket.readyState).toBe(WebSocket.OPEN);
});

test('a stopping process closes its sockets with 1001 and takes no more', async () => {
  const third = await portal();
  const offers = [liveProtocol, await session('1')];
  const last = await opened(third.address, offers);
  expect(third.live.socketCount()).toBe(1);
  await third.stop();
  expect(await last.closed).toBe(liveClose.serverStopping);
  expect(third.live.socketCount()).toBe(0);
});

test('no token of a socket stands in the log', async () => {
  const token = await session('1');
  await opened(one.address, [liveProtocol, token]);
  expect(lines.join('\n')).not.toContain(token);
});

/** A window that answers no close and sends what it likes. */
const rawWindow = (address: string, token: string, from?: string) =>
  openRawSocket({
    port: Number(address.split(':')[1]),
    path: livePath,
    protocols: `${liveProtocol}, ${token}`,
    ...(from ? { from } : {}),
  });
const inTime = closeAnswerMs + 1_000;

test('who does not answer a close is gone two seconds later: without a session, or with one that ended', async () => {
  const token = await session('1');
  const [stranger, member] = await Promise.all([
    rawWindow(one.address, newToken()),
    rawWindow(one.address, token),
  ]);
  expect([stranger.status, member.status]).toEqual([101, 101]);
  expect(await stranger.ended).toBeLessThan(inTime);
  const principal = await authenticate(db, clock, token);
  const endedAt = performance.now();
  await endSession(db, clock, principal?.sessionId ?? '0');
  await member.ended;
  expect(performance.now() - endedAt).toBeLessThan(inTime + 1_000);
});

test('whoever sends more than a window has to say is gone at once, with a session and without', async () => {
  const [member, stranger] = await Promise.all([
    rawWindow(one.address, await session('1')),
    rawWindow(one.address, newToken()),
  ]);
  const byte = Buffer.from('x');
  const pieces = Array.from({ length: liveLimits.fragments }, () => clientFrame(frameStarts.nextPiece, byte));
  member.write(Buffer.concat([clientFrame(frameStarts.firstPiece, byte), ...pieces]));
  const pings = Array.from({ length: liveLimits.strangers.messagesPerSecond + 1 }, () =>
    clientFrame(frameStarts.ping, Buffer.alloc(0)),
  );
  stranger.write(Buffer.concat(pings));
  expect(await stranger.ended).toBeLessThan(1_000);
  expect(await member.ended).toBeLessThan(inTime);
});

/** As many windows without a session as an address may have, and one more, all open at once. */
async function strangersAtOnce(from: string) {
  for (;;) {
    const begun = performance.now();
    const all = await Promise.all(
      Array.from({ length: liveLimits.strangers.ofOneAddress + 1 }, () =>
        rawWindow(one.address, newToken(), from),
      ),
    );
    // Where opening them takes as long as the portal waits for a stranger, the first has gone before the last comes.
    if (performance.now() - begun < closeAnswerMs) return all;
    await Promise.all(all.map(({ ended }) => ended));
  }
}

test('503: one more without a session where an address has as many; who has one comes in from another', async () => {
  const all = await strangersAtOnce('127.0.0.7');
  expect(all.map(({ status }) => status).filter((status) => status === 503)).toHaveLength(1);
  const member = await rawWindow(one.address, await session('1'), '127.0.0.8');
  expect(member.status).toBe(101);
  await Promise.all(all.map(({ ended }) => ended));
  expect((await rawWindow(one.address, newToken(), '127.0.0.7')).status).toBe(101);
});

test('sessions of one address are no strangers: more windows of an office than it may have without', async () => {
  const token = await session('2');
  const windows = await Promise.all(
    Array.from({ length: liveLimits.strangers.ofOneAddress }, () => rawWindow(two.address, token)),
  );
  expect(windows.map(({ status }) => status)).toEqual(windows.map(() => 101));
  expect((await rawWindow(two.address, token)).status).toBe(101);
  for (const each of windows) each.drop();
});
