import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { livePath } from '@mizan/contract/live.ts';

/** A network that carries every call to the portal, and its live channel only while it is let through. */
export interface SocketlessProxy {
  readonly url: string;
  /** Ends the live channels that stand, and each that is tried from now on. */
  refuseLive(): void;
  letLive(): void;
  stop(): Promise<void>;
}

export async function startSocketlessProxy(target: string): Promise<SocketlessProxy> {
  const { port, hostname } = new URL(target);
  const lines = new Set<Socket>();
  const liveLines = new Set<Socket>();
  let isRefused = false;

  function serve(near: Socket, first: Buffer): void {
    const isLive = first.includes(`GET ${livePath}`);
    if (isLive && isRefused) return void near.destroy();
    const far = connect(Number(port), hostname);
    if (isLive) liveLines.add(near);
    near.on('close', () => {
      liveLines.delete(near);
      far.destroy();
    });
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    far.write(first);
    near.pipe(far).pipe(near);
  }
  const server = createServer((near) => {
    lines.add(near);
    near.on('error', () => near.destroy()).on('close', () => lines.delete(near));
    near.once('data', (first: Buffer) => serve(near, first));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuseLive: () => {
      isRefused = true;
      for (const line of liveLines) line.destroy();
    },
    letLive: () => {
      isRefused = false;
    },
    stop: async () => {
      for (const line of lines) line.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
