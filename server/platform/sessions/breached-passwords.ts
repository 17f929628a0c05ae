import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

/** Whether a password is known from a breach. */
export type IsBreached = (password: string) => Promise<boolean>;

/** A line of such a list: SHA-1 in hex, and perhaps how often it was seen. */
export const breachedLine = /^[0-9A-F]{40}(?::\d+)?\r?$/i;
const hashChars = 40;
/** No line is longer, so this much holds a whole one wherever it is cut out. */
export const breachedLineChars = 128;
/** A part of the list that is read whole instead of being halved once more. */
const readWholeBytes = 4_096;

async function readAt(file: FileHandle, start: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position: start });
  return buffer.toString('latin1', 0, bytesRead).toUpperCase();
}

/** Halves a sorted file of lines, which may have many gigabytes, until what is left is read at once. */
async function isListed(file: FileHandle, hash: string): Promise<boolean> {
  let start = 0;
  let end = (await file.stat()).size;
  while (end - start > readWholeBytes) {
    const middle = Math.floor((start + end) / 2);
    const text = await readAt(file, middle, 2 * breachedLineChars);
    const line = text.indexOf('\n') + 1;
    if (text.slice(line, line + hashChars) <= hash) start = middle + line;
    else end = middle + line;
  }
  const rest = await readAt(file, start, readWholeBytes + breachedLineChars);
  return rest.split('\n').some((line) => line.startsWith(hash));
}

/**
 * Looks passwords up in a list that whoever runs the portal brings: lines of SHA-1 in hex, sorted by it, as the
 * list of Pwned Passwords is published. It is read anew each time, so it may be replaced while the portal runs.
 * Without a path no password is known.
 */
export function breachedPasswordsIn(path: string | null): IsBreached {
  if (path === null) return async () => false;
  return async (password) => {
    const hash = createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase();
    await using file = await open(path);
    return await isListed(file, hash);
  };
}
