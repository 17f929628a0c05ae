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
    return await joined(archive, inOrder);
  } finally {
    archive.close();
  }
}

async function joined(archive: XlsxArchive, names: readonly string[]): Promise<TextSet> {
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
