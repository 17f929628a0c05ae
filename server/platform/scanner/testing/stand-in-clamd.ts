import { once } from 'node:events';
import { type AddressInfo, createServer, type ListenOptions, type Socket } from 'node:net';
import type { ScannerAddress } from '../clamd.ts';

/** The test file that every scanner finds; written in two parts, so that none finds it in these sources. */
export const eicar = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-` + 'ANTIVIRUS-TEST-FILE!$H+H*';

/** Says what it thinks of a whole stream, on its own socket. */
export type Behaviour = (socket: Socket, content: Buffer) => void;

/** As clamd does: it knows one signature. */
export const honest: Behaviour = (socket, content) =>
  void socket.end(content.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');

/** A clamd on a real socket that speaks the protocol and behaves as a test wants. */
export interface StandInClamd {
  address: ScannerAddress;
  /** How it answers from now on. */
  behave(behaviour: Behaviour): void;
  /** Every whole stream so far. */
  scanned: Buffer[];
  /** Resolves once somebody's stream is whole. */
  nextStream(): Promise<void>;
  stop(): Promise<void>;
}

const command = 'zINSTREAM\0';

/** The content of a stream, or null while its last chunk, which is empty, has not come. */
function contentOf(stream: Buffer): Buffer | null {
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= stream.length; ) {
    const length = stream.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(stream.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

/** Listens on a free port of this machine, or on a socket in the file system. */
export async function standInClamd(
  place: ListenOptions = { host: '127.0.0.1', port: 0 },
): Promise<StandInClamd> {
  let behave = honest;
  const scanned: Buffer[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (received.toString('latin1') === 'zPING\0') socket.end('PONG\0');
      const content = received.toString('latin1', 0, command.length) === command ? contentOf(received) : null;
      if (content === null) return;
      scanned.push(content);
      server.emit('stream');
      behave(socket, content);
    });
  });
  server.listen(place);
  await once(server, 'listening');
  const { path } = place;
  return {
    address: path ? { path } : { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    behave: (behaviour) => {
      behave = behaviour;
    },
    scanned,
    nextStream: async () => void (await once(server, 'stream')),
    stop: async () => {
      if (!server.listening) return;
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
