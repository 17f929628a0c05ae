import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { fileRefused } from './file-refused.ts';

/** An opened XLSX: a zip whose parts are read by name. */
export interface XlsxArchive {
  has: (part: string) => boolean;
  /** The names of its parts, without folders. */
  names: string[];
  /** The bytes of a part, inflated, chunk by chunk. */
  chunks: (part: string) => AsyncIterable<Buffer>;
  close: () => void;
}

/** A workbook of a bank has a handful of parts; thousands are no workbook. */
const partsMax = 5_000;
const expandsRefusal = () => fileRefused('expands', { maxBytes: bankFileLimits.workbookExpandedBytesMax });

/**
 * Opens a workbook without unpacking it. Refuses `expands` where its parts say they are larger than the limit, `cut`
 * where its directory is not there, `protected` where it is encrypted, `unsafePath` where an entry points outside of
 * it, `notTable` for any other zip.
 */
export async function openXlsx(filePath: string): Promise<XlsxArchive> {
  const zip = await openPromise(filePath, { autoClose: false, lazyEntries: true }).catch(() => {
    throw fileRefused(isCut(filePath) ? 'cut' : 'notTable');
  });
  const parts = new Map<string, Entry>();
  try {
    let expandedBytes = 0;
    for await (const entry of zip.eachEntry()) {
      expandedBytes += entry.uncompressedSize;
      if (expandedBytes > bankFileLimits.workbookExpandedBytesMax) throw expandsRefusal();
      if (entry.isEncrypted()) throw fileRefused('protected');
      if (parts.size >= partsMax) throw fileRefused('notTable');
      parts.set(entry.fileName.replace(/^\//, ''), entry);
    }
  } catch (error) {
    zip.close();
    throw isUnsafePath(error) ? fileRefused('unsafePath') : asRefusal(error);
  }
  let budget = bankFileLimits.workbookExpandedBytesMax;
  return {
    has: (part) => parts.has(part),
    names: [...parts.keys()].filter((name) => !name.endsWith('/')),
    close: () => zip.close(),
    chunks: (part) =>
      inflate(zip, parts.get(part), (bytes) => {
        // What the directory says of sizes may be a lie: what really comes out is counted too.
        budget -= bytes;
        if (budget < 0) throw expandsRefusal();
      }),
  };
}

async function* inflate(
  zip: ZipFile,
  entry: Entry | undefined,
  spend: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  if (!entry) throw fileRefused('notTable');
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      spend(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw asRefusal(error);
  }
}

/** yauzl's words for an entry that would lie outside of the folder that an archive is unpacked into. */
const isUnsafePath = (error: unknown): boolean =>
  error instanceof Error &&
  /^(?:invalid relative path|absolute path|invalid characters in fileName):/.test(error.message);

/** Broken archives refuse the file; refusals and faults of ours pass. */
function asRefusal(error: unknown): unknown {
  if (
    error instanceof Error &&
    /size|many bytes/i.test(error.message) &&
    /uncompressed|inflated|bytes/i.test(error.message)
  )
    return expandsRefusal();
  const isArchiveFault =
    error instanceof Error &&
    ('errno' in error || /zip|central directory|compress|inflate|local file header/i.test(error.message));
  return isArchiveFault ? fileRefused('cut') : error;
}

/** A zip ends with its directory; one that only begins like a zip lost its end on the way. */
function isCut(filePath: string): boolean {
  const fd = openSync(filePath, 'r');
  try {
    const { size } = fstatSync(fd);
    const tail = Buffer.alloc(Math.min(size, 66_000));
    readSync(fd, tail, 0, tail.length, size - tail.length);
    return !tail.includes(Buffer.from('504b0506', 'hex'));
  } finally {
    closeSync(fd);
  }
}

export interface XmlHandlers {
  open?: (tag: SaxesTagPlain) => void;
  text?: (text: string) => void;
  close?: (tag: SaxesTagPlain) => void;
}

/** Streams a part through the XML parser. `true` from `isDone` stops early. Malformed XML refuses the file. */
export async function parsePart(
  archive: XlsxArchive,
  part: string,
  handlers: XmlHandlers,
  isDone: () => boolean = () => false,
): Promise<void> {
  const parser = new SaxesParser();
  if (handlers.open) parser.on('opentag', handlers.open);
  if (handlers.text) parser.on('text', handlers.text);
  if (handlers.close) parser.on('closetag', handlers.close);
  parser.on('error', () => {
    throw fileRefused('cut');
  });
  const decoder = new TextDecoder();
  for await (const chunk of archive.chunks(part)) {
    parser.write(decoder.decode(chunk, { stream: true }));
    if (isDone()) return;
  }
  parser.write(decoder.decode());
  parser.close();
}

/** A tag without its namespace prefix: some writers prefix every tag. */
export const localName = (tag: SaxesTagPlain): string => tag.name.slice(tag.name.indexOf(':') + 1);
