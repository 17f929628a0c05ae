import { randomUUID } from 'node:crypto';
import { on } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import { bulkLimits } from '@mizan/contract/bulk.ts';
import type { FileErrorCode } from '@mizan/contract/reconciliation-terms.ts';
import { hasUploadEnding } from '@mizan/contract/upload-endings.ts';
import { Failure } from '../../platform/failure.ts';
import type { FileRow } from './check/checked-line.ts';

/** What the thread says: rows in their order, then that there are no more; or why nothing of the file is taken. */
export type FromFile =
  | { type: 'rows'; rows: FileRow[] }
  | { type: 'end' }
  | {
      type: 'refused';
      reason: FileErrorCode | 'columns' | 'columnTwice' | 'unknownColumn';
      detail: { column?: string; maxRows?: number };
    };

/** Of the thread: a file that needs more than this is a fault, and fails alone. */
const heapMb = 160;

const tooLarge = (): Failure =>
  new Failure('tooLarge', `A file has at most ${bulkLimits.fileBytes} bytes.`, {
    maxBytes: bulkLimits.fileBytes,
  });
const unreadable = (reason: string, detail: { column?: string; maxRows?: number } = {}): Failure =>
  new Failure('unreadableFile', 'The file cannot be read as branches, users and terminals.', {
    reason,
    ...detail,
  });

/** No more than a file may have, whatever was promised. */
async function* limited(body: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bulkLimits.fileBytes) throw tooLarge();
    yield chunk;
  }
}

async function readInThread(filePath: string): Promise<FileRow[]> {
  const worker = new Worker(new URL('./bulk-file.worker.ts', import.meta.url), {
    workerData: { filePath },
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const rows: FileRow[] = [];
  try {
    for await (const [message] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[FromFile]>) {
      if (message.type === 'refused') throw unreadable(message.reason, message.detail);
      if (message.type === 'end') return rows;
      for (const row of message.rows) rows.push(row);
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
export async function readBulkFile(folder: string, fileName: string, body: Readable): Promise<FileRow[]> {
  if (!hasUploadEnding(fileName)) {
    body.resume();
    throw unreadable('format');
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.bulk`);
  try {
    await pipeline(limited(body), createWriteStream(path, { mode: 0o600 }));
    return await readInThread(path);
  } finally {
    await rm(path, { force: true });
  }
}
