import { inflateSync } from 'node:zlib';
import type { ExportFormat } from '@mizan/contract/export-terms.ts';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';

/** What stands in a file that somebody calls a settlement statement: it may be anything, so everything has a limit. */

/** A workbook of 5,000 rows has 4 MB. */
const expandedMax = 64 * 1024 * 1024;
const entriesMax = 100;

export function formatOf(bytes: Buffer): ExportFormat {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return 'pdf';
  return bytes.subarray(0, 2).toString('latin1') === 'PK' ? 'xlsx' : 'csv';
}

/** The parts of a workbook by their names; null where it is none that can be opened. */
export async function workbookParts(bytes: Buffer): Promise<Map<string, string> | null> {
  try {
    const zip = await new Promise<ZipFile>((resolve, reject) =>
      fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened))),
    );
    return await partsOf(zip);
  } catch {
    return null;
  }
}

async function partsOf(zip: ZipFile): Promise<Map<string, string> | null> {
  if (zip.entryCount > entriesMax) return null;
  const parts = new Map<string, string>();
  let left = expandedMax;
  const ended = Promise.withResolvers<boolean>();
  zip.on('error', () => ended.resolve(false));
  zip.on('end', () => ended.resolve(true));
  zip.on('entry', (entry: Entry) => {
    zip.openReadStream(entry, (failed, stream) => {
      if (failed) return ended.resolve(false);
      const chunks: Buffer[] = [];
      stream.on('error', () => ended.resolve(false));
      stream.on('data', (chunk: Buffer) => {
        left -= chunk.length;
        if (left < 0) {
          stream.destroy();
          ended.resolve(false);
        } else chunks.push(chunk);
      });
      stream.on('end', () => {
        parts.set(entry.fileName, Buffer.concat(chunks).toString('utf8'));
        zip.readEntry();
      });
    });
  });
  zip.readEntry();
  const isWhole = await ended.promise;
  zip.close();
  return isWhole ? parts : null;
}

/** The figures that a PDF of ours carries, as they stand in it; null where they cannot be read. */
export function figuresInPdf(pdf: Buffer): string | null {
  const text = pdf.toString('latin1');
  const head = /\/Type \/EmbeddedFile[\s\S]{0,400}?\/Length (\d{1,9})[\s\S]{0,200}?>>\nstream\n/.exec(text);
  if (!head) return null;
  const start = head.index + head[0].length;
  const content = pdf.subarray(start, start + Number(head[1]));
  try {
    const isPacked = head[0].includes('/FlateDecode');
    return (isPacked ? inflateSync(content, { maxOutputLength: expandedMax }) : content).toString('utf8');
  } catch {
    return null;
  }
}

const codeShape = /[?&](?:amp;)?code=([A-Za-z0-9_-]{27})(?![A-Za-z0-9_-])/;

/** The code of the address that is printed on a statement; null where there is none. */
export async function codeIn(bytes: Buffer, format: ExportFormat): Promise<string | null> {
  const texts =
    format === 'xlsx' ? [...((await workbookParts(bytes))?.values() ?? [])] : [bytes.toString('latin1')];
  if (format === 'pdf') texts.push(figuresInPdf(bytes) ?? '');
  for (const text of texts) {
    const [, code] = codeShape.exec(text) ?? [];
    if (code !== undefined) return code;
  }
  return null;
}
