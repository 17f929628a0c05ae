import { readSync } from 'node:fs';
import type { FoundEncoding, TextSource } from './text-encoding.ts';

/** Smaller files are read whole: it costs less than it would to choose. */
const spreadFromBytes = 4 * 1024 * 1024;
/** How many places of a file are read, and how much at each. */
const places = 64;
const placeBytes = 32 * 1024;

/** Whether a file is so large that a sample reads places of it alone. UTF-16 is read whole: it cannot be entered anywhere. */
export const isSpread = (sizeBytes: number, { encoding }: FoundEncoding): boolean =>
  sizeBytes >= spreadFromBytes && (encoding === 'utf-8' || encoding === 'windows-1256');

/**
 * Places spread evenly over a text, whole lines each, beginning with its first bytes. Lines are counted as if nothing lay
 * between them. A quoted cell with line ends in it may be cut; its row is then one that cannot be read.
 */
export function openSpread(fd: number, sizeBytes: number, found: FoundEncoding): TextSource {
  const buffer = Buffer.allocUnsafe(placeBytes);
  const decoder = found.encoding === 'utf-8' ? null : new TextDecoder(found.encoding);
  let place = 0;
  return () => {
    while (place < places) {
      const at = found.start + Math.floor((place * (sizeBytes - found.start)) / places);
      const count = readSync(fd, buffer, 0, placeBytes, at);
      const isFirst = place++ === 0;
      const start = isFirst ? 0 : buffer.indexOf(0x0a) + 1;
      const end = buffer.lastIndexOf(0x0a, count - 1) + 1;
      if ((start === 0 && !isFirst) || end <= start) continue;
      const lines = buffer.subarray(start, end);
      return decoder ? Buffer.from(decoder.decode(lines)) : lines;
    }
    return null;
  };
}
