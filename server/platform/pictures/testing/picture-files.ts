import { crc32 } from 'node:zlib';

/** Small pictures as programs write them, and as nobody should. */

export function chunkOf(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** A PNG of this header and these packed pixels, with `more` chunks between them. */
export const pngWith = (header: Buffer, packed: Buffer, ...more: readonly Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunkOf('IHDR', header),
    ...more,
    chunkOf('IDAT', packed),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);

export function webpChunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(name, 'latin1'), length, data, Buffer.alloc(data.length % 2)]);
}

/** The head of pixels of this size; what follows it draws nothing in particular. */
function pixels(width: number, height: number, kind: 'VP8 ' | 'VP8L'): Buffer {
  if (kind === 'VP8L') {
    const bits = Buffer.alloc(4);
    bits.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0);
    return Buffer.concat([Buffer.from([0x2f]), bits, Buffer.alloc(7)]);
  }
  const head = Buffer.from([0x10, 0, 0, 0x9d, 0x01, 0x2a, 0, 0, 0, 0]);
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  return Buffer.concat([head, Buffer.alloc(8)]);
}

export function webpOf(
  width: number,
  height: number,
  kind: 'VP8 ' | 'VP8L' = 'VP8 ',
  {
    isExtended = false,
    flags = 0,
    saidWidth = width,
    more = [],
  }: { isExtended?: boolean; flags?: number; saidWidth?: number; more?: readonly Buffer[] } = {},
): Buffer {
  const extended = Buffer.alloc(10);
  extended.writeUInt8(flags, 0);
  extended.writeUIntLE(saidWidth - 1, 4, 3);
  extended.writeUIntLE(height - 1, 7, 3);
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    ...(isExtended ? [webpChunk('VP8X', extended)] : []),
    webpChunk(kind, pixels(width, height, kind)),
    ...more,
  ]);
  return webpChunk('RIFF', body);
}
