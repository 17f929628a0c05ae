import { isUtf8 } from 'node:buffer';
import { readSync } from 'node:fs';
import { type TextEncoding } from '@mizan/contract/table-form.ts';
import { fileRefused } from './file-refused.ts';

/** Bytes read at once. A worker thread reads synchronously: nobody else waits on it. */
const chunkBytes = 1024 * 1024;

/** A text file as chunks of UTF-8, whatever its own encoding; null at its end. The chunk is reused. */
export type TextSource = () => Uint8Array | null;

const byteOrderMarks: readonly { encoding: TextEncoding; mark: readonly number[] }[] = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
];

export interface FoundEncoding {
  encoding: TextEncoding;
  /** Where the text begins, behind its byte order mark. */
  start: number;
  /** Nothing in the bytes proves windows-1256: it stands only once a known Arabic column name was read with it. */
  needsProof: boolean;
}

/**
 * The encoding of a whole text file: by its mark, else UTF-16 of letters alone, else strict UTF-8, else as a person said,
 * else windows-1256 to be proven.
 * Reads every byte once, because a name in the last line may be the first that is no UTF-8.
 * Refuses binary content as `notTable`, and as `encoding` what was said to be UTF-8 and is not.
 */
export function findEncoding(fd: number, sizeBytes: number, said?: TextEncoding): FoundEncoding {
  const head = Buffer.alloc(4);
  const headBytes = readSync(fd, head, 0, 4, 0);
  for (const { encoding, mark } of byteOrderMarks) {
    if (headBytes >= mark.length && mark.every((byte, at) => head[at] === byte)) {
      return { encoding, start: mark.length, needsProof: false };
    }
  }
  const wide = said?.startsWith('utf-16') ? said : utf16WithoutMark(fd, sizeBytes);
  if (wide) return { encoding: wide, start: 0, needsProof: false };
  // Text in another encoding that is good UTF-8 all the same does not come about: the bytes go before what was said.
  if (isWhollyUtf8(fd, sizeBytes)) return { encoding: 'utf-8', start: 0, needsProof: false };
  if (said === 'utf-8') throw fileRefused('encoding');
  return { encoding: said ?? 'windows-1256', start: 0, needsProof: said === undefined };
}

/** Bytes by which UTF-16 without its mark is told. */
const wideProofBytes = 4096;
/** The upper bytes of Latin, of Arabic and of its forms, and of the signs of direction and quotation. */
const wideUpper: ReadonlySet<number> = new Set([0x00, 0x06, 0x20, 0xfb, 0xfc, 0xfd, 0xfe]);

/** UTF-16 without a mark: every unit is a sign of Latin or Arabic text, and lines end. null where it is none. */
function utf16WithoutMark(fd: number, sizeBytes: number): TextEncoding | null {
  if (sizeBytes % 2 === 1) return null;
  const head = Buffer.alloc(Math.min(sizeBytes, wideProofBytes));
  readSync(fd, head, 0, head.length, 0);
  if (!head.includes(0)) return null;
  const isText = (unitAt: (at: number) => number): boolean => {
    let lines = 0;
    for (let at = 0; at + 1 < head.length; at += 2) {
      const unit = unitAt(at);
      if (unit === 0x0a || unit === 0x0d) lines++;
      else if ((unit < 0x20 && unit !== 0x09) || !wideUpper.has(unit >> 8)) return false;
    }
    return lines > 0;
  };
  if (isText((at) => head.readUInt16LE(at))) return 'utf-16le';
  return isText((at) => head.readUInt16BE(at)) ? 'utf-16be' : null;
}

function isWhollyUtf8(fd: number, sizeBytes: number): boolean {
  // No more than the file has: most are small.
  const step = Math.min(chunkBytes, sizeBytes);
  const buffer = Buffer.allocUnsafe(step + 4);
  let held = 0;
  let valid = true;
  for (let at = 0; at < sizeBytes; ) {
    const count = readSync(fd, buffer, held, step, at);
    if (count === 0) break;
    const filled = held + count;
    // No text has a zero byte; a program, a picture or UTF-16 without its mark has.
    if (buffer.subarray(held, filled).includes(0)) throw fileRefused('notTable');
    at += count;
    if (!valid) continue;
    const whole = at >= sizeBytes ? filled : completeLength(buffer, filled);
    valid = isUtf8(buffer.subarray(0, whole));
    buffer.copy(buffer, 0, whole, filled);
    held = filled - whole;
  }
  return valid;
}

/** How many of `filled` bytes end with a whole character: a chunk may cut one in two. */
function completeLength(buffer: Buffer, filled: number): number {
  for (let back = 1; back <= Math.min(3, filled); back++) {
    const byte = buffer[filled - back] ?? 0;
    if (byte < 0x80) return filled;
    if (byte >= 0xc0) {
      const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needs > back ? filled - back : filled;
    }
  }
  return filled;
}

/** The file from `start` on as UTF-8 chunks. UTF-16 is read strictly: a broken pair refuses the file. */
export function openText(
  fd: number,
  sizeBytes: number,
  found: FoundEncoding,
  onBytes: (readBytes: number) => void,
): TextSource {
  const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, sizeBytes));
  let at = found.start;
  const readRaw = (): Buffer | null => {
    const count = readSync(fd, buffer, 0, buffer.length, at);
    at += count;
    onBytes(at);
    return count === 0 ? null : buffer.subarray(0, count);
  };
  if (found.encoding === 'utf-8') return readRaw;

  const decoder = new TextDecoder(found.encoding, { fatal: true });
  let ended = false;
  return () => {
    if (ended) return null;
    const raw = readRaw();
    try {
      if (raw !== null) return Buffer.from(decoder.decode(raw, { stream: true }));
      ended = true;
      const rest = decoder.decode();
      return rest === '' ? null : Buffer.from(rest);
    } catch {
      throw fileRefused('encoding');
    }
  };
}
