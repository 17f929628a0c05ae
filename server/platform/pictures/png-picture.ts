import { crc32, inflateSync } from 'node:zlib';
import type { Picture } from './picture.ts';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
/** What is drawn, and in which colours: texts, places, times and whatever programs add are not kept. */
const kept: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'IDAT',
  'IEND',
  'sRGB',
  'gAMA',
  'cHRM',
  'iCCP',
]);

interface Chunk {
  name: string;
  data: Buffer;
  whole: Buffer;
}

/** Up to IEND and no further; null where one is cut or its checksum is not its own. */
function chunksOf(content: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  let at = signature.length;
  while (at + 12 <= content.length) {
    const end = at + 12 + content.readUInt32BE(at);
    if (end > content.length) return null;
    const named = content.subarray(at + 4, end - 4);
    if (crc32(named) !== content.readUInt32BE(end - 4)) return null;
    const name = named.toString('latin1', 0, 4);
    chunks.push({ name, data: named.subarray(4), whole: content.subarray(at, end) });
    if (name === 'IEND') return chunks;
    at = end;
  }
  return null;
}

/** Samples of a pixel by the kind of colour, and the depths that the format has for it. */
const colours = new Map<number | undefined, { samples: number; depths: readonly number[] }>([
  [0, { samples: 1, depths: [1, 2, 4, 8, 16] }],
  [2, { samples: 3, depths: [8, 16] }],
  [3, { samples: 1, depths: [1, 2, 4, 8] }],
  [4, { samples: 2, depths: [8, 16] }],
  [6, { samples: 4, depths: [8, 16] }],
]);
/** The seven passes of an interlaced picture: where each begins, and how far apart its pixels are. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

interface Pass {
  lineBytes: number;
  lines: number;
}

/** The lines of pixels as they are packed, each with its filter before it; null where there is no such header. */
function passesOf(header: Buffer): Pass[] | null {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, colour, compression, filter, interlace] = header.subarray(8);
  const kind = colours.get(colour);
  if (!kind?.depths.includes(depth) || compression !== 0 || filter !== 0) return null;
  const passOf = (columns: number, lines: number): Pass => ({
    lineBytes: columns === 0 ? 0 : 1 + Math.ceil((columns * kind.samples * depth) / 8),
    lines,
  });
  if (interlace === 0) return [passOf(width, height)];
  if (interlace !== 1) return null;
  const share = (side: number, start: number, step: number): number =>
    Math.max(0, Math.ceil((side - start) / step));
  return passes.map(([x, y, dx, dy]) => passOf(share(width, x, dx), share(height, y, dy)));
}

const filterMax = 4;

/**
 * Whether the pixels are there, all of them and no more, each line by a filter that there is: unpacked up to their number, so
 * that a small file cannot fill the memory.
 */
function hasPixels(packed: Buffer, of: readonly Pass[]): boolean {
  const bytes = of.reduce((sum, { lineBytes, lines }) => sum + lineBytes * lines, 0);
  if (bytes === 0) return false;
  let pixels: Buffer;
  try {
    pixels = inflateSync(packed, { maxOutputLength: bytes });
  } catch {
    return false;
  }
  if (pixels.length !== bytes) return false;
  let at = 0;
  for (const { lineBytes, lines } of of) {
    if (lineBytes === 0) continue;
    for (let line = 0; line < lines; line += 1, at += lineBytes) {
      if (pixels.readUInt8(at) > filterMax) return false;
    }
  }
  return true;
}

/** The picture of a whole PNG of sides up to `sideMax`, without what else stood in it; null of anything else. */
export function readPng(content: Buffer, sideMax: number): Picture | 'sides' | null {
  if (!content.subarray(0, signature.length).equals(signature)) return null;
  const chunks = chunksOf(content);
  const [header] = chunks ?? [];
  if (!chunks || header?.name !== 'IHDR' || header.data.length !== 13) return null;
  if (chunks.filter(({ name }) => name === 'IHDR').length !== 1) return null;
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
  const isPalette = header.data[9] === 3;
  if (isPalette && !chunks.some(({ name }) => name === 'PLTE')) return null;
  if (width > sideMax || height > sideMax) return 'sides';
  const lines = passesOf(header.data);
  const packed = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data));
  if (!lines || !hasPixels(packed, lines)) return null;
  const drawn = chunks.filter(({ name }) => kept.has(name)).map(({ whole }) => whole);
  return { mediaType: 'image/png', content: Buffer.concat([signature, ...drawn]), width, height };
}
