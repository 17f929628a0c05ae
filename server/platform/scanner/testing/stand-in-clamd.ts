import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Identity } from '../../testing/certificates.ts';
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
  /** The same as VIRUS_SCANNER says it. */
  setting: string;
  /** How it answers from now on. */
  behave(behaviour: Behaviour): void;
  /** Every whole stream so far. */
  scanned: Buffer[];
  /** Resolves once somebody's stream is whole. */
  nextStream(): Promise<void>;
  stop(): Promise<void>;
}

const [instream, ping] = [Buffer.from('zINSTREAM\0'), Buffer.from('zPING\0')];

/** The content of a stream, or null while its last chunk, which is empty, has not come. */
function contentOf(stream: Buffer): Buffer | null {
  if (!stream.subarray(0, instream.length).equals(instream)) return null;
  const chunks: Buffer[] = [];
  for (let at = instream.length; at + 4 <= stream.length; ) {
    const length = stream.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(stream.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

interface Place {
  /** A socket in the file system instead of a free port of this machine. */
  path?: string;
  /** What the TLS proxy before it shows, where there is one. */
  identity?: Identity;
}

/** Starts one; it ends with `stop`. */
export async function standInClamd({ path, identity }: Place = {}): Promise<StandInClamd> {
  let behave = honest;
  const scanned: Buffer[] = [];
  const open = new Set<Socket>();
  const serve = (socket: Socket): void => {
    open.add(socket);
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (received.equals(ping)) socket.end('PONG\0');
      const content = contentOf(received);
      if (content === null) return;
      scanned.push(content);
      server.emit('stream');
      behave(socket, content);
    });
  };
  const server = identity
    ? createTlsServer({ cert: identity.certificate, key: identity.key }, serve)
    : createServer(serve);
  server.listen(path ? { path } : { host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const port = path ? 0 : (server.address() as AddressInfo).port;
  return {
    address: path ? { path } : { host: 'localhost', port, tls: identity !== undefined },
    setting: path ? `unix:${path}` : `${identity ? 'tls' : 'tcp'}://localhost:${port}`,
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
