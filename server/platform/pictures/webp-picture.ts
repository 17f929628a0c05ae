import type { Picture } from './picture.ts';

const headBytes = 12;
/** What is drawn, and in which colours. */
const kept: ReadonlySet<string> = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP']);
/** Bits of VP8X: moving, and that texts of programs stand in it. */
const flags = { moving: 0x02, texts: 0x0c } as const;

interface Chunk {
  name: string;
  data: Buffer;
  whole: Buffer;
}

/** Up to the end that its head says, and no further; null where one is cut. */
function chunksOf(content: Buffer): Chunk[] | null {
  const end = 8 + content.readUInt32LE(4);
  if (end > content.length) return null;
  const chunks: Chunk[] = [];
  let at = headBytes;
  while (at + 8 <= end) {
    const lengthBytes = content.readUInt32LE(at + 4);
    // Each stands at an even place.
    const next = at + 8 + lengthBytes + (lengthBytes % 2);
    if (next > end) return null;
    const data = content.subarray(at + 8, at + 8 + lengthBytes);
    chunks.push({ name: content.toString('latin1', at, at + 4), data, whole: content.subarray(at, next) });
    at = next;
  }
  return at === end ? chunks : null;
}

/** Its sides by the pixels themselves; null where they are none. */
function sidesOf({ name, data }: Chunk): [width: number, height: number] | null {
  if (name === 'VP8L') {
    if (data.length < 6 || data[0] !== 0x2f) return null;
    const bits = data.readUInt32LE(1);
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
  }
  // A key frame, and the three bytes that begin one.
  if (data.length < 11 || ((data[0] ?? 1) & 1) !== 0 || data.readUIntBE(3, 3) !== 0x9d012a) return null;
  return [data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff];
}

/** The picture of a whole WebP that stands still, of sides up to `sideMax`, without what else stood in it; null of anything else. */
export function readWebp(content: Buffer, sideMax: number): Picture | 'sides' | null {
  if (content.length < headBytes + 8 || content.toString('latin1', 0, 4) !== 'RIFF') return null;
  if (content.toString('latin1', 8, headBytes) !== 'WEBP') return null;
  const chunks = chunksOf(content);
  const [first] = chunks ?? [];
  if (!chunks || !first || !['VP8X', 'VP8 ', 'VP8L'].includes(first.name)) return null;
  const isExtended = first.name === 'VP8X';
  const pixels = chunks.filter(({ name }) => name === 'VP8 ' || name === 'VP8L');
  const [drawn] = pixels;
  if (!drawn || pixels.length > 1) return null;
  if (isExtended && (first.data.length !== 10 || ((first.data[0] ?? 0) & flags.moving) !== 0)) return null;
  const sides = sidesOf(drawn);
  if (!sides?.every((side) => side > 0)) return null;
  const [width, height] = sides;
  if (width > sideMax || height > sideMax) return 'sides';
  if (isExtended && (first.data.readUIntLE(4, 3) + 1 !== width || first.data.readUIntLE(7, 3) + 1 !== height))
    return null;
  const body = Buffer.concat(chunks.filter(({ name }) => kept.has(name)).map(({ whole }) => whole));
  if (isExtended) body.writeUInt8((first.data[0] ?? 0) & ~flags.texts, 8);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(4 + body.length, 4);
  return { mediaType: 'image/webp', content: Buffer.concat([head, body]), width, height };
}
