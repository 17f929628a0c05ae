import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileRefused } from './file-refused.ts';
import { openXlsx, type XlsxArchive } from './xlsx-archive.ts';

const textNames = /\.(?:csv|txt|tsv)$/i;

/** The text files of a zip, one after the other, as one file that only its descriptor holds. */
export interface TextSet {
  fd: number;
  sizeBytes: number;
  /** Numbers that the names of its files leave out. */
  absentParts: number[];
}

/**
 * Opens a zip of text files as one text: a bank that writes so many lines a file (PayBy's 50,000) sends a day in
 * several, and a part of a day judged by itself would be missing the rest. Files follow each other by the numbers in
 * their names. null for a workbook. The caller closes `fd`. Refuses as `openXlsx` does, and `notTable` where the zip
 * holds anything that would not be read.
 */
export async function openTextSet(filePath: string): Promise<TextSet | null> {
  const archive = await openXlsx(filePath);
  try {
    if (archive.has('xl/workbook.xml') || archive.has('[Content_Types].xml')) return null;
    if (archive.names.length === 0 || !archive.names.every((name) => textNames.test(name)))
      throw fileRefused('notTable');
    const inOrder = archive.names.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    return { ...(await joined(archive, inOrder)), absentParts: absentNumbers(inOrder) };
  } finally {
    archive.close();
  }
}

const numberedName = /^(.*?)(?:[_\-. (]+(\d{1,3})\)?)?\.(?:csv|txt|tsv)$/is;
/** A year and a month before the number: the files are of days, and days may be absent. */
const yearAndMonth = /(?:^|\D)20\d{2}[-_.]?(?:0?[1-9]|1[0-2])$/;
/** The first number of a set that says by it which file it is; others may be numbered by anything. */
const firstNumberMax = 9;

/**
 * The numbers that files of one name leave out: 2 of 'day_001.csv' and 'day_003.csv'. A file without a number is the first
 * (PayBy writes '_002' behind the second). None where the names differ otherwise, or their numbers may be days.
 */
export function absentNumbers(names: readonly string[]): number[] {
  const parts = names.map((name) => numberedName.exec(name.split('/').at(-1) ?? ''));
  const [first] = parts;
  const stem = first?.[1] ?? '';
  if (parts.some((part) => part?.[1] !== stem) || yearAndMonth.test(stem)) return [];
  const present = new Set(parts.map((part) => (part?.[2] === undefined ? 1 : Number(part[2]))));
  if (parts.every((part) => part?.[2] === undefined)) return [];
  const [lowest, highest] = [Math.min(...present), Math.max(...present)];
  const from = lowest <= firstNumberMax ? 1 : lowest;
  const numbers = Array.from({ length: highest - from + 1 }, (_, index) => from + index);
  return numbers.filter((number) => !present.has(number));
}

async function joined(archive: XlsxArchive, names: readonly string[]): Promise<Omit<TextSet, 'absentParts'>> {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-text-set-'));
  const fd = openSync(join(folder, 'text'), 'wx+', 0o600);
  try {
    let sizeBytes = 0;
    const append = (bytes: Uint8Array): void => {
      for (let at = 0; at < bytes.length; ) {
        const count = writeSync(fd, bytes, at);
        at += count;
        sizeBytes += count;
      }
    };
    for (const name of names) {
      let isFirst = true;
      let last = 0x0a;
      for await (const chunk of archive.chunks(name)) {
        append(isFirst && sizeBytes > 0 ? withoutMark(chunk) : chunk);
        isFirst = false;
        last = chunk.at(-1) ?? last;
      }
      if (last !== 0x0a) append(Buffer.from('\n'));
    }
    return { fd, sizeBytes };
  } catch (error) {
    closeSync(fd);
    throw error;
  } finally {
    // What is open is still read; nothing of it stays on the disk afterwards, whatever happens.
    rmSync(folder, { recursive: true });
  }
}

/** A file of UTF-8 without its byte order mark, which only the first file of the set needs. */
const withoutMark = (chunk: Buffer): Buffer =>
  chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk;
