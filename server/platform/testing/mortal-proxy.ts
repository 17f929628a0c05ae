import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A database as seen over a line that dies at the nth connection, with all others, and is dead for a while. */
export interface MortalProxy {
  /** The URL of the database behind it, by way of this line. */
  url: string;
  /** Connections that came so far, those that were cut included. */
  connections(): number;
  /** Whether the line died already. */
  hasDied(): boolean;
  close(): void;
}

/** `passBytes`: how much of the fatal connection gets through first, so that it dies at its work and not at the door. */
export async function mortalProxy(
  databaseUrl: string,
  { diesAt, passBytes, deadMs }: { diesAt: number; passBytes: number; deadMs: number },
): Promise<MortalProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let [count, hasDied, deadUntil] = [0, false, 0];

  function die(): void {
    hasDied = true;
    deadUntil = performance.now() + deadMs;
    for (const socket of open) socket.destroy();
  }
  const server = createServer((client) => {
    count += 1;
    client.on('error', () => client.destroy());
    if (performance.now() < deadUntil) return void client.destroy();
    const isFatal = count >= diesAt && !hasDied;
    const upstream = connect({ host: target.hostname, port: Number(target.port) });
    upstream.on('error', () => upstream.destroy());
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    let passed = 0;
    client.on('data', (chunk) => {
      passed += chunk.length;
      if (isFatal && !hasDied && passed > passBytes) die();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    connections: () => count,
    hasDied: () => hasDied,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
