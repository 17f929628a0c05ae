import { once } from 'node:events';
import { liveBeatMs, liveClose, liveProtocol } from '@mizan/contract/live.ts';
import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { announceToEverybody, announceToPerson } from '../bus/bus.ts';
import { inPlatform, platformRows } from '../database/database.ts';
import { newToken } from '../sessions/secret-token.ts';
import { authenticate, endSession } from '../sessions/sessions.ts';
import { livePortals, opened, pay, refusedWith, window } from './testing/live-portals.ts';

const { db, clock, lines, portal, one, two, session, say } = await livePortals();

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

test('what is said to one person reaches their windows on every process, and nobody beside them', async () => {
  const token = await session('4');
  const [till, other, owner, admin] = await Promise.all([
    opened(one.address, [liveProtocol, token]),
    opened(two.address, [liveProtocol, token]),
    opened(one.address, [liveProtocol, await session('1')]),
    opened(two.address, [liveProtocol, await session('3')]),
  ]);
  await inPlatform(db, async (tx) => {
    await announceToPerson(tx, '4', { type: 'OWN' });
    await announceToPerson(tx, '3', { type: 'OWN' });
    await announceToEverybody(tx, { type: 'SET' });
  });
  for (const each of [till, other, admin]) expect(await each.until(2)).toEqual(['OWN', 'SET']);
  expect(await owner.until(1)).toEqual(['SET']);
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
  const elsewhere = await opened(one.address, [liveProtocol, own]);
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
  // Another process hears of it in its own time, and not in the next test.
  await elsewhere.until(2);
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
