import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type LiveMessage, liveBeat, liveClose } from '@mizan/contract/live.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { stubBrowser } from '../testing/browser.ts';
import { heartTimes } from './heart.ts';
import { type LiveChannel, openLiveChannel } from './live-channel.ts';

let server: WebSocketServer;
let channel: LiveChannel | undefined;
const handlers = {
  onMessage: vi.fn<(message: LiveMessage) => void>(),
  onHeard: vi.fn<() => void>(),
  onDoubt: vi.fn<() => void>(),
  onFirstConnected: vi.fn<() => void>(),
  onReconnected: vi.fn<() => void>(),
  onSessionEnded: vi.fn<() => void>(),
};

beforeEach(async () => {
  vi.clearAllMocks();
  server = new WebSocketServer({ port: 0, path: '/neopaas/live' });
  await once(server, 'listening');
  stubBrowser({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
afterEach(async () => {
  channel?.close();
  for (const client of server.clients) client.terminate();
  await new Promise((resolve) => server.close(resolve));
  vi.unstubAllGlobals();
});

async function connected(): Promise<ServerSocket> {
  const arrival = once(server, 'connection');
  const [socket] = (await arrival) as [ServerSocket];
  return socket;
}

test('it offers the protocol and the token, and is connected once the server agrees', async () => {
  const arrival = once(server, 'connection');
  channel = openLiveChannel(() => 'the-token', handlers);
  expect(channel.state()).toBe('connecting');
  const [, request] = (await arrival) as [ServerSocket, { headers: Record<string, string> }];
  expect(request.headers['sec-websocket-protocol']?.replace(' ', '')).toBe('mizan.v1,the-token');
  await expect.poll(() => channel?.state()).toBe('connected');
  expect(handlers.onFirstConnected).toHaveBeenCalledOnce();
  expect(handlers.onReconnected).not.toHaveBeenCalled();
});

test('messages of rules S4.5 are heard in their order, what is none of ours is passed over', async () => {
  const arrival = connected();
  channel = openLiveChannel(() => 'the-token', handlers);
  const socket = await arrival;
  for (const text of ['TCO88501158', 'HELLO', 'PAY1904133', 'PAY0904134']) socket.send(text);
  await expect.poll(() => handlers.onMessage).toHaveBeenCalledTimes(3);
  expect(handlers.onMessage.mock.calls.map(([message]) => message)).toEqual([
    { type: 'TCO', tid: '88501158' },
    { type: 'PAY', approved: true, transactionId: '904133' },
    { type: 'PAY', approved: false, transactionId: '904134' },
  ]);
});

test('a lost line comes back by itself and asks to catch up', async () => {
  const first = connected();
  channel = openLiveChannel(() => 'the-token', handlers);
  const socket = await first;
  await expect.poll(() => channel?.state()).toBe('connected');
  const second = connected();
  socket.terminate();
  await second;
  await expect.poll(() => handlers.onReconnected).toHaveBeenCalledTimes(1);
  expect(channel.state()).toBe('connected');
});

/** A socket of a portal that refuses when the test says so. */
class RefusedSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly opened: RefusedSocket[] = [];
  readyState = RefusedSocket.CONNECTING;
  constructor() {
    super();
    RefusedSocket.opened.push(this);
  }
  refuse(): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code: 1006 }));
  }
  close(): void {
    this.readyState = 3;
  }
}

test('a portal that keeps refusing is asked again at waits that double, up to 15 seconds', () => {
  vi.useFakeTimers();
  const chance = vi.spyOn(Math, 'random').mockReturnValue(1);
  vi.stubGlobal('WebSocket', RefusedSocket);
  try {
    channel = openLiveChannel(() => 'the-token', handlers);
    for (const waitMs of [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
      const before = RefusedSocket.opened.length;
      RefusedSocket.opened.at(-1)?.refuse();
      vi.advanceTimersByTime(waitMs - 1);
      expect(RefusedSocket.opened).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(RefusedSocket.opened).toHaveLength(before + 1);
    }
  } finally {
    channel?.close();
    chance.mockRestore();
    vi.useRealTimers();
  }
});

test('a line whose beats stay away counts as lost although its socket looks open, and comes back', async () => {
  const first = connected();
  channel = openLiveChannel(() => 'the-token', handlers);
  const socket = await first;
  await expect.poll(() => channel?.state()).toBe('connected');
  const second = connected();
  socket.send(liveBeat);
  socket.send('TCO88501158');
  // From here on the server says nothing, and closes nothing.
  const again = await second;
  expect(handlers.onDoubt).toHaveBeenCalled();
  await expect.poll(() => handlers.onReconnected).toHaveBeenCalledTimes(1);
  again.send('PAY17');
  await expect.poll(() => handlers.onMessage).toHaveBeenCalledTimes(2);
  expect(handlers.onMessage.mock.calls.map(([{ type }]) => type)).toEqual(['TCO', 'PAY']);
});

test('a portal that says no beats is not missed for it', async () => {
  const first = connected();
  channel = openLiveChannel(() => 'the-token', handlers);
  (await first).send('TCO88501158');
  await expect.poll(() => handlers.onHeard).toHaveBeenCalledTimes(2);
  await new Promise((resolve) => setTimeout(resolve, heartTimes.lostMs + 200));
  expect(channel.state()).toBe('connected');
  expect(handlers.onDoubt).not.toHaveBeenCalled();
});

test('a click on the indicator connects at once, without waiting for the next attempt', async () => {
  const first = connected();
  channel = openLiveChannel(() => 'the-token', handlers);
  (await first).terminate();
  await expect.poll(() => channel?.state()).toBe('notConnected');
  channel.connect();
  expect(channel.state()).toBe('connecting');
});

test('a revoked session ends the channel for good', async () => {
  const first = connected();
  channel = openLiveChannel(() => 'the-token', handlers);
  (await first).close(liveClose.sessionEnded);
  await expect.poll(() => handlers.onSessionEnded).toHaveBeenCalledTimes(1);
  channel.connect();
  expect(channel.state()).toBe('notConnected');
});

test('the end of a session that this tab has left for another one ends nothing of that one', async () => {
  const first = connected();
  let token = 'looking-on';
  channel = openLiveChannel(() => token, handlers);
  const socket = await first;
  const second = connected();
  token = 'own';
  socket.close(liveClose.sessionEnded);
  await second;
  await expect.poll(() => handlers.onReconnected).toHaveBeenCalledTimes(1);
  expect(handlers.onSessionEnded).not.toHaveBeenCalled();
});

test('closing sets not connected, and sending then logs that the WebSocket is not open', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const first = connected();
  channel = openLiveChannel(() => 'the-token', handlers);
  const socket = await first;
  const heard = once(socket, 'message');
  await expect.poll(() => channel?.state()).toBe('connected');
  channel.send({ hello: 1 });
  expect(String((await heard)[0])).toBe('{"hello":1}');
  channel.close();
  expect(channel.state()).toBe('notConnected');
  channel.send('anything');
  expect(log).toHaveBeenCalledExactlyOnceWith('WebSocket is not open');
});
