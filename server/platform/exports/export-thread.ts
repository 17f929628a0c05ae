import { on } from 'node:events';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { ExportHead, ExportRow, ExportTable } from './export-sheet.ts';

/** Formats that are too much work for the thread that answers requests. */
export type ThreadFormat = 'xlsx' | 'pdf';

/** What the thread is given to begin with. */
export interface ThreadWork {
  format: ThreadFormat;
  head: ExportHead;
}

/** The thread asks for rows, hands over bytes, and says when it is done. */
export type FromThread = { wants: 'rows' } | { bytes: Uint8Array } | { ended: true };
/** It gets the next rows, or the sums behind the last ones; or hears that its bytes were taken. */
export type ToThread = { rows: readonly ExportRow[] } | { totals: readonly ExportRow[] } | { taken: true };

/** The heap of a thread: an export that needs more is a fault, and fails alone. */
export const threadHeapMb = { xlsx: 64, pdf: 256 } as const;

let running = 0;
/** How many threads of this process write a file just now. */
export const threadsRunning = (): number => running;

/** A head without what cannot be sent to a thread. */
const headOf = ({ title, facts, columns, reader, seal }: ExportTable): ExportHead => ({
  title,
  facts,
  columns,
  reader,
  ...(seal && { seal }),
});

async function* bytesOf(table: ExportTable, format: ThreadFormat): AsyncGenerator<Uint8Array> {
  const work: ThreadWork = { format, head: headOf(table) };
  const worker = new Worker(new URL('./export.worker.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: threadHeapMb[format] },
  });
  const rows = table.rows[Symbol.asyncIterator]();
  running += 1;
  const answer = (message: ToThread): void => worker.postMessage(message);
  try {
    // An error of the thread is thrown here; one that ends without a word ends the loop.
    for await (const [message] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[FromThread]>) {
      if ('ended' in message) return;
      if ('bytes' in message) {
        yield message.bytes;
        answer({ taken: true });
        continue;
      }
      const next = await rows.next();
      answer(next.done ? { totals: table.totals() } : { rows: next.value });
    }
    throw new Error(`the thread of a ${format} export ended before its file did`);
  } finally {
    running -= 1;
    await rows.return?.();
    await worker.terminate();
  }
}

/**
 * The table as a file, written in a thread of its own as fast as it is read: rows go in and bytes come out a batch at a
 * time, and a reader who goes away ends both.
 */
export const writeInThread = (table: ExportTable, format: ThreadFormat): Readable =>
  Readable.from(bytesOf(table, format), { objectMode: false });
