import { terminalLinkPath, terminalLinkProtocol } from '@mizan/contract/terminal-link.ts';
import { afterAll, expect, test } from 'vitest';
import { closeAnswerMs } from '../platform/live/socket-server.ts';
import { clientFrame, frameStarts, openRawSocket, type RawSocket } from '../platform/testing/raw-socket.ts';
import { handTerminal, makeKey } from '../testing/hand-terminal.ts';
import { openShop } from '../testing/shop.ts';
import { openWorld } from '../testing/stand.ts';
import { gatewayLimits } from './gateway-limits.ts';

/** What anybody may do to the line of terminals before a sign-in: little, and not for long. */
const world = await openWorld();
const stand = await world.stand();
const port = Number(new URL(stand.url).port);
const { strangers } = gatewayLimits;
const byte = Buffer.from('x');
const opened: RawSocket[] = [];
afterAll(() => opened.forEach((socket) => socket.drop()));

async function stranger(from?: string): Promise<RawSocket> {
  const options = { port, path: terminalLinkPath, protocols: terminalLinkProtocol };
  const socket = await openRawSocket(from ? { ...options, from } : options);
  opened.push(socket);
  return socket;
}
const strangersOf = async (from: string, count: number): Promise<RawSocket[]> =>
  Promise.all(Array.from({ length: count }, () => stranger(from)));
/** Begun first and awaited last: it says nothing, and answers no close. */
const silent = stranger('127.0.0.9');

test('a message in more pieces than a terminal ever sends ends the connection at once', async () => {
  const socket = await stranger();
  const pieces = Array.from({ length: gatewayLimits.fragments }, () =>
    clientFrame(frameStarts.nextPiece, byte),
  );
  socket.write(Buffer.concat([clientFrame(frameStarts.firstPiece, byte), ...pieces]));
  expect(await socket.ended).toBeLessThan(closeAnswerMs + 1_000);
});

test.each([
  ['pings', frameStarts.ping, Buffer.alloc(0)],
  ['frames', frameStarts.text, Buffer.from('{}')],
])('more %s a second than a sign-in needs end the connection at once', async (_, start, body) => {
  const socket = await stranger();
  const frames = Array.from({ length: strangers.messagesPerSecond + 1 }, () => clientFrame(start, body));
  socket.write(Buffer.concat(frames));
  expect(await socket.ended).toBeLessThan(1_000);
});

test('503: one more of an address that has all its strangers; others come in, and so does it once one left', async () => {
  const from = '127.0.0.2';
  const all = await strangersOf(from, strangers.ofOneAddress);
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([101]));
  expect((await stranger(from)).status).toBe(503);
  expect((await stranger('127.0.0.3')).status).toBe(101);
  all[0]?.drop();
  await expect.poll(async () => (await stranger(from)).status).toBe(101);
  for (const socket of all) socket.drop();
});

test('who has signed in is no stranger: one address may have more terminals than strangers', async () => {
  const shop = await openShop(world.db, 2);
  const [first, second] = shop.terminals.map(({ tid }) => handTerminal(stand.url, tid, makeKey()));
  await first?.signIn(shop.terminals[0]?.enrolCode);
  const others = await strangersOf('127.0.0.1', strangers.ofOneAddress - 1);
  expect(others.filter(({ status }) => status === 101)).toHaveLength(strangers.ofOneAddress - 1);
  // It was here before them and has signed in only now: with the first one still counted it would be one too many.
  await second?.signIn(shop.terminals[1]?.enrolCode);
  expect((await stranger()).status).toBe(101);
  for (const socket of others) socket.drop();
});

test('together they hold no more than their share, and a terminal signs in meanwhile', async () => {
  const half = 0xffff;
  const body = Buffer.alloc(half - 1);
  const needed = Math.ceil(strangers.sharedBytes / (half - strangers.ownBytes)) + 20;
  const all = (
    await Promise.all(['127.0.0.4', '127.0.0.5'].map((from) => strangersOf(from, needed / 2)))
  ).flat();
  let ended = 0;
  for (const socket of all) {
    void socket.ended.then(() => (ended += 1));
    socket.write(clientFrame(frameStarts.text, body, half));
  }
  await expect.poll(() => ended).toBeGreaterThan(0);
  expect(ended).toBeLessThan(all.length / 2);
  const shop = await openShop(world.db, 1);
  const place = shop.terminals[0];
  const terminal = handTerminal(stand.url, place?.tid ?? '', makeKey());
  expect(await terminal.signIn(place?.enrolCode)).toMatchObject({ epoch: 1 });
  for (const socket of all) socket.drop();
});

test('one alone may send no more than the longest hello takes', async () => {
  const socket = await stranger('127.0.0.6');
  const pong = JSON.stringify({
    v: 1,
    id: crypto.randomUUID(),
    tid: '88500001',
    ts: new Date(),
    type: 'pong',
  });
  const frame = clientFrame(frameStarts.text, Buffer.from(pong.padEnd(60_000)));
  for (let count = 0; count < 3; count += 1) socket.write(frame);
  expect(await socket.ended).toBeLessThan(1_000);
});

test('who says nothing and answers no close is gone when the time to sign in and to answer is over', async () => {
  const endedAfterMs = await (await silent).ended;
  expect(endedAfterMs).toBeGreaterThan(gatewayLimits.signInMs - 100);
  expect(endedAfterMs).toBeLessThan(gatewayLimits.signInMs + closeAnswerMs + 1_500);
});
