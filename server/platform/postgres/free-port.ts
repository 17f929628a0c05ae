import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range that systems hand to outgoing connections, so that a kept port stays free between starts. */
const lowestPort = 15_432;
const highestPort = 32_000;
const attempts = 50;

/** True where a server could listen on 127.0.0.1:`port` now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const probe = createServer();
    probe.once('error', () => answer(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => answer(true)));
  });
}

/** A port that is free now; throws after fifty taken ones. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = randomInt(lowestPort, highestPort);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`No free port found between ${lowestPort} and ${highestPort}`);
}
