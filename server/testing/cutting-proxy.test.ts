import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { startCuttingProxy } from './cutting-proxy.ts';

test.each([3, 200, 70_000])(
  'frames of %i characters arrive, every second one twice where it is whole',
  async (length) => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const came: string[] = [];
    server.on('connection', (line) =>
      line.on('message', (data) => {
        came.push(String(data).slice(0, 1));
        line.send('.');
      }),
    );
    const proxy = await startCuttingProxy(() => ({ port, piecesUntilCut: 1_000, twiceEvery: 2 }));
    const line = new WebSocket(proxy.url.replace('http', 'ws'), { perMessageDeflate: false });
    await once(line, 'open');
    for (const each of ['a', 'b', 'c', 'd']) {
      const before = came.length;
      line.send(each.repeat(length));
      await expect.poll(() => came.length).toBeGreaterThan(before);
    }
    line.close();
    await proxy.stop();
    server.close();
    // Too long for a piece to hold it: it is passed on as it is.
    const isWhole = length < 65_536;
    expect(came.filter((each, at) => came.indexOf(each) === at)).toEqual(['a', 'b', 'c', 'd']);
    expect(came.length > 4).toBe(isWhole);
  },
);

/** A server that writes down what each of its lines brings, and answers nothing. */
async function openListener() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const came: string[] = [];
  let lines = 0;
  server.on('connection', (line) => {
    const ordinal = (lines += 1);
    line.on('error', () => {});
    line.on('message', (data) => {
      came.push(`${ordinal} ${(JSON.parse(String(data)) as { type: string }).type}`);
      line.send(String(came.length));
    });
  });
  return { server, port, came };
}
const tid = '88501158';
const say = (line: WebSocket, type: string): void => line.send(JSON.stringify({ tid, type }));
async function openLine(url: string): Promise<WebSocket> {
  const line = new WebSocket(url.replace('http', 'ws'), { perMessageDeflate: false });
  line.on('error', () => {});
  await once(line, 'open');
  return line;
}

test('every second frame arrives after the one that follows it, in both directions; alone it arrives all the same', async () => {
  const { server, port, came } = await openListener();
  const proxy = await startCuttingProxy(() => ({ port, piecesUntilCut: 1_000, swapEvery: 2 }));
  const line = await openLine(proxy.url);
  const heard: string[] = [];
  line.on('message', (data) => heard.push(String(data)));
  for (const type of ['a', 'b', 'c', 'd']) say(line, type);
  await expect.poll(() => came).toEqual(['1 a', '1 c', '1 b', '1 d']);
  await expect.poll(() => heard.toSorted()).toEqual(['1', '2', '3', '4']);
  expect(heard).not.toEqual(heard.toSorted());
  expect(proxy.did.swapped).toBeGreaterThan(1);
  proxy.heal();
  await proxy.stop();
  server.close();
});

test('a frame that keeps its place overtakes nothing, and nothing overtakes it', async () => {
  const { server, port, came } = await openListener();
  const keepsPlace = (text: string): boolean => text.includes('"type":"total"');
  const proxy = await startCuttingProxy(() => ({ port, piecesUntilCut: 1_000, swapEvery: 2, keepsPlace }));
  const line = await openLine(proxy.url);
  for (const type of ['a', 'b', 'total', 'total', 'e', 'f', 'g']) say(line, type);
  await expect
    .poll(() => came.map((each) => each.slice(2)))
    .toEqual(['a', 'b', 'total', 'total', 'e', 'g', 'f']);
  await proxy.stop();
  server.close();
});

test('what an old line said last reaches the gateway on that line, after the hello of the terminal’s next one', async () => {
  const { server, port, came } = await openListener();
  const fates = [{ port, piecesUntilCut: 8, latePieces: 4 }];
  const proxy = await startCuttingProxy(() => fates.shift() ?? { port, piecesUntilCut: 1_000 });
  const first = await openLine(proxy.url);
  // The opening takes a piece of each direction, this another two; what is said from here on stays on its way.
  say(first, 'hello');
  await once(first, 'message');
  for (const type of ['x', 'y', 'z']) {
    say(first, type);
    // A piece of its own.
    await new Promise((resolve) => setImmediate(resolve));
  }
  first.terminate();
  const second = await openLine(proxy.url);
  expect(came).toEqual(['1 hello']);
  say(second, 'hello');
  await expect.poll(() => came.length).toBe(5);
  expect(came.filter((each) => each.startsWith('1'))).toEqual(['1 hello', '1 x', '1 y', '1 z']);
  expect(came.filter((each) => each.startsWith('2'))).toEqual(['2 hello']);
  expect(proxy.did.late).toBe(1);
  await proxy.stop();
  server.close();
});
