import { expect, test } from 'vitest';
import { newToken } from '../sessions/secret-token.ts';
import { authenticate, endSession } from '../sessions/sessions.ts';
import { clientFrame, frameStarts } from '../testing/raw-socket.ts';
import { liveLimits } from './live-channel.ts';
import { closeAnswerMs } from './socket-server.ts';
import { livePortals, rawWindow } from './testing/live-portals.ts';

/** What a window may do without a session, and against the manners of the channel. */
const { db, clock, one, two, session } = await livePortals();
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
