import { randomUUID } from 'node:crypto';
import { on } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import type { FileErrorCode } from '@mizan/contract/reconciliation-terms.ts';
import { hasUploadEnding } from '@mizan/contract/upload-endings.ts';
import { Failure } from '../../platform/failure.ts';
import { wordsFor } from '../../platform/words.ts';

/** A file that somebody filled in by a template of ours: lines with cells by the column they stand in. */

/** A line as a person finds it, with its filled cells as they were typed. */
export interface FilledRow<Column extends string> {
  line: number;
  cells: Partial<Record<Column, string>>;
}

export interface FilledShape<Column extends string> {
  /** Columns by their titles as `comparableHeader` has them; null of one that the portal adds, which is passed over. */
  titles: ReadonlyMap<string, Column | null>;
  /** Without it nothing else of a line can be read. */
  required: Column;
  fileBytesMax: number;
  linesMax: number;
}

/** What the thread is given. */
export interface ToFile {
  filePath: string;
  titles: ReadonlyMap<string, string | null>;
  required: string;
  linesMax: number;
  /** Names of the sheet of our templates that shows how lines look. */
  exampleSheets: readonly string[];
}

/** What the thread says: rows in their order, then that there are no more; or why nothing of the file is taken. */
export type FromFile =
  | { type: 'rows'; rows: FilledRow<string>[] }
  | { type: 'end' }
  | {
      type: 'refused';
      reason: FileErrorCode | 'columns' | 'columnTwice' | 'unknownColumn' | 'moreSheets';
      detail: { column?: string; sheet?: string; maxRows?: number };
    };

/** Of the thread: a file that needs more than this is a fault, and fails alone. */
const heapMb = 160;

const exampleSheets = (['en', 'ar'] as const).map((lang) => wordsFor(lang).text('bulk:template.example'));

const unreadable = (reason: string, detail: Extract<FromFile, { type: 'refused' }>['detail'] = {}): Failure =>
  new Failure('unreadableFile', 'The file cannot be read as what the template asks for.', {
    reason,
    ...detail,
  });

/** No more than a file may have, whatever was promised. */
async function* limited(body: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new Failure('tooLarge', `A file has at most ${maxBytes} bytes.`, { maxBytes });
    yield chunk;
  }
}

async function readInThread<Column extends string>(workerData: ToFile): Promise<FilledRow<Column>[]> {
  const worker = new Worker(new URL('./filled-file.worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const rows: FilledRow<Column>[] = [];
  try {
    for await (const [message] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[FromFile]>) {
      if (message.type === 'refused') throw unreadable(message.reason, message.detail);
      if (message.type === 'end') return rows;
      for (const row of message.rows) rows.push(row as FilledRow<Column>);
    }
    throw new Error('the thread of a file ended before it had read it');
  } catch (error) {
    const isOut = (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';
    throw isOut ? unreadable('expands') : error;
  } finally {
    await worker.terminate();
  }
}

/**
 * The rows of a file that somebody sends, CSV or workbook, by its content; its name says what it is meant to be. The bytes are gone
 * when this ends. @throws Failure 'unreadableFile' (details.reason), 'tooLarge' (details.maxBytes)
 */
export async function readFilledFile<Column extends string>(
  folder: string,
  { fileName, body }: { fileName: string; body: Readable },
  { titles, required, fileBytesMax, linesMax }: FilledShape<Column>,
): Promise<FilledRow<Column>[]> {
  if (!hasUploadEnding(fileName)) {
    body.resume();
    throw unreadable('format');
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const filePath = join(folder, `${randomUUID()}.bulk`);
  try {
    await pipeline(limited(body, fileBytesMax), createWriteStream(filePath, { mode: 0o600 }));
    return await readInThread({ filePath, titles, required, linesMax, exampleSheets });
  } finally {
    await rm(filePath, { force: true });
  }
}
