import type { Picture } from './picture.ts';

const marker = { startOfImage: 0xd8, endOfImage: 0xd9, startOfScan: 0xda, fill: 0xff } as const;
/** Tables, frames and scans; of what programs add the colours alone (JFIF, ICC, Adobe). EXIF says where a picture was taken. */
const isKept = (code: number): boolean =>
  (code >= 0xc0 && code <= 0xcf) || [0xda, 0xdb, 0xdd, 0xe0, 0xe2, 0xee].includes(code);
const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);
const isRestart = (code: number): boolean => code >= 0xd0 && code <= 0xd7;
/** Length, precision, height, width, number of components, and one of them. */
const frameBytesMin = 11;

/** Where the coded pixels from `at` on end: before the next marker that is none of a restart. */
function scanEnd(content: Buffer, at: number): number {
  for (let next = at; ; next += 1) {
    next = content.indexOf(0xff, next);
    if (next < 0 || next + 1 >= content.length) return content.length;
    const code = content.readUInt8(next + 1);
    if (code !== 0 && !isRestart(code)) return next;
  }
}

interface Walk {
  kept: Buffer[];
  sides: [width: number, height: number] | null;
  hasScan: boolean;
}

/** One segment from its marker on, and where the next begins; null where it is cut or is none. */
function segment(content: Buffer, at: number, code: number, walk: Walk): number | null {
  if (at + 4 > content.length) return null;
  const lengthBytes = content.readUInt16BE(at + 2);
  let end = at + 2 + lengthBytes;
  if (lengthBytes < 2 || end > content.length) return null;
  if (isFrame(code)) {
    if (lengthBytes < frameBytesMin || walk.sides) return null;
    walk.sides = [content.readUInt16BE(at + 7), content.readUInt16BE(at + 5)];
  }
  if (code === marker.startOfScan) {
    if (!walk.sides) return null;
    const pixels = end;
    end = scanEnd(content, pixels);
    if (end === pixels) return null;
    walk.hasScan = true;
  }
  if (isKept(code)) walk.kept.push(content.subarray(at, end));
  return end;
}

/** The picture of a whole JPEG of sides up to `sideMax`, without what else stood in it or behind it; null of anything else. */
export function readJpeg(content: Buffer, sideMax: number): Picture | 'sides' | null {
  if (content[0] !== 0xff || content[1] !== marker.startOfImage) return null;
  const walk: Walk = { kept: [content.subarray(0, 2)], sides: null, hasScan: false };
  let at: number | null = 2;
  while (at !== null && at + 2 <= content.length && content[at] === 0xff) {
    const code = content.readUInt8(at + 1);
    if (code === marker.endOfImage) {
      const [width = 0, height = 0] = walk.sides ?? [];
      if (!walk.hasScan || width === 0 || height === 0) return null;
      if (width > sideMax || height > sideMax) return 'sides';
      walk.kept.push(content.subarray(at, at + 2));
      return { mediaType: 'image/jpeg', content: Buffer.concat(walk.kept), width, height };
    }
    if (code === marker.fill) at += 1;
    else if (code === 0 || isRestart(code) || (code <= marker.startOfImage && code >= 0xd0)) return null;
    else at = segment(content, at, code, walk);
  }
  return null;
}
