import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';

/** One end of a WebSocket that keeps to no rule: it answers no close, and frames are bytes that a test writes. */
export interface RawSocket {
  /** The status of the handshake's answer: 101 where it is open. */
  readonly status: number;
  write(bytes: Buffer): void;
  /** Resolves once the connection is gone, by whichever side, with the milliseconds since the handshake. */
  readonly ended: Promise<number>;
  /** What came after the handshake. */
  received(): Buffer;
  drop(): void;
}

interface RawOptions {
  port: number;
  path: string;
  protocols: string;
  /** The address that it comes from: any of 127.0.0.0/8. */
  from?: string;
}

const headEnd = '\r\n\r\n';

/** Asks for a WebSocket and waits for the answer. */
export async function openRawSocket({ port, path, protocols, from }: RawOptions): Promise<RawSocket> {
  const socket = connect({ port, host: '127.0.0.1', ...(from ? { localAddress: from } : {}) });
  socket.on('error', () => socket.destroy());
  let received = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(
    [
      `GET ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      `Sec-WebSocket-Protocol: ${protocols}`,
    ].join('\r\n') + headEnd,
  );
  while (!received.includes(headEnd) && !socket.destroyed) {
    await Promise.race([once(socket, 'data'), closed]);
  }
  const openedAt = performance.now();
  const head = received.subarray(0, received.indexOf(headEnd) + headEnd.length);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head.toString())?.[1] ?? 0),
    write: (bytes) => socket.write(bytes),
    ended: closed.then(() => performance.now() - openedAt),
    received: () => received.subarray(head.length),
    drop: () => socket.destroy(),
  };
}

/** The first byte of a frame: what it is, and whether a message ends with it. */
export const frameStarts = { text: 0x81, firstPiece: 0x01, nextPiece: 0x00, ping: 0x89 } as const;

/** A frame as clients send it, under a mask of zeros. `saysBytes`: the length that it claims, where it holds less. */
export function clientFrame(start: number, body: Buffer, saysBytes = body.length): Buffer {
  const mask = Buffer.alloc(4);
  if (saysBytes < 126) return Buffer.concat([Buffer.from([start, 0x80 | saysBytes]), mask, body]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(saysBytes);
  return Buffer.concat([Buffer.from([start, 0xfe]), length, mask, body]);
}
