import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A network between a browser and its portal that falls silent: nothing arrives any more, and nothing is closed. */
export interface FreezingProxy {
  readonly url: string;
  freeze(): void;
  /** What was under way when it fell silent goes on. */
  thaw(): void;
  stop(): Promise<void>;
}

export async function startFreezingProxy(target: string): Promise<FreezingProxy> {
  const { port, hostname } = new URL(target);
  const sockets = new Set<Socket>();
  let frozen = false;
  const join = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('data', (data) => void to.write(data));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    if (frozen) from.pause();
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    join(near, far);
    join(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    freeze: () => {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      frozen = false;
      for (const socket of sockets) socket.resume();
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
