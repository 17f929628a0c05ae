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
