import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A database as seen over a line that dies at the nth connection, with all others, and is dead for a while: once or again. */
export interface MortalProxy {
  /** The URL of the database behind it, by way of this line. */
  url: string;
  /** How often the line died. */
  deaths(): number;
  close(): void;
}

export interface Mortality {
  /** The first connection that it dies at, from 1. */
  diesAt: number;
  /** How often it dies at most, 1 unless said, and how many connections later each time. */
  deaths?: number;
  between?: number;
  /** How much of a fatal connection gets through first, so that it dies at its work and not at the door. */
  passBytes: number;
  deadMs: number;
}

export async function mortalProxy(
  databaseUrl: string,
  { diesAt, deaths: deathsMost = 1, between = 1, passBytes, deadMs }: Mortality,
): Promise<MortalProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let [seen, deaths, deadUntil, fatal] = [0, 0, 0, diesAt];

  function die(): void {
    deaths += 1;
    fatal = deaths < deathsMost ? seen + between : Number.POSITIVE_INFINITY;
    deadUntil = performance.now() + deadMs;
    for (const socket of open) socket.destroy();
  }
  const server = createServer((client) => {
    client.on('error', () => client.destroy());
    if (performance.now() < deadUntil) return void client.destroy();
    seen += 1;
    const number = seen;
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
      if (number >= fatal && passed > passBytes) die();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    deaths: () => deaths,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
